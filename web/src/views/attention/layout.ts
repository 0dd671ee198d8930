import type { ArchOptions } from '../../render/arches';
import {
  isShown,
  placeOfWord,
  visibleWords,
  type WordWindow,
  wordPlaces,
} from '../../render/visible-words';
import { swapBetween, swapOf } from '../../state/presets';
import type { State, StepId } from '../../state/state';
import { argmax } from '../../state/vector';
import { gainOf } from '../../state/what-if/hand';
import { whatIfOf } from '../../state/what-if/what-if';
import { askedKey, contextOf, weightCell } from '../../state/why';
import { whatIfHeight } from '../../widgets/what-if';
import { foldHeight } from '../../widgets/why-list';
import type { Size } from '../view';
import { type AttentionRow, attentionRowOf, formerRowOf, shareAbove } from './attention-row';
import { columnsRoom, layoutColumns } from './columns-layout';
import { figureMarks } from './figure-marks';
import { gradientRowOf } from './gradients';
import { layoutMatrix, matrixHeight } from './matrix-layout';
import {
  type AttentionScene,
  type FigureChoice,
  type OutputGrid,
  type RowsLayout,
  type RowsPlaces,
  type SwapHandle,
  shows,
  stripHeight,
} from './scene';
import { centresOf, keyOf, type Slot, slotArches, stepSpelt } from './slots';
import { fullValue } from './sum-marks';
import { veilOf, withoutWeights } from './veil';

/** Height of a row, and where former numbers stand in it too; handles reach beyond it to 44. */
const pitches = { usual: 36, withFormer: 54 };
const wordSize = 17;
/** So many rows a long text has. */
export const rowsRoom = 14;
/** Room for the column heads. */
const head = 40;
const fanWidth = 22;

/** Room below the rows for what the softmax's row adds up to. */
const foot = 34;

function places(width: number, choice: FigureChoice): RowsPlaces {
  const tight = width < 350;
  const arches = shows(choice, 'arches') ? (tight ? 40 : 58) : 0;
  const words = arches && arches + 12;
  const scores = Math.round(width * (tight ? 0.52 : 0.51));
  const bars = scores + 12;
  const strip = Math.round(Math.min(110, width * (tight ? 0.14 : 0.17)));
  const values = width - strip;
  const bench = { left: bars, width: width - bars };
  return { arches, words, scores, bars, bar: values - bars - 54, values, strip, bench };
}

/** Where the output's cells begin, below their name. */
const outputTop = 40;

function outputGrid(cells: number, width: number): OutputGrid {
  const perRow = Math.min(8, cells);
  const cell = Math.floor(width / perRow);
  const left = (width - cell * perRow) / 2;
  return {
    left,
    perRow,
    rows: Math.ceil(cells / perRow),
    cell,
    height: 40,
    beside: false,
    top: outputTop,
  };
}

/** Width of the fold's text, right of the arches. */
export function foldWidth(width: number, x: RowsPlaces): number {
  return width - x.words - 6;
}

const namesWidth = 72;

/** Below the rows, where the output will stand. */
function matrixOf(row: AttentionRow, choice: FigureChoice, width: number, output: OutputGrid) {
  const { part, point, swap, shown } = choice;
  const n = shown.end - shown.first;
  const room = outputTop + output.rows * output.height - 4;
  const height = part === 'scores' ? matrixHeight(n) : room;
  // The swap hangs under the last row, where no foot makes room for it.
  const y = part === 'scores' && swap ? 26 : 4;
  const place = { x: namesWidth, y, width: width - namesWidth, height, names: namesWidth };
  return layoutMatrix(row, shown, place, point);
}

/** Height of buttons: they overlap their rows, to be large enough for a finger. */
const hitHeight = 44;
/** Room for a score. */
const scoreWidth = 50;

/** A key's strip above the middle of its row, the products' line below it and their height. */
const bench = { strip: -13, zero: 8, products: 17 };

/** Positions of what is drawn for a word, around the centre of its row. */
function placesAt(y: number, x: RowsPlaces, above: number, withFormer: boolean) {
  const { left, width } = x.bench;
  const top = y - hitHeight / 2;
  const end = { x: x.scores, anchor: 'end' } as const;
  const zero = y - bench.products / 2 + bench.zero + bench.products * above;
  const words = x.scores - x.words - scoreWidth;
  const up = withFormer ? 11 : 0;
  return {
    word: { left: x.words, top, width: words, height: hitHeight },
    key: { x: left, y: y + bench.strip, width, height: stripHeight },
    products: { left, width, zero, height: bench.products },
    score: { ...end, y: y + 1 - up, size: 13 },
    scoreHandle: { left: x.scores - scoreWidth, top, width: scoreWidth, height: hitHeight },
    axis: { middle: left + width / 2, width, y: y + 1, drop: 0 },
    scaled: { ...end, y: y + 14, size: 11 },
    former: {
      scores: { ...end, y: y + 1, size: 10 },
      scaled: { ...end, y: y + 25, size: 10 },
    },
    bar: { x: x.bars, y, thick: 12, full: x.bar },
    weightHandle: { left: x.bars, top, width: x.bar + 46, height: hitHeight },
    value: { x: x.values, y: y - fullValue / 2, width: x.strip, height: fullValue },
  };
}

export function layoutRows(row: AttentionRow, choice: FigureChoice, { width }: Size): RowsLayout {
  const x = places(width, choice);
  const { why, chain, shown, former } = choice;
  const isTall = Boolean(former ?? choice.gradient);
  const pitch = isTall ? pitches.withFormer : pitches.usual;
  const open = why === null ? Number.POSITIVE_INFINITY : placeOfWord(shown, why);
  const beneath = choice.whatIf ? whatIfHeight(choice.whatIf) : 0;
  const height = chain === null ? 0 : foldHeight(chain, foldWidth(width, x)) + beneath;
  const fold = why === null ? null : { top: head + pitch * (open + 1), height };
  const slots = wordPlaces(shown).map((place, i): Slot => {
    return { ...place, centre: head + pitch * (i + 0.5) + (i > open ? height : 0) };
  });
  const centres = centresOf(slots);
  const output = outputGrid(row.dK, width);
  const lane: ArchOptions = {
    profile: 'lane',
    total: fanWidth,
    rise: x.arches * 0.7,
    limit: x.arches - 4,
  };
  return {
    kind: 'rows',
    row,
    weights: row.weights,
    ...choice,
    width,
    pitch,
    wordSize,
    slots,
    centres,
    words: centres.map((y) => placesAt(y, x, shareAbove(row), isTall)),
    fold,
    height: head + pitch * slots.length + height + (shows(choice, 'softmax') ? foot : 0),
    matrix: matrixOf(row, choice, width, output),
    arches: slotArches(row, shown, slots, lane),
    formerArches: former && slotArches(former, shown, slots, lane),
    x,
    output,
  };
}

/** Narrower figures turn the axis: words become rows. */
export const columnsFrom = 560;

/** The token, where it is drawn. */
function drawn(token: number | null, shown: WordWindow): number | null {
  return token !== null && isShown(shown, token) ? token : null;
}

/** The swap of the sentence that was encoded, or of it and one chosen to be held against it; and the token it hangs under. */
export function swapOfRow(row: AttentionRow, text: string, other = ''): SwapHandle | null {
  const swap = swapOf(text) ?? swapBetween(text, other);
  const token = row.tokens.findIndex((t) => swap && t.begin <= swap.begin && t.end > swap.begin);
  return swap && token >= 0 ? { token, label: swap.label, text: swap.text } : null;
}

/** What the reader scaled the weights of a row by, word by word. */
function gainsOf(state: State, row: AttentionRow): readonly (number | null)[] {
  const context = contextOf(state);
  const run = state.trace?.encoding.run;
  if (!context || !run || run.changes.length === 0) return row.tokens.map(() => 1);
  const cell = (key: number) => weightCell({ ...row, token: row.focus }, key);
  return row.tokens.map((_, key) => gainOf(run, { kind: 'cell', cell: cell(key) }, context));
}

/** `part` is the one step that the figure unfolds; all of them where it is null. */
export function layout(state: State, size: Size, part: StepId | null = null): AttentionScene {
  const full = attentionRowOf(state);
  const veil = veilOf(state);
  const row = full && veil && !veil.knowsWeights ? withoutWeights(full) : full;
  // Before the first measurement there is no place to draw in.
  if (!row || !state.trace || size.width <= 0) return { kind: 'empty', width: size.width };
  const columns = size.width >= columnsFrom;
  const room = columns ? columnsRoom(size.width) : rowsRoom;
  const shown = visibleWords(row.tokens.length, row.focus, room);
  const swap = swapOfRow(row, state.trace.encoding.text);
  const why = shows({ part }, 'softmax') ? drawn(askedKey(state), shown) : null;
  const whatIf = why === null ? null : whatIfOf(state);
  const asked = {
    why,
    hover: drawn(state.hover, shown),
    top: veil && !veil.knowsWeights ? -1 : argmax(row.weights),
  };
  const gradient = veil ? null : gradientRowOf(state, row);
  const choice: FigureChoice = {
    part,
    veil,
    former: veil || gradient ? null : formerRowOf(state),
    gradient,
    gains: gainsOf(state, row),
    shown,
    ...asked,
    point: state.point,
    chain: whatIf?.why.chain ?? null,
    whatIf,
    swap: !veil && swap && isShown(shown, swap.token) ? swap : null,
    spelt: stepSpelt(state, size.width, row, keyOf(asked)),
  };
  const form = columns ? layoutColumns : layoutRows;
  const places = form(row, choice, size);
  return { ...places, ...figureMarks(places) };
}

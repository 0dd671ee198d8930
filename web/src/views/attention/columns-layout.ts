import { wordPlaces } from '../../render/visible-words';
import { gutterWidth, wordColumns } from '../kit/frame';
import type { Size } from '../view';
import type { AttentionRow } from './attention-row';
import { stack } from './columns-heights';
import { layoutMatrix, matrixFoot, matrixHeight } from './matrix-layout';
import {
  type ColumnsLayout,
  type ColumnsScene,
  type FigureChoice,
  type OutputGrid,
  productsHeight,
  stripHeight,
  type UpperHeights,
} from './scene';
import { centresOf, type Slot } from './slots';

/** Figures at least this wide have their labels in a gutter. */
const gutterFrom = 760;

/** Bounds of the distance between columns; below the minimum the block scrolls. */
const narrowest = { withGutter: 56, without: 50 };

const gutterFor = (width: number): number => (width >= gutterFrom ? gutterWidth : 0);

const leastPitch = (gutter: number): number => (gutter ? narrowest.withGutter : narrowest.without);

/** Left of the matrix of scores, where there is no gutter for its rows' words. */
const rowNames = 64;

/** How many columns fit a figure side by side. */
export function columnsRoom(width: number): number {
  const gutter = gutterFor(width);
  return Math.floor((width - gutter) / leastPitch(gutter));
}

/** Width of the output's labels on either side, and the minimum width of its cells. */
const namesWidth = 124;
const narrowestCell = 32;

function columnsOf(n: number, room: number, least: number) {
  const { pitch, first } = wordColumns(n, room, least);
  const block = Math.max(room, Math.ceil(pitch * n - 1e-6));
  const centres = Array.from({ length: n }, (_, j) => first + pitch * j);
  return { pitch, block, centres };
}

/** Width of a strip: most of its column, with cells that are multiples of half a pixel if possible. */
function stripWidth(pitch: number, cells: number): number {
  const room = Math.min(pitch * 0.86, pitch - 8);
  const cell = Math.floor((room / cells) * 2) / 2;
  return cell > 0 ? cell * cells : room;
}

/**
 * Cells wide enough for their numbers, at most 16 to a row if they do not fit one; labels beside them
 * if there is room.
 */
function outputGrid(
  cells: number,
  room: number,
  centre: number,
  withFormer: boolean,
): Omit<OutputGrid, 'top'> {
  const beside = room - 2 * namesWidth >= Math.min(cells, 16) * narrowestCell;
  const free = room - (beside ? 2 * namesWidth : 8);
  const most = Math.max(8, Math.floor(free / narrowestCell));
  const perRow = cells <= most ? cells : Math.min(16, most);
  const cell = Math.min(40, Math.floor(free / perRow));
  const left = Math.max(0, centre - (cell * perRow) / 2);
  return {
    left,
    perRow,
    rows: Math.ceil(cells / perRow),
    cell,
    height: withFormer ? 38 : 26,
    beside,
  };
}

interface Below extends Pick<ColumnsScene, 'slots' | 'pitch' | 'y' | 'lower'> {
  /** Room for words left of it. */
  readonly names: number;
  readonly height: number | undefined;
}

/** Below the scores, column by column under the words, where the next steps will be drawn. */
function matrixOf(row: AttentionRow, { part, point, shown }: FigureChoice, at: Below) {
  const { slots, pitch, names, y, lower, height = 0 } = at;
  const top = y.scores + 20;
  const words = slots.filter(({ rest }) => !rest);
  const n = words.length;
  const room = y.end + lower.end - top;
  return layoutMatrix(
    row,
    shown,
    {
      x: (words[0]?.centre ?? 0) - pitch / 2,
      y: top,
      width: pitch * n,
      height: part === 'scores' ? Math.max(matrixHeight(n), height - top) : room,
      names,
    },
    point,
  );
}

/** Columns narrower than this have smaller numbers. */
const tightBelow = 62;

/** Positions of what is drawn for a word, around the centre of its column. */
function placesAt(x: number, pitch: number, strip: number, y: UpperHeights, values: number) {
  const left = x - strip / 2;
  const tight = pitch < tightBelow;
  const centred = { x, anchor: 'middle' } as const;
  const weights = y.scaled + 10;
  return {
    word: { left: x - pitch / 2, top: y.words, width: pitch, height: 56 },
    key: { x: left, y: y.keys, width: strip, height: stripHeight },
    products: { left, width: strip, zero: y.zero, height: productsHeight * 0.84 },
    score: { ...centred, y: y.scores, size: tight ? 13 : 15 },
    scoreHandle: { left, top: y.scores - 18, width: strip, height: 24 },
    axis: { middle: x, width: strip, y: y.axis, drop: y.drop },
    scaled: { ...centred, y: y.scaled, size: tight ? 12 : 13 },
    bar: { x, y: y.bars, thick: Math.min(36, pitch * 0.38), full: y.bar },
    weightHandle: { left, top: weights, width: strip, height: y.bars - weights },
    value: { x: left, y: values, width: strip, height: stripHeight },
    former: {
      scores: { ...centred, y: y.scores + 13, size: 11 },
      scaled: { ...centred, y: y.scaled + 13, size: 11 },
    },
  };
}

export function layoutColumns(
  row: AttentionRow,
  choice: FigureChoice,
  { width, height }: Size,
): ColumnsLayout {
  const { shown } = choice;
  const gutter = gutterFor(width);
  const room = width - gutter;
  const along = wordPlaces(shown);
  const least = leastPitch(gutter);
  const isIndented = !gutter && choice.part === 'scores' && room - rowNames >= least * along.length;
  const indent = isIndented ? rowNames : 0;
  const { pitch, centres: middles, ...columns } = columnsOf(along.length, room - indent, least);
  const block = columns.block + indent;
  const slots = along.map((place, i): Slot => ({ ...place, centre: indent + (middles[i] ?? 0) }));
  const centres = centresOf(slots);
  const caption = gutter ? 0 : 16;
  const strip = stripWidth(pitch, row.dK);
  const middle = Math.min(block / 2, room / 2);
  const grid = outputGrid(row.dK, room, middle, Boolean(choice.former ?? choice.gradient));
  const { y, lower, arches, formerArches } = stack(row, choice, {
    ...{ slots, pitch, caption, grid },
    height,
  });
  const output = { ...grid, top: lower.output };
  const names = gutter || indent;
  const matrix = matrixOf(row, choice, { slots, pitch, names, y, lower, height });
  return {
    kind: 'columns',
    row,
    weights: row.weights,
    ...choice,
    width,
    gutter,
    block,
    pitch,
    slots,
    centres,
    words: centres.map((x) => placesAt(x, pitch, strip, y, lower.values)),
    arches,
    formerArches,
    strip,
    wordSize: Math.round(Math.max(14, Math.min(20, 0.265 * pitch))),
    y:
      choice.part === 'scores'
        ? { ...y, end: matrix.panel.y + matrix.panel.height + matrixFoot }
        : y,
    matrix,
    lower,
    output,
  };
}

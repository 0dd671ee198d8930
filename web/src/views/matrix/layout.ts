import { type Scale, signedScale } from '../../render/color';
import { windowOf, wordPlaces } from '../../render/visible-words';
import { cell } from '../../state/dataflow/cell';
import { formulaOf } from '../../state/dataflow/graph';
import { cellOfHead, type HeadCut } from '../../state/dataflow/kinds/attention';
import { divisorOf, ofLayer } from '../../state/dataflow/structure';
import { divisorText } from '../../state/format';
import { later, msg } from '../../words/msg';
import { type Frame, textWidth } from '../kit/frame';
import type { Box, CellMap, Panel } from '../kit/scene';
import { boundOf, type StepContext } from '../kit/step-context';
import { headMatrix, light } from '../kit/strip';
import { pieceAt } from '../kit/words';

/** The four tensors of a head whose rows are words. */
export type PartName = 'query' | 'key' | 'value' | 'heads';

const roles = { query: 'query', key: 'key', value: 'value', heads: 'value' } as const;

const called = {
  ...{ query: later('queries'), key: later('keys') },
  ...{ value: later('values'), heads: later('mixed values') },
} as const;

/** Queries and keys are those that the scores are made of. */
function nameOf(m: StepContext, part: PartName | 'scores' | 'biases' | 'weights'): string {
  const name = `layers.${m.layer}.attention`;
  return part === 'query' || part === 'key'
    ? formulaOf(m.graph, `${name}.scores`, 'scores')[part]
    : `${name}.${part}`;
}

export const scaleOfPart = (m: StepContext, part: PartName): Scale =>
  signedScale(roles[part], boundOf(m, nameOf(m, part)));

const cutOf = (m: StepContext): HeadCut => formulaOf(m.graph, nameOf(m, 'scores'), 'scores').cut;

/** What the scores of the layer are divided by. */
export const divisor = (m: StepContext): number =>
  divisorOf(ofLayer(m.graph.structure, m.layer), m.dK);

/** What is done to the scores before the softmax: ÷ √dK, and with ALiBi + b. */
export const scaling = (m: StepContext): string =>
  `÷ ${divisorText(divisor(m), m.dK)}${m.trace.has(nameOf(m, 'biases')) ? ' + b' : ''}`;

/** Words drawn. */
export const wordsDrawn = ({ shown }: StepContext): number => shown.end - shown.first;

/** A head's number of a word. */
function numbersIn(m: StepContext, part: PartName): (token: number, column: number) => number {
  const { shape, data } = m.trace.tensor(nameOf(m, part));
  const [cut, width] = [cutOf(m), shape.at(-1) ?? 0];
  return (token, column) => {
    const [row, at] = cellOfHead(shape, m.dK, [m.head, token, column], cut);
    return data[row * width + at] ?? 0;
  };
}

/** Where the cells of a head's part are in its tensor; heads that are cut wrongly have no such place. */
function cellsOf(m: StepContext, part: PartName, turned: boolean): CellMap | null {
  if (cutOf(m) !== 'split') return null;
  const origin = cell(nameOf(m, part), m.shown.first, m.head * m.dK);
  return turned ? { origin, rowAxis: 1, columnAxis: 0 } : { origin, rowAxis: 0, columnAxis: 1 };
}

/** The numbers of a head for the words drawn: a word is a row or, turned, a column. */
export function headPart(m: StepContext, part: PartName, place: Box, turned = false): Panel {
  const n = wordsDrawn(m);
  const [rows, columns] = turned ? [m.dK, n] : [n, m.dK];
  const numberAt = numbersIn(m, part);
  const data = Float32Array.from({ length: n * m.dK }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const [word, number] = turned ? [column, row] : [row, column];
    return numberAt(m.shown.first + word, number);
  });
  return light(m, {
    ...{ kind: 'panel', ...place, rows, columns, data },
    scale: scaleOfPart(m, part),
    label: msg`${msg(called[part])} of layer ${m.layer + 1}, head ${m.head + 1}, ${n} words`,
    cells: cellsOf(m, part, turned),
    tensor: nameOf(m, part),
    lit: [],
  });
}

/** A head's scores between the words drawn, or ALiBi's biases for them. */
function scoresOf(m: StepContext, part: 'scores' | 'biases' = 'scores'): Float32Array {
  const { data, shape } = m.trace.tensor(nameOf(m, part));
  const n = shape[1] ?? 0;
  return windowOf(data.subarray(m.head * n * n, (m.head + 1) * n * n), m.shown);
}

/** What a mask hides is −∞: it does not set the scale. */
function scoreScale(m: StepContext): Scale {
  const sizes = scoresOf(m).filter(Number.isFinite).map(Math.abs);
  return signedScale('weight', sizes.length > 0 ? Math.max(...sizes) : 1);
}

export function scoresPanel(m: StepContext, place: Box): Panel {
  const n = wordsDrawn(m);
  return light(m, {
    ...{ kind: 'panel', ...place, rows: n, columns: n, data: scoresOf(m) },
    scale: scoreScale(m),
    label: msg`scores of layer ${m.layer + 1}, head ${m.head + 1}`,
    cells: {
      origin: cell(nameOf(m, 'scores'), m.head, m.shown.first, m.shown.first),
      ...{ rowAxis: 1, columnAxis: 2 },
    },
    lit: [],
  });
}

/** The scores divided, on the scale of the scores: the paler, the more they were divided. */
export function dividedPanel(m: StepContext, place: Box): Panel {
  const n = wordsDrawn(m);
  const by = divisor(m);
  const biases = m.trace.has(nameOf(m, 'biases')) ? scoresOf(m, 'biases') : null;
  return {
    ...{ kind: 'panel', ...place, rows: n, columns: n },
    data: scoresOf(m).map((score, i) => score / by + (biases?.[i] ?? 0)),
    scale: scoreScale(m),
    label: msg`the same scores, divided`,
    ...{ cells: null, tensor: nameOf(m, 'scores'), lit: [] },
  };
}

export const weightsPanel = (m: StepContext, place: Box): Panel => ({
  ...headMatrix(m, m.layer, m.head, { ...place, size: place.width }),
  ...place,
});

const weightRow = (m: StepContext, token: number): Float32Array =>
  m.trace.row(nameOf(m, 'weights'), m.head, token);

/** What each row of weights adds up to, over all words of the text. */
export const rowSums = (m: StepContext): readonly number[] =>
  Array.from({ length: wordsDrawn(m) }, (_, i) =>
    weightRow(m, m.shown.first + i).reduce((sum, w) => sum + w, 0),
  );

/** What each column adds up to, over the rows of all words: how much a word is looked at. */
export function columnSums(m: StepContext): readonly number[] {
  const sums = new Array<number>(wordsDrawn(m)).fill(0);
  for (const token of m.tokens.keys()) {
    const row = weightRow(m, token);
    for (const i of sums.keys()) sums[i] = (sums[i] ?? 0) + (row[m.shown.first + i] ?? 0);
  }
  return sums;
}

/** Where each matrix is. */
export interface Layout {
  /** In one band from the left to the right, or in three. */
  readonly wide: boolean;
  /** Right edge of the words that name the rows. */
  readonly names: number;
  /** Height of the words over the keys. */
  readonly heads: number;
  readonly query: Box;
  readonly keys: Box;
  readonly scores: Box;
  readonly divided: Box;
  readonly weights: Box;
  readonly values: Box;
  readonly output: Box;
  readonly bottom: number;
}

/** Below this width the matrices stand in three bands. */
const wideFrom = 720;

/** Below each matrix: its name and its shape. */
export const titleHeight = 40;

/** Where a row's sum is written. */
export const sumsWidth = 42;

/** Below the weights: what the columns add up to. */
export const columnsHeight = 46;

/** Room for the frame of the last column's row. */
const rim = 4;

const operator = 44;
const near = 10;
const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));

/** The longest of the words drawn. */
const nameWidth = (m: StepContext): number =>
  Math.max(
    ...wordPlaces(m.shown)
      .filter(({ rest }) => !rest)
      .map((place) => textWidth(pieceAt(m, place), 13, true)),
  );

/** How wide a matrix of numbers is beside one of words. */
const shareOf = (m: StepContext): number => clamp(m.dK / wordsDrawn(m), 0.7, 1.1);

interface Sizes {
  readonly names: number;
  readonly heads: number;
  readonly top: number;
  readonly extra: number;
}

function oneBand(m: StepContext, frame: Frame, { names, heads, top, extra }: Sizes): Layout {
  const n = wordsDrawn(m);
  const share = shareOf(m);
  const room = frame.width - rim - names - near - 3 * operator - sumsWidth;
  const words = Math.min(room / (3 + 2 * share), 34 * n);
  const numbers = words * share;
  const above = clamp(n * 10, 100, 160);
  const beside = top + heads + above + titleHeight + extra + 48;
  const height = clamp(
    Math.min((frame.room ?? 0) - beside, words * 1.1),
    Math.max(n * 13, words * 0.86),
    n * 24,
  );
  const upper = top + heads;
  const y = upper + above + 12;
  const query = { x: names, y, width: numbers, height };
  const scores = { x: names + numbers + near, y, width: words, height };
  const divided = { ...scores, x: scores.x + words + operator };
  const weights = { ...divided, x: divided.x + words + operator };
  const output = { ...query, x: weights.x + words + sumsWidth + operator };
  return {
    ...{ wide: true, names, heads, query, scores, divided, weights, output },
    keys: { ...scores, y: upper, height: above },
    values: { ...output, y: upper, height: above },
    bottom: y + height + extra + titleHeight,
  };
}

function threeBands(m: StepContext, frame: Frame, { names, heads, top, extra }: Sizes): Layout {
  const n = wordsDrawn(m);
  const share = shareOf(m);
  const room = frame.width - rim - names;
  const side = (whole: number) => Math.min(whole, 30 * n);
  const height = (width: number) => clamp(width, n * 13, n * 22);
  const words = side((room - near) / (1 + share));
  const upper = top + heads;
  const above = clamp(words * share * 0.7, 90, 160);
  const first = upper + above + 12;
  const scores = { x: names + words * share + near, y: first, width: words, height: height(words) };
  const query = { ...scores, x: names, width: words * share };
  const second = first + scores.height + titleHeight + 12;
  const half = side((room - operator - sumsWidth) / 2);
  const divided = { x: names, y: second, width: half, height: height(half) };
  const weights = { ...divided, x: names + half + operator };
  const third = second + divided.height + extra + titleHeight + 12;
  const last = side((room - operator) / 2);
  const values = { x: names, y: third, width: last, height: height(last) };
  return {
    ...{ wide: false, names, heads, query, scores, divided, weights, values },
    keys: { ...scores, y: upper, height: above },
    output: { ...values, x: names + last + operator },
    bottom: third + values.height + titleHeight,
  };
}

/** `counted`: the columns' sums are shown. */
export function layoutOf(m: StepContext, frame: Frame, counted: boolean): Layout {
  const widest = nameWidth(m);
  const sizes = {
    names: Math.min(92, widest + 12),
    heads: Math.max(30, Math.min(80, widest + 8)),
    top: 4,
    extra: counted ? columnsHeight : 0,
  };
  return (frame.width >= wideFrom ? oneBand : threeBands)(m, frame, sizes);
}

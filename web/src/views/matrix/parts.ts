import { type Scale, signedScale } from '../../render/color';
import { windowOf } from '../../render/visible-words';
import { cell } from '../../state/dataflow/cell';
import { formulaOf } from '../../state/dataflow/graph';
import { cellOfHead, type HeadCut } from '../../state/dataflow/kinds/attention';
import { divisorOf, ofLayer } from '../../state/dataflow/structure';
import { divisorText } from '../../state/format';
import { later, msg } from '../../words/msg';
import type { Box, CellMap, Panel } from '../kit/scene';
import { boundOf, type StepContext } from '../kit/step-context';
import { headMatrix, light } from '../kit/strip';

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
function numberAt(m: StepContext, part: PartName, token: number, column: number): number {
  const name = nameOf(m, part);
  const { shape } = m.trace.tensor(name);
  const [row, at] = cellOfHead(shape, m.dK, [m.head, token, column], cutOf(m));
  return m.trace.row(name, row)[at] ?? 0;
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
  const data = Float32Array.from({ length: n * m.dK }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const [word, number] = turned ? [column, row] : [row, column];
    return numberAt(m, part, m.shown.first + word, number);
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

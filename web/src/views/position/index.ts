import type { Cell } from '../../state/dataflow/cell';
import { formulaOf } from '../../state/dataflow/graph';
import { waveAt } from '../../state/dataflow/kinds/embedding';
import { signed } from '../../state/format';
import { strongest } from '../../state/vector';
import { wordNameFirst } from '../../state/word-names';
import { msg } from '../../words/msg';
import { sums } from '../kit/add-norm';
import { normed } from '../kit/distribution';
import { type Frame, label, stretched, text, textWidth } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { dot, line, path } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import { boundOf, chosenCell, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { vector } from '../kit/strip';
import { type Words, words } from '../kit/words';

/** Dimensions drawn as curves over the words: fast ones first, each with its cosine. */
function chosenDimensions(d: number): readonly number[] {
  const wanted = [0, 1, 8, 16, 32].map((j) => Math.min(d - 1, Math.round((j * d) / 128)));
  return [...new Set([0, 1, ...wanted])].slice(0, 5);
}

/** Line styles of the curves: hues have other meanings. */
const looks = [
  { stroke: 'ink', width: 1.6 },
  { stroke: 'ink', width: 1.2, dash: '5 3' },
  { stroke: 'residual', width: 2.4 },
  { stroke: 'residual', width: 2.4, dash: '2 3' },
  { stroke: 'ink-2', width: 1.2, dash: '10 3 2 3' },
] as const;

const lookOf = (i: number) => looks[i % looks.length] ?? looks[0];

const curveHeight = (frame: Frame): number => stretched(frame, 108, 310);

/** x of the positions of the words drawn: their words. */
function places(m: StepContext, frame: Frame, at: Words): readonly number[] {
  const { first, end } = m.shown;
  if (at.centres) return at.centres.slice(first, end);
  const step = frame.inner / (end - first);
  return Array.from({ length: end - first }, (_, i) => frame.left + step * (i + 0.5));
}

/** The curve of a sinusoid between words; straight lines for learned positions. */
function course(
  m: StepContext,
  xs: readonly number[],
  j: number,
  y: (v: number) => number,
): string {
  const { sinusoidal } = formulaOf(m.graph, 'embedding.positions', 'position');
  const fine = sinusoidal ? 12 : 1;
  const first = xs[0] ?? 0;
  const pitch = (xs[1] ?? first) - first;
  const steps = Math.max(0, (xs.length - 1) * fine);
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const p = m.shown.first + i / fine;
    const value = sinusoidal
      ? waveAt(p, j, m.dModel)
      : (m.trace.row('embedding.positions', p)[j] ?? 0);
    return `${(first + (i / fine) * pitch).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

function curves(m: StepContext, frame: Frame, at: Words, top: number): readonly Mark[] {
  const height = curveHeight(frame);
  const xs = places(m, frame, at);
  const bound = boundOf(m, 'embedding.positions') || 1;
  const y = (value: number) => top + height / 2 - (value / bound) * (height / 2 - 6);
  const place = m.focus - m.shown.first;
  const x = xs[place] ?? 0;
  const focus = path(`M${x} ${top}V${top + height}`, { stroke: 'query', dash: '2 3' });
  const marks = chosenDimensions(m.dModel).flatMap((j, i): Mark[] => {
    const look = lookOf(i);
    const row = (i: number) => m.trace.row('embedding.positions', m.shown.first + i);
    const values = xs.map((_, i) => row(i)[j] ?? 0);
    const drawn = { from: 0.08 * i, to: 0.08 * i + 0.25 };
    return [
      path(course(m, xs, j, y), { ...look, drawn }),
      ...values.map((v, p) =>
        dot(xs[p] ?? 0, y(v), p === place ? 4 : 2, look.stroke, { keys: appear(0.2, 0.45) }),
      ),
    ];
  });
  return [line(frame.left, y(0), frame.left + frame.inner, y(0)), focus, ...marks];
}

/** Key to the curves, with the number at the focus word, in as few rows as fit. */
function key(m: StepContext, frame: Frame, top: number): Drawn {
  const row = m.trace.row('embedding.positions', m.focus);
  const dimensions = chosenDimensions(m.dModel);
  const short = (place: number, value: string) => `${place}: ${value}`;
  const long = (place: number, value: string) => msg`number ${place}: ${value}`;
  const room = (said: typeof long) =>
    35 + textWidth(said(Math.max(...dimensions) + 1, '−0.00'), 12);
  const said = room(long) * dimensions.length <= frame.inner ? long : short;
  const perRow = Math.min(dimensions.length, Math.max(1, Math.floor(frame.inner / room(said))));
  const y = (i: number) => top + 16 * Math.floor(i / perRow);
  const marks = dimensions.flatMap((j, i) => {
    const x = frame.left + (frame.inner / perRow) * (i % perRow);
    const sample = path(`M${x} ${y(i) - 4}h22`, lookOf(i));
    return [sample, text(x + 28, y(i), said(j + 1, signed(row[j] ?? 0)))];
  });
  return { marks, bottom: y(dimensions.length - 1) };
}

function embeddingAlone(m: StepContext, frame: Frame, y: number): Drawn {
  const place = { x: frame.left, y, width: frame.inner, height: 36 };
  return {
    marks: vector(m, place, { name: 'embedding.output', role: 'residual' }),
    bottom: y + 52,
  };
}

/** BERT applies a layer norm to the sum. */
function embeddingNorm(m: StepContext, frame: Frame, top: number, begin: number): Drawn {
  return normed(m, frame, top, { x: 'embedding.sum', norm: 'embedding.output', begin, end: 1 });
}

/** The embedding alone and, if the model has one, the norm after it. */
const noPositions: Draw = (m, frame) => {
  const head = words(m, frame);
  const body = m.graph.tensors.has('embedding.sum')
    ? embeddingNorm(m, frame, head.bottom + 8, 0)
    : embeddingAlone(m, frame, head.bottom + 28);
  return {
    marks: [...head.marks, ...body.marks],
    bottom: body.bottom,
    chosen: [chosenCell(m, 'embedding.output')],
    caption: [
      msg`This model adds no positions.`,
      msg`To this model, a sentence is a bag of words.`,
    ],
  };
};

/** The cell to write out: the one pointed at, else the number of the curve that is furthest from zero. */
function spelt(m: StepContext, name: string): Cell {
  const dimensions = chosenDimensions(m.dModel);
  const row = m.trace.row('embedding.positions', m.focus);
  const largestOutput = dimensions[strongest(dimensions.map((j) => row[j] ?? 0))] ?? 0;
  return chosenCell(m, name, 0, m.dModel, () => largestOutput);
}

const withPositions: Draw = (m, frame) => {
  const head = words(m, frame);
  const formula = formulaOf(m.graph, 'embedding.positions', 'position');
  const first = label(frame, head.bottom, {
    name: msg`Position`,
    formula: formula.sinusoidal ? 'sin, cos (pos ÷ 10000^(2i/d))' : msg`learned`,
    note: msg`five of its ${m.dModel} numbers, across the words`,
  });
  const top = first.top + 6;
  const plot = curves(m, frame, head, top);
  const names = key(m, frame, top + curveHeight(frame) + 18);
  const withNorm = m.graph.tensors.has('embedding.sum');
  const summed = withNorm ? 'embedding.sum' : 'embedding.output';
  const sum = sums(m, frame, Math.max(names.bottom + 18, first.bottom + 4), {
    a: { tensor: 'embedding.tokens', name: msg`Embedding`, formula: 'e' },
    b: { tensor: 'embedding.positions', name: msg`Position`, formula: `p, pos = ${m.focus}` },
    out: { tensor: summed, name: msg`Sum`, formula: 'x = e + p' },
    roles: ['residual', 'residual', 'residual'],
    begin: 0.4,
    end: withNorm ? 0.65 : 1,
  });
  const norm = withNorm ? embeddingNorm(m, frame, sum.bottom + 8, 0.65) : null;
  const after = norm ? msg` LayerNorm then brings them to the scale layer 1 expects.` : '';
  const chosen = ['embedding.positions', summed, ...(norm ? ['embedding.output'] : [])];
  return {
    marks: [
      ...head.marks,
      ...first.marks,
      ...plot,
      ...names.marks,
      ...sum.marks,
      ...(norm?.marks ?? []),
    ],
    bottom: norm?.bottom ?? sum.bottom,
    chosen: chosen.map((name) => spelt(m, name)),
    caption: [
      msg`${wordNameFirst(m.tokens, m.focus)} is at position ${m.focus}, counting from 0, which its embedding does not say;`,
      msg`the ${m.dModel} numbers added to it depend on the position alone.${after}`,
    ],
  };
};

export const figure: Draw = (m, frame) =>
  m.graph.structure.positions === 'off' ? noPositions(m, frame) : withPositions(m, frame);

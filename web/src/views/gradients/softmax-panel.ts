import { later, msg } from '../../words/msg';
import { sizeText } from '../kit/depth/numbers';
import { type Measured, type SoftmaxRuns, spreadOf } from '../kit/depth/study';
import { text } from '../kit/frame';
import { type Curve, type Plot, placeOfX, placeOfY, plotMarks } from '../kit/plot';
import type { Box, SvgMark } from '../kit/scene';

const passed = (runs: SoftmaxRuns['plain']) => spreadOf(runs.map((run) => run.passed));
const largest = (runs: SoftmaxRuns['plain']) => spreadOf(runs.map((run) => run.largest)).middle;

function curveOf(measured: Measured, of: 'scaled' | 'plain'): Curve {
  const at = measured.softmax.map((runs) => ({ dK: runs.dK, ...passed(runs[of]) }));
  return {
    points: at.map(({ dK, middle }) => [dK, middle] as const),
    band: at.map(({ dK, low, high }) => [dK, low, high] as const),
    tone: 'weight',
    ...(of === 'plain' && { dash: '5 3' }),
  };
}

const names = { scaled: later('divided by √d_k'), plain: later('not divided') } as const;

function nameMark(plot: Plot, measured: Measured, of: 'scaled' | 'plain'): readonly SvgMark[] {
  const at = measured.softmax.find(({ dK }) => dK === 32) ?? measured.softmax.at(-1);
  if (!at) return [];
  const y = placeOfY(plot, passed(at[of]).middle);
  return [text(placeOfX(plot, at.dK) + 8, y - 10, msg(names[of]), { tone: 'ink' })];
}

/** The top of the axis: what passes is below it at every width. */
const most = 0.15;

/** How much of a gradient's length the softmax lets through as heads get wider, with and without √d_k. */
export function drawSoftmax(box: Box, measured: Measured): readonly SvgMark[] {
  const plot: Plot = {
    box,
    x: { from: 1, to: measured.softmax.at(-1)?.dK ?? 2, log: true },
    y: { from: 0, to: most },
    curves: [curveOf(measured, 'scaled'), curveOf(measured, 'plain')],
    below: {
      ticks: measured.softmax.map(({ dK }) => dK).filter((dK) => Math.log2(dK) % 2 === 0),
      write: String,
    },
    left: { ticks: [0, 0.05, 0.1, most] },
  };
  return [
    ...plotMarks(plot),
    ...nameMark(plot, measured, 'scaled'),
    ...nameMark(plot, measured, 'plain'),
  ];
}

/** What was found at one width: that of the open model's heads, or 64. */
export function softmaxCaption(measured: Measured, dK: number): string {
  const near = (runs: SoftmaxRuns) => Math.abs(Math.log(runs.dK / dK));
  const [at] = measured.softmax.slice().sort((a, b) => near(a) - near(b));
  if (!at) return '';
  const said = (runs: SoftmaxRuns['plain']) =>
    msg`the largest weight of a word is ${sizeText(largest(runs))}, and ${sizeText(passed(runs).middle)} of a gradient passes`;
  return msg`Queries and keys of ${at.dK} random numbers: divided by √${at.dK} ${said(at.scaled)}; not divided, ${said(at.plain)}.`;
}

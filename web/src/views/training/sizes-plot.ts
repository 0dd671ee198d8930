import type { PartNorms } from '../../learn/protocol';
import { plain } from '../../state/format';
import { partsAt } from '../../state/training/run';
import { shownStep, type Training } from '../../state/training/training';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { dot, line, rect } from '../kit/marks';
import { type Axis, placed, ticksOf, tickText } from '../kit/plot-axis';
import type { SvgMark } from '../kit/scene';
import type { Drawing } from './drawing';

const rowHeight = 20;
const nameWidth = 84;
const numbersWidth = 112;

/** The axis on which all sizes of the run so far stand, so that nothing shifts from step to step. */
function sizesAxis({ run }: Training): Axis {
  const sizes = run.trail
    .flatMap(({ parts }) => parts.flatMap(({ gradient, update }) => [gradient, update]))
    .filter((size) => size > 0 && Number.isFinite(size));
  const low = Math.floor(Math.log10(Math.min(1, ...sizes)));
  const high = Math.ceil(Math.log10(Math.max(0.1, ...sizes)));
  return { from: 10 ** low, to: 10 ** Math.max(high, low + 1), log: true };
}

/** A part as people call it: "layers.0" is layer 1. */
export function called(name: string): string {
  const [, layer] = /^layers\.(\d+)$/.exec(name) ?? [];
  if (layer) return msg`layer ${Number(layer) + 1}`;
  return name === 'finalNorm' ? msg`last norm` : msg(name);
}

function rowMarks(
  part: PartNorms,
  y: number,
  at: (size: number) => number,
  right: number,
): readonly SvgMark[] {
  const [gradient, update] = [at(part.gradient), at(part.update)];
  const known = (x: number, mark: SvgMark) => (Number.isFinite(x) ? [mark] : []);
  return [
    text(0, y + 4, called(part.name), { tone: 'ink' }),
    line(nameWidth, y, right, y),
    ...known(gradient, dot(gradient, y, 4, 'ink')),
    ...known(update, rect(update - 3.5, y - 3.5, 7, 7, { fill: 'paper', stroke: 'ink' })),
    text(right + 50, y + 4, plain(part.gradient), { anchor: 'end', tone: 'ink' }),
    text(right + numbersWidth, y + 4, plain(part.update), { anchor: 'end' }),
  ];
}

/** The norms of gradient and of update by part of the model, at the step on show. */
export function sizesPlot(training: Training, width: number): Drawing | null {
  const step = shownStep(training)?.step ?? 0;
  const point = partsAt(training.run, step);
  if (!point || point.parts.length === 0) return null;
  const axis = sizesAxis(training);
  const right = width - numbersWidth;
  const ends = [nameWidth + 6, right - 6] as const;
  const at = (size: number) => placed(axis, ends, size);
  const rows = point.parts.flatMap((part, i) => rowMarks(part, 24 + rowHeight * i, at, right));
  const bottom = 24 + rowHeight * (point.parts.length - 1) + 22;
  const ticks = ticksOf(axis, Math.max(2, Math.floor((right - nameWidth) / 44)));
  return {
    width,
    height: bottom + 4,
    step: point.step,
    marks: [
      text(right + 50, 8, msg`gradient`, { anchor: 'end', tone: 'ink' }),
      text(right + numbersWidth, 8, msg`update`, { anchor: 'end' }),
      ...rows,
      ...ticks.map((tick) => text(at(tick), bottom, tickText(tick), { anchor: 'middle' })),
    ],
  };
}

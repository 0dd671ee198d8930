import type { PartNorms } from '../../learn/protocol';
import { percent, plain } from '../../state/format';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { dot, line, rect } from '../kit/marks';
import { type Axis, placed, ticksOf, tickText } from '../kit/plot-axis';
import type { SvgMark } from '../kit/scene';
import type { Drawing } from './drawing';
import { partsAt, type TrailPoint } from './run';
import { shownStep, type Training } from './training';

/** Between rows; of many rows less. */
const rowHeight = (rows: number): number => (rows > 6 ? 14 : 20);
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
  const [, layer, part] = /^layers\.(\d+)(?:\.(\w+))?$/.exec(name) ?? [];
  const number = Number(layer) + 1;
  if (part === 'router') return msg`router ${number}`;
  if (part === 'experts') return msg`experts ${number}`;
  if (layer) return msg`layer ${number}`;
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

/** Height of a layer's experts as a bar, with its room. */
const barHeight = 14;

const layerOf = (name: string): number => Number(/^layers\.(\d+)\.experts$/.exec(name)?.[1] ?? -1);

/** A bar of a layer's words: each expert's share of them. */
function shareMarks(
  shares: readonly number[],
  y: number,
  [left, right]: readonly [number, number],
): readonly SvgMark[] {
  const all = shares.reduce((sum, share) => sum + share, 0) || 1;
  let x = left;
  return shares.flatMap((share, i) => {
    const wide = ((right - left) * share) / all;
    const label = percent(share);
    const marks = [
      rect(x, y - 6, Math.max(0, wide - 1), 12, {
        fill: 'ink-2',
        opacity: i % 2 === 0 ? 0.3 : 0.18,
      }),
      ...(wide > textWidth(label, 12) + 4
        ? [text(x + wide / 2, y + 4, label, { anchor: 'middle', tone: 'ink' })]
        : []),
    ];
    x += wide;
    return marks;
  });
}

/** Where each part's row is: below a layer's experts there is room for the bar. */
function rowsOf({ parts, shares }: TrailPoint): readonly number[] {
  const pitch = rowHeight(parts.length);
  let y = 24 - pitch;
  return parts.map((_, i) => {
    const hasBar = shares.length > 0 && layerOf(parts[i - 1]?.name ?? '') >= 0;
    y += pitch + (hasBar ? barHeight : 0);
    return y;
  });
}

/** The norms of gradient and of update by part of the model, at the step on show, and the experts' shares. */
export function sizesPlot(training: Training, width: number): Drawing | null {
  const step = shownStep(training)?.step ?? 0;
  const point = partsAt(training.run, step);
  if (!point || point.parts.length === 0) return null;
  const axis = sizesAxis(training);
  const right = width - numbersWidth;
  const ends = [nameWidth + 6, right - 6] as const;
  const at = (size: number) => placed(axis, ends, size);
  const places = rowsOf(point);
  const experts = training.run.info?.config.num_local_experts ?? 0;
  const rows = point.parts.flatMap((part, i) => rowMarks(part, places[i] ?? 0, at, right));
  const bars = point.parts.flatMap(({ name }, i) => {
    const layer = layerOf(name);
    const own = layer < 0 ? [] : point.shares.slice(layer * experts, (layer + 1) * experts);
    return shareMarks(own, (places[i] ?? 0) + barHeight, [nameWidth, width]);
  });
  const bottom = (places.at(-1) ?? 0) + 22;
  const ticks = ticksOf(axis, Math.max(2, Math.floor((right - nameWidth) / 44)));
  return {
    width,
    height: bottom + 4,
    step: point.step,
    marks: [
      ...(bars.length > 0 ? [text(0, 8, msg`bars: words per expert`)] : []),
      text(right + 50, 8, msg`gradient`, { anchor: 'end', tone: 'ink' }),
      text(right + numbersWidth, 8, msg`update`, { anchor: 'end' }),
      ...rows,
      ...bars,
      ...ticks.map((tick) => text(at(tick), bottom, tickText(tick), { anchor: 'middle' })),
    ],
  };
}

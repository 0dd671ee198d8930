import type { Evaluation, PartNorms } from '../../learn/protocol';
import { percent, plain } from '../../state/format';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { dot, line, rect } from '../kit/marks';
import { type Curve, type Plot, type Point, rulerRoom } from '../kit/plot';
import { type Axis, placed, ticksOf, tickText } from '../kit/plot-axis';
import type { SvgMark } from '../kit/scene';
import { amongWords } from './captions';
import type { Drawing } from './parts';
import { type LearnRun, partsAt, stepOf, type TrailPoint } from './run';
import { shownStep, type Training } from './training';

interface Room {
  readonly width: number;
  readonly height: number;
}

/** A plot's box in its room. */
const boxIn = ({ width, height }: Room, right = 8) => ({
  x: rulerRoom.left,
  y: rulerRoom.above,
  width: width - rulerRoom.left - right,
  height: height - rulerRoom.above - rulerRoom.below,
});

type Losses = Pick<TrailPoint, 'maskedLoss' | 'referenceLoss'>;

const heldOut = ({ kept }: LearnRun, of: (losses: Losses) => number): readonly Point[] =>
  kept.map(({ step, evaluation }): Point => [step, of(evaluation)]);

const masked = ({ maskedLoss }: Losses): number => maskedLoss;
const references = ({ referenceLoss }: Losses): number => referenceLoss;

function curvesOf({ run, former }: Training): readonly Curve[] {
  const trail = (of: (losses: Losses) => number) =>
    run.trail.map((point): Point => [point.step, of(point)]);
  const before = former
    ? [
        { points: heldOut(former, masked), tone: 'ink', dash: '5 3' } as const,
        { points: heldOut(former, references), tone: 'query', dash: '5 3' } as const,
      ]
    : [];
  return [
    { points: trail(references), tone: 'query', width: 1, opacity: 0.4 },
    { points: trail(masked), tone: 'ink', width: 1, opacity: 0.4 },
    ...before,
    { points: heldOut(run, references), tone: 'query' },
    { points: heldOut(run, masked), tone: 'ink' },
  ];
}

/** The highest of what is drawn. */
function highest(curves: readonly Curve[]): number {
  const values = curves.flatMap(({ points }) => points.map(([, y]) => y));
  return Math.max(1, Math.ceil(Math.max(...values.filter(Number.isFinite), 0)));
}

/** Loss over steps with two rulers: nats, and among how many words one would be as unsure. */
export function lossPlot(training: Training, room: Room): Plot {
  const curves = curvesOf(training);
  const x = stepsAxis(training);
  const shown = shownStep(training);
  return {
    box: boxIn(room, rulerRoom.right),
    x,
    y: { from: 0, to: highest(curves) },
    curves,
    left: { name: msg`nats` },
    right: { name: msg`words`, write: amongWords },
    at: shown && onAxis(x, shown.step),
  };
}

/** Of all planned steps, the first so many-th are left out: hardly anything happens there. */
const cut = 300;

const nice = (x: number): number => {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([5, 2, 1].find((m) => m * power <= x) ?? 1);
};

/** The last step of an axis: all that are planned, where the plan is known. */
const endOf = (run: LearnRun): number => Math.max(run.info?.steps ?? 0, stepOf(run), 10);

/** The axis of steps that all pictures share: logarithmic, as half of learning is in its first sixth. */
export function stepsAxis({ run, former }: Training): Axis {
  const to = Math.max(endOf(run), former ? endOf(former) : 0);
  return { from: Math.max(1, nice(to / cut)), to, log: true };
}

/** A step on the axis: what comes before its begin is there. */
export const onAxis = ({ from, to }: Axis, step: number): number =>
  Math.min(to, Math.max(from, step));

const share = ({ kept }: LearnRun, of: (evaluation: Evaluation) => number): readonly Point[] =>
  kept.map(({ step, evaluation }): Point => [step, of(evaluation)]);

/** The measures: what the model answers, and where its best head looks; each, and both of a pair. */
const measures: readonly (readonly [
  of: (evaluation: Evaluation) => number,
  look: Omit<Curve, 'points'>,
])[] = [
  [({ headReferences }) => headReferences, { tone: 'weight' }],
  [({ headPairs }) => headPairs, { tone: 'weight', dash: '1.5 3' }],
  [({ references }) => references, { tone: 'ink' }],
  [({ pairs }) => pairs, { tone: 'ink', dash: '1.5 3' }],
];

function accuracyCurves({ run, former }: Training): readonly Curve[] {
  const before = former
    ? measures
        .filter(([, { dash }]) => !dash)
        .map(([of, look]) => ({ ...look, points: share(former, of), dash: '6 4', opacity: 0.7 }))
    : [];
  return [...before, ...measures.map(([of, look]) => ({ ...look, points: share(run, of) }))];
}

/** How often held-out pronouns are read rightly: each, and both of a pair that differs in one word. */
export function accuracyPlot(training: Training, room: Room): Plot {
  const x = stepsAxis(training);
  const shown = shownStep(training);
  return {
    box: boxIn(room),
    x,
    y: { from: 0, to: 1 },
    curves: accuracyCurves(training),
    left: { ticks: [0, 0.5, 1] },
    at: shown && onAxis(x, shown.step),
  };
}

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

import type { Evaluation } from '../../learn/protocol';
import { msg } from '../../words/msg';
import { type Curve, type Plot, type Point, rulerRoom } from '../kit/plot';
import type { Axis } from '../kit/plot-axis';
import { amongWords } from './captions';
import { type LearnRun, stepOf, type TrailPoint } from './run';
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

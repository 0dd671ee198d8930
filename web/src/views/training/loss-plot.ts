import { msg } from '../../words/msg';
import type { Curve, Plot, Point } from '../kit/plot';
import { rulerRoom } from '../kit/plot';
import { amongWords } from './captions';
import type { LearnRun, TrailPoint } from './run';
import { onAxis, stepsAxis } from './steps-axis';
import { shownStep, type Training } from './training';

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** A plot's box in its room. */
export const boxIn = ({ width, height }: Room, right = 8) => ({
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

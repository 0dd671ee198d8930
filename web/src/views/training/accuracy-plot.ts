import type { Evaluation } from '../../learn/protocol';
import type { LearnRun } from '../../state/training/run';
import { shownStep, type Training } from '../../state/training/training';
import type { Curve, Plot, Point } from '../kit/plot';
import { boxIn, type Room } from './loss-plot';
import { onAxis, stepsAxis } from './steps-axis';

const share = ({ kept }: LearnRun, of: (evaluation: Evaluation) => number): readonly Point[] =>
  kept.map(({ step, evaluation }): Point => [step, of(evaluation)]);

const each = ({ references }: Evaluation): number => references;
const both = ({ pairs }: Evaluation): number => pairs;

function curvesOf({ run, former }: Training): readonly Curve[] {
  const before = former
    ? [
        { points: share(former, each), tone: 'query', dash: '5 3' } as const,
        { points: share(former, both), tone: 'weight', dash: '5 3' } as const,
      ]
    : [];
  return [
    ...before,
    { points: share(run, each), tone: 'query' },
    { points: share(run, both), tone: 'weight' },
  ];
}

/** How often held-out pronouns are read rightly: each, and both of a pair that differs in one word. */
export function accuracyPlot(training: Training, room: Room): Plot {
  const x = stepsAxis(training);
  const shown = shownStep(training);
  return {
    box: boxIn(room),
    x,
    y: { from: 0, to: 1 },
    curves: curvesOf(training),
    left: { ticks: [0, 0.5, 1] },
    at: shown && onAxis(x, shown.step),
  };
}

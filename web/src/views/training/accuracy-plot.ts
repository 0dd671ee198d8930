import type { Evaluation } from '../../learn/protocol';
import type { Curve, Plot, Point } from '../kit/plot';
import { boxIn, type Room } from './loss-plot';
import type { LearnRun } from './run';
import { onAxis, stepsAxis } from './steps-axis';
import { shownStep, type Training } from './training';

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

function curvesOf({ run, former }: Training): readonly Curve[] {
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
    curves: curvesOf(training),
    left: { ticks: [0, 0.5, 1] },
    at: shown && onAxis(x, shown.step),
  };
}

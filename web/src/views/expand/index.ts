import { quoted } from '../../state/dataflow/naming';
import { ofLayer } from '../../state/dataflow/structure';
import { later, msg } from '../../words/msg';
import { matrixStep } from '../kit/matrix-step';
import type { StepContext } from '../kit/step-context';

/** The largest number, and what becomes of one below zero in this run. */
const follows = (m: StepContext, best: string): string =>
  ofLayer(m.graph.structure, m.layer).activation === 'none'
    ? msg`The strongest response is ${best}. In this run no activation follows, so those below zero go on as they are.`
    : msg`The strongest response is ${best}. The activation that follows holds back those below zero.`;

export const figure = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.hidden`,
  role: 'feed-forward',
  inRole: 'norm',
  name: later('Expand'),
  input: later('Input'),
  symbols: { x: 'x', w: 'W₁', y: 'u' },
  note: later('Each word on its own.'),
  loud: (x) => x,
  caption: (m, input, out, best) => [
    msg`The ${input} numbers of ${quoted(m.word)} run past ${out} detectors, the hidden units: one for each row of the matrix.`,
    follows(m, best),
  ],
});

import { quoted } from '../../state/dataflow/naming';
import { ofLayer } from '../../state/dataflow/structure';
import { later, msg } from '../../words/msg';
import { matrixStep } from '../kit/matrix-step';
import type { StepContext } from '../kit/step-context';

/** The largest number, and what becomes of one below zero in this run. */
const follows = (m: StepContext, best: string): string =>
  ofLayer(m.graph.structure, m.layer).activation === 'none'
    ? msg`the strongest response is ${best}, and as no activation follows in this run, those below zero go on as they are.`
    : msg`the strongest response is ${best}.`;

export const figure = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.hidden`,
  role: 'feed-forward',
  inRole: 'norm',
  name: later('Expand'),
  input: later('Input'),
  symbols: { x: 'x', w: 'W₁', y: 'u' },
  note: later('Each word on its own.'),
  loud: (x) => x,
  caption: (m, _input, out, best) => [
    msg`The vector of ${quoted(m.word)} runs past ${out} detectors, the hidden units, one for each row of the matrix;`,
    follows(m, best),
  ],
});

import { quoted } from '../../state/dataflow/naming';
import { later, msg } from '../../words/msg';
import { matrixStep } from '../kit/matrix-step';

export const figure = matrixStep({
  out: (m) => `layers.${m.layer}.attention.output`,
  role: 'residual',
  inRole: 'value',
  name: later('Output'),
  input: later('All heads'),
  symbols: { x: 'h', w: 'W_O', y: 'o' },
  note: later('Each number of the output can draw on every head.'),
  caption: (m, _input, _output, best) => [
    msg`One matrix mixes what the ${m.heads} heads found for ${quoted(m.word)} into a single vector;`,
    msg`the largest, positive or negative, is ${best}.`,
  ],
});

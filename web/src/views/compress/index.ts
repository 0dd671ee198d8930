import { quoted } from '../../state/dataflow/naming';
import { later, msg } from '../../words/msg';
import { matrixStep } from '../kit/matrix-step';

export const figure = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.output`,
  role: 'feed-forward',
  inRole: 'feed-forward',
  name: later('Compress'),
  input: later('Hidden units'),
  symbols: { x: 'f(u)', w: 'W₂', y: 'z' },
  note: later('A unit that is off adds nothing.'),
  caption: (m, _input, out, best) => [
    msg`A second matrix turns the hidden units of ${quoted(m.word)} back into ${out} numbers, which are added to the word;`,
    msg`the largest, positive or negative, is ${best}.`,
  ],
});

import { quoted } from '../../state/dataflow/naming';
import { strongest } from '../../state/vector';
import { later, msg } from '../../words/msg';
import { matrixStep } from '../kit/matrix-step';

export const draw = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.output`,
  role: 'feed-forward',
  inRole: 'feed-forward',
  name: later('Compress'),
  input: later('Hidden units'),
  symbols: { x: 'f(u)', w: 'W₂', y: 'z' },
  note: later('A unit that is off adds nothing.'),
  loudest: strongest,
  caption: (m, input, out, best) => [
    msg`A second matrix turns the ${input} hidden units of ${quoted(m.word)} back into ${out} numbers, to be added to the word.`,
    msg`The one furthest from zero is ${best}.`,
  ],
});

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Fixed lines and changing lines'),
  question: later('How is this different from an ordinary network?'),
  answer: later(
    'An ordinary network’s weights are fixed; attention computes new ones for every sentence.',
  ),
  group: later('What is it?'),
  place: 120,
  words: 'mlp dense layer neural network difference dynamic fixed neuronales Netz Unterschied fest',
  section: 'attention',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'head',
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Masks'),
  question: later('Which words may look at which?'),
  answer: later(
    'An encoder lets every word see every other; a mask hides later words, or padding.',
  ),
  group: later('Why is it built so?'),
  place: 350,
  words:
    'causal mask padding bidirectional future unidirectional autoregressive triangle Maske Zukunft',
  section: 'relatives',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'head',
} satisfies Meta;

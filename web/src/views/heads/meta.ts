import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('All heads'),
  question: later('Why several heads?'),
  answer: later(
    'With a single head, a word could look in only one way; with several, it can look in several ways at once.',
  ),
  group: later('Why is it built so?'),
  place: 300,
  words: 'multi-head multihead multiple heads parallel why eight mehrere Köpfe',
  section: 'heads',
  choice: later('all heads'),
  still: true,
  of: 'layer',
  asksWhere: true,
} satisfies Meta;

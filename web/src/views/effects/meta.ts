import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Is attention an explanation?'),
  question: later('Which words does the answer depend on?'),
  answer: later(
    'Leave words out and see what changes: the word with the largest weight isn’t always the one that matters.',
  ),
  group: later('What if?'),
  place: 420,
  words:
    'interpretability explainability explanation saliency importance faithful trust Erklärung Vertrauen wichtig',
  section: 'questions',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'head',
  unfoldsParts: ['weights'],
} satisfies Meta;

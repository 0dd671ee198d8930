import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Is attention an explanation?'),
  question: later('Which words does the answer depend on?'),
  answer: later(
    'Take words out and see what changes: the largest weight is not always what matters.',
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

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Twins'),
  question: later('Which word turns the answer?'),
  answer: later(
    'Two sentences that differ in one word, and the place where their numbers part ways.',
  ),
  group: later('What if?'),
  place: 410,
  words:
    'minimal pair compare counterfactual activation patching causal tracing tired wide Vergleich vergleichen Paar',
  section: 'attention',
  choice: later('twins'),
  still: true,
  says: true,
  of: 'head',
} satisfies Meta;

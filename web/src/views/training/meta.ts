import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Training'),
  question: later('Where do the numbers come from?'),
  answer: later('They start out random, and every example nudges them toward a smaller loss.'),
  group: later('How does it learn?'),
  place: 500,
  words:
    'learn train weights parameters backpropagation gradient descent adam loss fine-tuning optimizer lernen trainieren Verlust',
  section: 'learning',
  choice: later('training'),
  bundle: 'learn',
  still: true,
  alone: true,
  of: 'text',
} satisfies Meta;

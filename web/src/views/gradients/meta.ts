import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Why residual connections?'),
  question: later('What do residual connections do in a deep stack?'),
  answer: later(
    'They keep words apart: without them, all words in a deep encoder become the same vector.',
  ),
  group: later('Why is it built so?'),
  place: 320,
  words:
    'vanishing exploding gradient skip connection backpropagation deep verschwindende explodierende',
  section: 'learning',
  bundle: 'learn',
  still: true,
  alone: true,
  wantsGradients: true,
  of: 'text',
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Why residual connections?'),
  question: later('What is the path around each part for?'),
  answer: later(
    'It keeps words apart: without it, all words of a deep encoder become the same vector.',
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

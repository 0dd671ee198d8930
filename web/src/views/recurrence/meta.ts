import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Word by word, or all at once'),
  question: later('Why not read one word after another?'),
  answer: later(
    'Each word would have to wait for the one before it, and distant words would fade.',
  ),
  group: later('What does it cost?'),
  place: 620,
  words: 'rnn lstm recurrent network sequential before transformers history nacheinander früher',
  section: 'before',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;

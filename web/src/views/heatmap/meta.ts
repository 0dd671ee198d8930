import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Attention as a matrix'),
  question: later('Which words look at which?'),
  answer: later(
    'Each row shows how one word divides its attention among all words, itself included.',
  ),
  group: later('How does it compute?'),
  place: 220,
  words: 'attention matrix map heatmap pattern weights grid Gewichte Muster',
  section: 'all-at-once',
  choice: later('matrix'),
  of: 'head',
  asksWhere: true,
  unfoldsParts: ['weights'],
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Experts'),
  question: later('Must every word use the same network?'),
  answer: later('No: a router can send each word to a few of many feed-forward networks.'),
  group: later('What else is built this way?'),
  place: 750,
  words: 'mixture of experts moe mixtral router sparse gating Experten',
  section: 'relatives',
  bundle: 'relatives',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;

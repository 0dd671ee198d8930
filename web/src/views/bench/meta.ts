import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Broken Transformers'),
  question: later('Which line of the code is wrong?'),
  answer: later('Find the bug: each model is broken in one line, and its numbers give it away.'),
  group: later('What if?'),
  place: 430,
  words:
    'debug bug exercise quiz test practice mistake common errors implementation Fehler Übung üben',
  section: 'bugs',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Weighted sum of the values'),
  answer: later('The values of all words, each as much as its weight says.'),
  words: 'weighted sum average values mix context vector gewichtete Summe Mittel',
  section: 'sum',
  tick: later('sum'),
  step: 80,
  figure: 'attention',
  of: 'head',
  unfoldsParts: ['weights'],
  scales: ['value'],
} satisfies Meta;

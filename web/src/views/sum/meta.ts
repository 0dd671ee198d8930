import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Weighted sum of the values'),
  answer: later('Every word’s value, scaled by its weight, added up.'),
  words: 'weighted sum average values mix context vector gewichtete Summe Mittel',
  section: 'sum',
  tick: later('sum'),
  step: 80,
  figure: 'attention',
  of: 'head',
  unfoldsParts: ['weights'],
  scales: ['value'],
} satisfies Meta;

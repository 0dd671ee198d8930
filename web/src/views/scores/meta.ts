import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Scores: query meets key'),
  answer: later('The product of a query and a key says how well they fit.'),
  words: 'dot product qk similarity query key match Skalarprodukt',
  section: 'scores',
  tick: later('scores'),
  step: 50,
  figure: 'attention',
  of: 'head',
  unfoldsParts: ['scores', 'weights'],
  scales: ['query', 'key'],
} satisfies Meta;

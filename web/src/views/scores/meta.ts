import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Scores: query meets key'),
  answer: later('A query times a key gives a score: how well the two match.'),
  words: 'dot product qk similarity query key match Skalarprodukt',
  section: 'scores',
  tick: later('scores'),
  step: 50,
  figure: 'attention',
  of: 'head',
  unfoldsParts: ['scores', 'weights'],
  scales: ['query', 'key'],
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Softmax: scores to weights'),
  answer: later('It turns scores into weights that are positive and add up to 1.'),
  words: 'exponential normalise probability distribution sum to one Verteilung Exponent',
  section: 'softmax',
  tick: later('softmax'),
  step: 70,
  figure: 'attention',
  of: 'head',
  unfoldsParts: ['weights'],
  scales: [],
} satisfies Meta;

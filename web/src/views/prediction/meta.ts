import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Output and prediction'),
  question: later('What comes out?'),
  answer: later(
    'One vector for each word; a matrix turns it into a probability for every token it knows.',
  ),
  group: later('What is it?'),
  place: 150,
  words:
    'output logits mlm masked word probability answer cls pooling classification guess Ausgabe Wahrscheinlichkeit Antwort',
  section: 'prediction',
  tick: later('prediction'),
  step: 170,
  of: 'text',
  unfoldsTensors: ['logits', 'output'],
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Feed-forward: compress'),
  answer: later('A second matrix brings the hidden units back to the word’s own size.'),
  words: 'second linear layer w2 project down zweite Schicht',
  section: 'feed-forward',
  tick: later('compress'),
  step: 140,
  of: 'layer',
  unfoldsTensors: ['layers.{l}.feedForward.output'],
  unfoldsParts: ['compressed'],
  growsFrom: 'activate',
} satisfies Meta;

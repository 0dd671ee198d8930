import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Feed-forward: expand'),
  answer: later('A matrix makes the hidden units of each word: more numbers than the word has.'),
  words: 'first linear layer w1 hidden expand four times erste Schicht',
  section: 'feed-forward',
  tick: later('expand'),
  step: 120,
  of: 'layer',
  unfoldsTensors: ['layers.{l}.feedForward.hidden'],
  unfoldsParts: ['hidden'],
  growsFrom: 'activate',
} satisfies Meta;

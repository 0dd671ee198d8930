import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Heads, side by side'),
  answer: later('The outputs of all heads, side by side in one vector.'),
  words: 'concatenate concatenation heads join aneinanderhängen',
  section: 'heads',
  tick: later('heads'),
  step: 90,
  of: 'layer',
  unfoldsParts: ['heads'],
} satisfies Meta;

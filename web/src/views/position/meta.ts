import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Position'),
  question: later('Why waves, and why are they added?'),
  answer: later(
    'Each position has its own mix of waves; adding it to the word makes order visible.',
  ),
  group: later('How does it compute?'),
  place: 240,
  words:
    'positional encoding sinusoidal sine cosine order sequence word order Reihenfolge Stelle Sinus Kosinus',
  section: 'positions',
  tick: later('position'),
  step: 30,
  of: 'text',
  unfoldsTensors: ['embedding.positions', 'embedding.output'],
  unfoldsParts: ['x'],
} satisfies Meta;

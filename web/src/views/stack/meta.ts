import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The stack of layers'),
  question: later('Why many layers?'),
  answer: later(
    'Each layer builds on what the one below found, so the answer takes shape step by step.',
  ),
  group: later('How does it compute?'),
  place: 260,
  words:
    'deep depth layers how many number of layers logit lens residual stream tief Tiefe Anzahl Schichten',
  section: 'stack',
  tick: later('stack'),
  step: 160,
  of: 'layer',
  unfoldsTensors: ['output', 'prediction.hidden', 'prediction.norm', 'logits'],
} satisfies Meta;

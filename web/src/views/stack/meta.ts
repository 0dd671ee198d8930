import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Stack of layers'),
  question: later('Why many layers?'),
  answer: later('Each layer reads what the one before it found, so the answer forms step by step.'),
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

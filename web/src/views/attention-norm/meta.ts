import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Add & norm after attention'),
  answer: later(
    'What attention found is added to the word, and the sum brought back to one scale.',
  ),
  words: 'add and norm residual layernorm after attention Summe',
  section: 'residual',
  tick: later('add & norm'),
  step: 110,
  of: 'layer',
  unfoldsTensors: ['layers.{l}.attention.norm', 'layers.{l}.feedForward.norm'],
  unfoldsParts: ['middle', 'norm-2'],
} satisfies Meta;

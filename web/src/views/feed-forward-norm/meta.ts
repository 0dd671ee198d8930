import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Add & norm after feed-forward'),
  answer: later(
    'The output of the feed-forward network is added to the word, and the sum is brought back to one scale.',
  ),
  words: 'add and norm residual layernorm after feed-forward output Summe danach',
  section: 'residual',
  tick: later('add & norm'),
  step: 150,
  of: 'layer',
  unfoldsTensors: ['layers.{l}.feedForward.norm', 'output'],
  unfoldsParts: ['end', 'output-norm'],
} satisfies Meta;

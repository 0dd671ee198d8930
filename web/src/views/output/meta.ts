import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Output projection'),
  answer: later('One matrix mixes what the heads found into the word’s own numbers.'),
  words: 'wo output projection matrix combine heads mischen',
  section: 'heads',
  tick: later('output'),
  step: 100,
  of: 'layer',
  unfoldsTensors: ['layers.{l}.attention.output'],
  unfoldsParts: ['output'],
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Embedding'),
  answer: later('The learned numbers that every token starts out with.'),
  words: 'lookup table vector one-hot row Tabelle Zeile',
  section: 'vectors',
  tick: later('embedding'),
  step: 20,
  of: 'text',
  unfoldsTensors: ['embedding.tokens'],
  unfoldsParts: ['x'],
  growsFrom: 'position',
} satisfies Meta;

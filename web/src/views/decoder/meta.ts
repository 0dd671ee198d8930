import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The decoder'),
  question: later('How does a Transformer write?'),
  answer: later('One word at a time, each computed from everything before it.'),
  group: later('What else is built this way?'),
  place: 710,
  words:
    'gpt autoregressive generate generation decoder-only text write causal llm schreiben erzeugen',
  section: 'relatives',
  bundle: 'relatives',
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;

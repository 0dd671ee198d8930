import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Cross-attention'),
  question: later('How does an answer look at its source?'),
  answer: later('Queries come from what is being written, keys and values from what was read.'),
  group: later('What else is built this way?'),
  place: 720,
  words:
    'encoder-decoder translation seq2seq machine translation t5 source target Übersetzung Quelle',
  section: 'relatives',
  bundle: 'relatives',
  settingsOf: 'decoder',
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;

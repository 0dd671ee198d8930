import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The next word'),
  question: later('What comes next?'),
  answer: later('A probability for every word, and what temperature and top-k do to it.'),
  group: later('What else is built this way?'),
  place: 700,
  words:
    'sampling temperature top-k top-p greedy beam language model chatgpt llm generate Temperatur Sprachmodell',
  section: 'relatives',
  bundle: 'relatives',
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;

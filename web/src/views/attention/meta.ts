import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Attention'),
  question: later('Where does a word look?'),
  answer: later(
    'At the words whose keys match its query: step by step, their scores become weights.',
  ),
  group: later('What is it?'),
  place: 110,
  words: 'self-attention step by step formula pronoun coreference it Schritt Formel Pronomen Bezug',
  section: 'attention',
  choice: later('step by step'),
  of: 'head',
  asksWhere: true,
  unfoldsParts: ['scores', 'weights'],
  scales: ['query', 'key', 'value'],
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Sentences'),
  question: later('Why do two sentences count as similar?'),
  answer: later(
    'Their vectors point the same way. With mean pooling the cosine is a sum over all pairs of words.',
  ),
  group: later('How does it compute?'),
  place: 335,
  words:
    'sentence embedding similarity cosine semantic search MiniLM SBERT sentence-transformers pooling vector Satzvektor Ähnlichkeit Kosinus Suche',
  section: 'vectors',
  bundle: 'published',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;

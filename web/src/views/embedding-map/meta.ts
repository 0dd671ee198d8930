import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('A map of words'),
  question: later('Why vectors?'),
  answer: later('Words used in similar ways get vectors that point in similar directions.'),
  group: later('What is it?'),
  place: 130,
  words:
    'embedding space similarity cosine distance meaning analogy neighbours word2vec Ähnlichkeit Abstand Nachbarn Einbettung',
  section: 'vectors',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('All words at once'),
  question: later('How are all words computed at once?'),
  answer: later('As one product of matrices: all queries times all keys.'),
  group: later('How does it compute?'),
  place: 230,
  words:
    'parallel matrix multiplication matmul batch gpu vectorised at once gleichzeitig Matrixmultiplikation',
  section: 'all-at-once',
  bundle: 'figures',
  of: 'head',
} satisfies Meta;

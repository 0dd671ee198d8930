import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('LayerNorm and BatchNorm'),
  question: later('Why normalise, and why word by word?'),
  answer: later(
    'It keeps all numbers on one scale; word by word, no other text can change a result.',
  ),
  group: later('Why is it built so?'),
  place: 330,
  words:
    'layernorm layer norm batchnorm normalization rmsnorm mean variance standard deviation Mittelwert Streuung',
  section: 'residual',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'layer',
} satisfies Meta;

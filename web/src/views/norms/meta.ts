import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('LayerNorm and BatchNorm'),
  question: later('Why normalise, and why each word by itself?'),
  answer: later(
    'So that numbers keep one scale; word by word, so that no other text changes a result.',
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

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The residual connection'),
  question: later('Why add the input back?'),
  answer: later('So that the word itself survives: each part only has to add what it found.'),
  group: later('Why is it built so?'),
  place: 310,
  words: 'skip connection shortcut resnet residual stream add Abkürzung Summe',
  section: 'residual',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;

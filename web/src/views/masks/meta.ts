import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Masks'),
  question: later('Who may look at whom?'),
  answer: later(
    'An encoder lets all look at all; a mask hides what comes later, or what is padding.',
  ),
  group: later('Why is it built so?'),
  place: 350,
  words:
    'causal mask padding bidirectional future unidirectional autoregressive triangle Maske Zukunft',
  section: 'relatives',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'head',
} satisfies Meta;

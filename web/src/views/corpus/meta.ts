import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Heads over many sentences'),
  question: later('What does this head do elsewhere?'),
  answer: later(
    'Measured over hundreds of sentences, some heads keep one habit; most depend on the sentence.',
  ),
  group: later('How does it compute?'),
  place: 265,
  words:
    'corpus dataset many sentences head specialisation previous token head induction statistics average entropy find a head CSV Korpus viele Sätze Kopf finden',
  section: 'heads',
  bundle: 'relatives',
  still: true,
  of: 'text',
} satisfies Meta;

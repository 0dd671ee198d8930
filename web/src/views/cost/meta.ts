import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('What does it cost?'),
  question: later('What does it cost?'),
  answer: later(
    'Parameters, memory and operations, for this model and famous ones, measured on your machine.',
  ),
  group: later('What does it cost?'),
  place: 600,
  words:
    'expensive quadratic complexity big o flops memory parameters speed slow price kv cache teuer quadratisch Aufwand Speicher langsam',
  section: 'cost',
  bundle: 'learn',
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;

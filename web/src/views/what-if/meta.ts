import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('What if?'),
  question: later('What if a number were different?'),
  answer: later('Change any number or switch off a part, and everything after it is recomputed.'),
  group: later('What if?'),
  place: 400,
  words:
    'intervention ablation ablate patch experiment change mute remove without ändern abschalten Versuch ohne',
  section: 'bugs',
  choice: later('what if?'),
  still: true,
  says: true,
  of: 'head',
  unfoldsParts: ['scores', 'weights'],
} satisfies Meta;

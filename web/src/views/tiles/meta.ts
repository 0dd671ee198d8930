import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Attention in tiles'),
  question: later('Must all scores be in memory at once?'),
  answer: later(
    'No: working tile by tile with a running sum gives the same result in less memory.',
  ),
  group: later('What does it cost?'),
  place: 610,
  words:
    'flash attention flashattention memory efficient online softmax blocks long context Speicher sparen',
  section: 'cost',
  bundle: 'relatives',
  still: true,
  says: true,
  of: 'head',
} satisfies Meta;

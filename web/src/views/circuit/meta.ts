import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Circuit'),
  question: later('Which parts does the answer need?'),
  answer: later(
    'Few: nearly all heads and feed-forward networks can hold another sentence’s numbers, and the answer stands.',
  ),
  group: later('What if?'),
  place: 415,
  words:
    'circuit mechanistic interpretability activation patching path patching ablation which heads matter minimal subgraph ACDC Schaltkreis',
  section: 'heads',
  bundle: 'relatives',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;

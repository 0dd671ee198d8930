import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The eye and the word'),
  question: later('What does “attention” mean?'),
  answer: later(
    'Each word mixes a little of the others into itself, with weights that add up to 1.',
  ),
  group: later('What is it?'),
  place: 100,
  words: 'focus gaze meaning metaphor look definition Aufmerksamkeit Bedeutung Blick',
  section: 'attention',
  bundle: 'figures',
  still: true,
  says: true,
  of: 'head',
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('By hand'),
  question: later('Can I compute it myself?'),
  answer: later('An encoder that was trained to fit on paper: every number of its answer.'),
  group: later('Why is it built so?'),
  place: 980,
  words: 'by hand exercise compute paper worksheet pencil print Übung rechnen Papier Arbeitsblatt',
  section: 'questions',
  bundle: 'practice',
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;

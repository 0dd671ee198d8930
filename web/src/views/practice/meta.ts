import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Practice'),
  question: later('What do I remember?'),
  answer: later('Five questions, chosen by what you missed and what is due.'),
  group: later('Why is it built so?'),
  place: 990,
  words: 'practice quiz exercise questions repeat learn test üben Übung Fragen Quiz wiederholen',
  section: 'questions',
  bundle: 'practice',
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('A picture, patch by patch'),
  question: later('How does a Transformer read pictures?'),
  answer: later('It cuts a picture into squares and reads each one as if it were a word.'),
  group: later('What else is built this way?'),
  place: 740,
  words: 'vit vision transformer image patches pixels clip Bild Bilder Bildstücke',
  section: 'relatives',
  bundle: 'relatives',
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;

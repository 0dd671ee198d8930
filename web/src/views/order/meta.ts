import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Post-norm or pre-norm?'),
  question: later('Where does the norm go, and why?'),
  answer: later(
    'Before each part or after it: the choice decides whether a deep stack can train without warm-up.',
  ),
  group: later('Why is it built so?'),
  place: 340,
  words: 'pre-norm post-norm pre-ln post-ln prenorm warm-up placement davor danach',
  section: 'stack',
  bundle: 'learn',
  still: true,
  alone: true,
  ownTexts: true,
  of: 'text',
} satisfies Meta;

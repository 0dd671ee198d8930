import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The whole block'),
  question: later('How do the parts fit together?'),
  answer: later(
    'Attention mixes the words, then a feed-forward network works on each; both add to what came in.',
  ),
  group: later('How does it compute?'),
  place: 200,
  words:
    'architecture diagram overview encoder layer whole picture structure data flow Aufbau Überblick Schema',
  section: 'stack',
  choice: later('whole block'),
  plays: 'everything',
  of: 'head',
  choosesLayer: true,
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The whole block'),
  question: later('How do the parts hang together?'),
  answer: later('Attention, then a network for each word, each with a path around it.'),
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

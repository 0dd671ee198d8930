import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Query, key and value'),
  question: later('Why three vectors for each word?'),
  answer: later(
    'Asking, being found and passing something on are three jobs, and each has its own matrix.',
  ),
  group: later('How does it compute?'),
  place: 210,
  words: 'qkv query key value matrices wq wk wv linear projection three drei Matrizen Projektion',
  section: 'projections',
  tick: later('Q K V'),
  step: 40,
  lasts: 2.5,
  of: 'head',
  unfoldsTensors: [
    'layers.{l}.attention.query',
    'layers.{l}.attention.key',
    'layers.{l}.attention.value',
    'layers.{l}.attention.norm',
  ],
  unfoldsParts: ['norm-1', 'query', 'key', 'value'],
} satisfies Meta;

import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The family'),
  question: later('What do BERT, GPT and others share?'),
  answer: later(
    'The same block. They differ in which words may look at which, and in what they were trained to predict.',
  ),
  group: later('What else is built this way?'),
  place: 730,
  words:
    'bert vs gpt t5 llama roberta modernbert difference models encoder decoder compare rope alibi Unterschied Vergleich Modelle',
  section: 'relatives',
  bundle: 'relatives',
  still: true,
  alone: true,
  of: 'text',
} satisfies Meta;

import { later, msg } from '../../../words/msg';
import { firstSentence } from '../../presets';
import type { Chapter } from '../chapter';
import { awaitsGuess } from '../veil';
import { attention } from './attention';
import { fromText, other } from './from-text';
import { onward } from './onward';

/** What a figure asks itself, as it alone knows the answer. */
const byFigure: Pick<Chapter, 'question' | 'options' | 'right' | 'reveal' | 'look'> = {
  question: ({ asked }) => asked?.asks ?? '',
  options: ({ asked }) => asked?.options ?? [],
  right: ({ asked }) => asked?.right ?? -1,
  reveal: ({ asked }) => asked?.why ?? '',
  look: {},
};

/** What comes after the encoder: figures of models that write, then of the whole model. */
export const afterEncoder: readonly Chapter[] = [
  {
    title: later('A decoder writes'),
    step: 'decoder',
    text: () =>
      msg`So far the model has only read. A decoder writes, one word at a time: it looks back at what it has written and across at what the encoder has read, and names the next word.`,
    ...byFigure,
    look: { sentence: other?.text ?? firstSentence },
    changed: () =>
      msg`a sentence was written, and each of its words was read back to find the next.`,
    recap: later('A decoder writes word by word; no word sees a later one.'),
  },
  {
    title: later('It looks at what was read'),
    step: 'cross-attention',
    recall: 'norm/ten-times',
    text: () =>
      msg`In cross-attention, queries come from the words being written, keys and values from the sentence that was read. Each row of the matrix shows where one written word looks in that sentence.`,
    ...byFigure,
    changed: () => msg`the answer found its words in the sentence by their keys.`,
    recap: later('Cross-attention queries one text with the words of another.'),
  },
  {
    title: later('Which parts does the answer need?'),
    step: 'circuit',
    text: (f) =>
      msg`Each box is a head or a feed-forward network at one word. A search gives as many boxes as it can the numbers of the other sentence, “… ${other?.label}”, while the answer at ${f.word()} stays. Those that are left are a circuit.`,
    ...byFigure,
    changed: () =>
      msg`nearly all boxes hold the other sentence’s numbers, and the answer is still that of this one.`,
    recap: later(
      'Few: nearly all heads and feed-forward networks can hold another sentence’s numbers, and the answer stands.',
    ),
  },
  {
    title: later('What does this head do elsewhere?'),
    step: 'corpus',
    text: ({ state }) => {
      const average = msg`One sentence shows what a head does once. Here each head’s weights are averaged over hundreds of sentences: how much goes to the word itself, to its neighbours, to the same word elsewhere.`;
      return awaitsGuess(state)
        ? `${average} ${msg`The bars in question are still hidden.`}`
        : average;
    },
    ...byFigure,
    changed: () => msg`what a head does here and there became a habit that can be measured.`,
    recap: later(
      'Measured over hundreds of sentences, some heads keep one habit; most depend on the sentence.',
    ),
  },
];

/** From words to output, in the order of the timeline; then what comes after the encoder. */
export const chapters: readonly Chapter[] = [...fromText, ...attention, ...onward, ...afterEncoder];

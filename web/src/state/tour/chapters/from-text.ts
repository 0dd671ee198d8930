import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { signed } from '../../format';
import { firstSentence, presets } from '../../presets';
import { type Chapter, yes, yesNo } from '../chapter';
import type { Facts } from '../facts';

/** The sentence that differs in one word from the tour's, and that word. */
export const other = presets.find(({ text }) => text === firstSentence)?.swap;

/** Each token's number is the place of its piece in the vocabulary. */
function inList(f: Facts): boolean {
  return f.tokens.every(({ id, piece }) => f.model.vocabulary[id] === piece);
}

function sameRow(f: Facts, a: number, b: number): boolean {
  const second = f.row('embedding.output', b);
  return f.row('embedding.output', a).every((x, i) => x === second[i]);
}

/** The focus word starts from its id's row of the table, whatever is around it. */
function isRowOfTable(f: Facts): boolean {
  const table = f.state.parameters.get('embeddings.word_embeddings.weight');
  const { hidden_size: d, embedding_scale } = f.config;
  const from = (f.tokens[f.focus]?.id ?? 0) * d;
  const factor = embedding_scale ? Math.sqrt(d) : 1;
  const row = f.row('embedding.tokens', f.focus);
  return row.every((x, j) => Math.abs(x - factor * (table?.data[from + j] ?? Number.NaN)) < 1e-4);
}

const inAttention = later(
  'Most models add numbers that depend on a word’s place. This one adds none: attention brings in where words stand.',
);

/** How a model tells places apart. */
const placesOf: Readonly<Record<Facts['config']['position_embedding_type'], string>> = {
  sinusoidal: later(
    'Each word gets numbers added that depend on its place: waves, some fast, some slow.',
  ),
  absolute: later(
    'Each word gets numbers added that depend on its place: one row for the first place, one for the second, all learned in training.',
  ),
  none: later('Most models add numbers that depend on a word’s place. This one adds none.'),
  rotary: inAttention,
  alibi: inAttention,
};

const hasPlaces = (f: Facts): boolean =>
  /sinusoidal|absolute/.test(f.config.position_embedding_type);

/** From the letters to the numbers that enter the first layer. */
export const fromText: readonly Chapter[] = [
  {
    title: later('From text to numbers'),
    step: 'tokens',
    text: (f) =>
      msg`A model cannot read letters. It has a vocabulary, a fixed list of ${grouped(f.config.vocab_size)} pieces: whole words, and parts to spell all others with. Each piece of the sentence becomes the number of its place in that list.`,
    question: (f) =>
      f.twins
        ? msg`${f.twinWord} appears twice here. Does it get the same number both times?`
        : msg`Would a word that appears twice get the same number both times?`,
    options: yesNo,
    right: (f) => yes(f.twins ? f.tokens[f.twins[0]]?.id === f.tokens[f.twins[1]]?.id : inList(f)),
    look: {},
    reveal: (f) =>
      f.twins
        ? msg`Both are number ${f.tokens[f.twins[0]]?.id}. The words around it make no difference yet.`
        : msg`The number depends on the piece alone.`,
    changed: (f) => msg`The sentence became ${f.tokens.length} numbers.`,
    recap: later('Text is cut into pieces from a fixed list, and each piece becomes a number.'),
  },
  {
    title: later('An embedding for each word'),
    step: 'embedding',
    text: (f) =>
      msg`The number picks an embedding from a table: a row of ${f.config.hidden_size} numbers, a vector, learned in training. So far, that is all the model knows about the word.`,
    question: (f) =>
      msg`With “${other?.label}” instead of “tired”, the sentence is about the street. Does ${f.word()} start from a different embedding there?`,
    options: yesNo,
    right: (f) => yes(!isRowOfTable(f)),
    look: { sentence: other?.text ?? firstSentence },
    reveal: (f) =>
      msg`This is the other sentence, and the embedding is the same: it begins with ${signed(f.row('embedding.tokens', f.focus)[0] ?? 0)}. The model has to find out later what ${f.word()} stands for.`,
    changed: (f) =>
      msg`Each number became an embedding, a vector of ${f.config.hidden_size} numbers.`,
    recap: later('A word starts from the same embedding in every sentence.'),
  },
  {
    title: later('Where it stands'),
    step: 'position',
    recall: 'embedding/same-row',
    text: (f) =>
      msg`So far the sentence is a bag of words. ${msg(placesOf[f.config.position_embedding_type])}`,
    question: (f) =>
      f.twins
        ? msg`Both ${f.twinWord} have the same embedding. Are they still equal after this step?`
        : msg`Would two equal words still be equal after this step?`,
    options: yesNo,
    right: (f) => yes(f.twins ? sameRow(f, ...f.twins) : !hasPlaces(f)),
    look: {},
    reveal: (f) => {
      if (!hasPlaces(f))
        return f.config.position_embedding_type === 'none'
          ? msg`They are: nothing was added, and their order is lost.`
          : msg`They are: nothing was added. Their order shows in attention.`;
      if (!f.twins) return msg`They would not: a different place adds different numbers.`;
      const [a, b] = f.twins;
      const first = (token: number) => signed(f.row('embedding.output', token)[0] ?? 0);
      return msg`They are not: their first numbers are ${first(a)} and ${first(b)}. Click on each of the two and watch its dots on the curves.`;
    },
    changed: (f) =>
      hasPlaces(f)
        ? msg`Each vector says where its word stands.`
        : msg`Nothing: this model adds no positions.`,
    recap: later('Numbers that depend on the place tell the model the order of the words.'),
  },
];

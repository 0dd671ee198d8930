import { plain, positive, signed } from '../../../state/format';
import { cosine } from '../../../state/vector';
import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { alike, distance } from '../run';
import { cats, known, pronounPair, threeWords, unknown } from '../sentences';

export const concept: Concept = {
  title: later('Tokens and embeddings'),
  principles: {
    table: later(
      'An embedding is a row of a table, looked up by the token’s number: the same row wherever the token occurs.',
    ),
    context: later(
      'Context enters with attention. Before the first layer, a vector knows its token and its place, nothing else.',
    ),
  },
  questions: [
    {
      id: 'same-row',
      after: 'embedding',
      principle: 'table',
      runs: () => [{ text: cats }],
      poses(run) {
        const [first, second] = [run.at('cat'), run.at('cat', 2)];
        const [table, input] = ['embedding.tokens', 'embedding.output'].map((name) =>
          distance(run.row(name, first), run.row(name, second)),
        ) as [number, number];
        const key = table > 1e-3 ? 'never' : input > 1e-3 ? 'table' : 'both';
        return {
          asks: msg`“${cats}” has “cat” twice. Where do the two have the same vector?`,
          options: {
            table: msg`when looked up in the table, but not when the first layer reads them`,
            both: msg`in the table and when the first layer reads them`,
            never: msg`nowhere: they mean two different things in the sentence`,
          },
          key,
          mistakes: { 'input-is-the-word': 'both', 'embeddings-know-context': 'never' },
          why: msg`From the table they come ${positive(table, 2)} apart; with their positions added they are ${positive(input, 2)} apart. The table cannot know what the sentence is about.`,
          see: { view: 'embedding', token: second },
        };
      },
    },
    {
      id: 'other-sentence',
      after: 'embedding',
      principle: 'context',
      runs: (variant) => {
        const { text, twin } = pronounPair(variant);
        return [{ text }, { text: twin }];
      },
      poses(run, other = run) {
        const input = alike(run.after(-1, run.it), other.after(-1, other.it));
        const first = alike(run.after(0, run.it), other.after(0, other.it));
        const key = !input ? 'input' : !first ? 'first' : 'later';
        return {
          asks: msg`“… ${run.piece(run.n - 1)}” and “… ${other.piece(other.n - 1)}”: from which point on does “${run.piece(run.it)}” have two different vectors?`,
          options: {
            input: msg`from the embedding on: it stands for different nouns`,
            first: msg`from the end of the first layer on`,
            later: msg`only where a head finds the noun, in layer ${run.head.layer + 1}`,
          },
          key,
          mistakes: { 'embeddings-know-context': 'input', 'last-layer-decides': 'later' },
          why: msg`At the input the two are ${positive(distance(run.after(-1, run.it), other.after(-1, other.it)), 2)} apart, after layer 1 already ${positive(distance(run.after(0, run.it), other.after(0, other.it)), 2)}: every layer mixes in all words, the last one among them.`,
          see: { view: 'stack', token: run.it },
        };
      },
    },
    {
      id: 'unknown-word',
      after: 'tokens',
      principle: 'table',
      runs: () => [{ text: known }, { text: unknown }],
      poses(run, other = run) {
        return {
          asks: msg`“the cat” is ${run.n} tokens. “zarg” is in no dictionary and not in the model’s vocabulary. How many tokens is “the zarg”?`,
          ...numbers(other.n, { 'unknown-is-dropped': 1, 'one-word-one-token': 2 }, plain),
          why: msg`${other.n}: ${other.words.map((token) => `“${other.piece(token)}”`).join(', ')}. A word that is not in the table is spelled in shorter pieces, down to letters.`,
          see: { view: 'tokens', run: 1, token: 1 },
        };
      },
    },
    {
      id: 'table-size',
      after: 'embedding',
      principle: 'table',
      poses(run) {
        const { vocab_size: all } = run.config;
        return {
          asks: msg`The vocabulary has ${grouped(all)} tokens, vectors have ${run.d} numbers, this sentence has ${run.n} tokens. How many learned numbers does the embedding table hold?`,
          ...numbers(
            all * run.d,
            {
              'table-of-the-sentence': run.n * run.d,
              'one-number-per-word': all,
              'table-is-one-hot': all * all,
            },
            grouped,
          ),
          why: msg`A row of ${run.d} for each of ${grouped(all)} tokens: ${grouped(all * run.d)}, whether a sentence uses them or not.`,
          see: { view: 'embedding' },
        };
      },
    },
    {
      id: 'near-words',
      after: 'embedding-map',
      principle: 'table',
      runs: () => [{ text: threeWords }],
      poses(run) {
        const [a, b, c] = ['puppy', 'dog', 'because'].map((piece) =>
          run.row('embedding.tokens', run.at(piece)),
        ) as [Float32Array, Float32Array, Float32Array];
        const [near, far] = [cosine(a, b), cosine(a, c)];
        const key = Math.abs(near - far) < 0.05 ? 'chance' : near > far ? 'use' : 'letters';
        return {
          asks: msg`At the start of training, the rows of the table are random. Why do “puppy” and “dog” end with similar vectors?`,
          options: {
            use: msg`They occur in similar places, so training pushes them the same way.`,
            letters: msg`Similar spelling and neighbouring numbers in the vocabulary give similar rows.`,
            chance: msg`They don’t: rows of different words are unrelated.`,
          },
          key,
          mistakes: { 'embeddings-are-spelling': 'letters', 'table-is-one-hot': 'chance' },
          why: msg`In this model, “puppy” has a cosine of ${signed(near)} with “dog” and ${signed(far)} with “because”. Nobody told it what a dog is: the sentences did.`,
          see: { view: 'embedding-map' },
        };
      },
    },
  ],
};

import { plain, positive } from '../../../state/format';
import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { alike, distance, type Run } from '../run';
import { pronounPair, type Wanted } from '../sentences';

/** A text without its last word, and with it. */
const oneMore =
  (structure = '') =>
  (variant: number): readonly Wanted[] => {
    const { text } = pronounPair(variant);
    return [
      { text: text.replace(/ \w+$/, ''), structure },
      { text, structure },
    ];
  };

/** Of how many earlier words the key in a layer is another one now. */
const changed = (before: Run, after: Run, layer: number): number =>
  before.words.filter(
    (token) =>
      !alike(
        before.row(`layers.${layer}.attention.key`, token),
        after.row(`layers.${layer}.attention.key`, token),
      ),
  ).length;

export const concept: Concept = {
  title: later('Decoders and their cache'),
  principles: {
    past: later(
      'Under a causal mask the past is finished: keys and values of earlier words never change, so they can be kept.',
    ),
    newest: later(
      'When a decoder writes, only the newest word asks. It needs the keys and values of all words, and a query of its own.',
    ),
  },
  questions: [
    {
      id: 'recompute-causal',
      after: 'decoder',
      principle: 'past',
      runs: oneMore('mask=causal'),
      poses(run, longer = run) {
        const count = changed(run, longer, run.layers - 1);
        return {
          asks: msg`Under a causal mask, ${run.n} words have been read. One more is appended. How many of the ${run.n} keys in the last layer have to be computed again?`,
          ...numbers(count, { 'everything-sees-everything': run.n, 'neighbours-leak': 1 }, plain),
          why: msg`${count}: before and after, the last of these keys are ${positive(distance(run.row(`layers.${run.layers - 1}.attention.key`, run.n - 1), longer.row(`layers.${run.layers - 1}.attention.key`, run.n - 1)), 2)} apart. No earlier word can see the new one, in any layer.`,
          see: { view: 'masks' },
        };
      },
    },
    {
      id: 'recompute-encoder',
      after: 'decoder',
      principle: 'past',
      runs: oneMore(),
      poses(run, longer = run) {
        const [first, second] = [0, 1].map((layer) => changed(run, longer, layer)) as [
          number,
          number,
        ];
        const key = first > 0 ? 'all' : second > 0 ? 'second' : 'none';
        return {
          asks: msg`Now an encoder, without a mask. A word is appended. In which layers are the keys of the earlier words no longer right?`,
          options: {
            none: msg`in none: a key depends on its own word`,
            second: msg`from the second layer on`,
            all: msg`in all layers`,
          },
          key,
          mistakes: { 'projections-are-fixed': 'none', 'everything-sees-everything': 'all' },
          why: msg`In layer 1, ${first} of ${run.n} have changed; in layer 2, ${second}. After the first layer, every word has the new one mixed in. An encoder has nothing it can keep.`,
          see: { view: 'masks' },
        };
      },
    },
    {
      id: 'cache-size',
      after: 'decoder',
      principle: 'newest',
      poses(run) {
        const { layers, d, heads } = run;
        const n = 100;
        return {
          asks: msg`A decoder with ${layers} layers, ${heads} heads and vectors of ${d} numbers has read ${n} tokens. How many numbers are in its cache?`,
          ...numbers(
            2 * layers * n * d,
            {
              'cache-keeps-queries': 3 * layers * n * d,
              'cache-keeps-keys-only': layers * n * d,
              'every-head-full-width': 2 * layers * n * d * heads,
            },
            grouped,
          ),
          why: msg`Keys and values: 2 · ${layers} · ${n} · ${d} = ${grouped(2 * layers * n * d)}. The heads share the ${d} numbers; old queries have been answered and are not needed again.`,
          see: { view: 'decoder' },
        };
      },
    },
    {
      id: 'next-scores',
      after: 'decoder',
      principle: 'newest',
      poses() {
        const n = 100;
        return {
          asks: msg`With its cache, a decoder reads its ${n}th token. How many scores does one head compute for that?`,
          ...numbers(
            n,
            {
              'everything-is-quadratic': n * n,
              'cache-keeps-scores': 1,
              'whole-triangle-again': (n * (n + 1)) / 2,
            },
            grouped,
          ),
          why: msg`One query with ${n} keys, ${n} scores. All rows up to here had ${grouped((n * (n + 1)) / 2)}, but the earlier ones are done; the new row itself cannot come from the cache.`,
          see: { view: 'decoder' },
        };
      },
    },
    {
      id: 'whole-text',
      after: 'decoder',
      principle: 'past',
      poses() {
        const n = 10;
        const rows = Array.from({ length: n }, (_, i) => i + 1).map((row) => (row * (row + 1)) / 2);
        const without = rows.reduce((sum, x) => sum + x, 0);
        const cached = (n * (n + 1)) / 2;
        return {
          asks: msg`A decoder writes ${n} tokens, one after another, and has no cache: for each new one it reads the whole text again. How many scores does one head compute in all? With a cache it would be ${cached}.`,
          ...numbers(
            without,
            {
              'cache-saves-nothing': cached,
              'everything-is-quadratic': n * n,
              'cost-is-cubic': n ** 3,
            },
            grouped,
          ),
          why: msg`1 + 3 + 6 + … + ${cached} = ${grouped(without)}: each step does all rows again. The gap widens with the length: one grows with the cube of the length, the other with its square.`,
          see: { view: 'decoder' },
        };
      },
    },
  ],
};

import { plain, positive } from '../../../state/format';
import { lengthOf } from '../../../state/vector';
import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { alike, difference, total } from '../run';
import { pronounPair } from '../sentences';

const pointed = (vector: readonly number[]) => `(${vector.map(plain).join('; ')})`;

function normalised(values: readonly number[]): readonly number[] {
  const mean = total(values) / values.length;
  const off = values.map((x) => x - mean);
  const deviation = Math.sqrt(total(off.map((x) => x * x)) / values.length);
  return off.map((x) => Math.round((x / deviation) * 1000) / 1000 + 0);
}

const idOf = (vector: readonly number[]) => vector.join(';');

const vectors = (
  right: readonly number[],
  mistakes: Readonly<Record<string, readonly number[]>>,
) => {
  const all = [right, ...Object.values(mistakes)].sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0));
  return {
    options: Object.fromEntries(all.map((vector) => [idOf(vector), pointed(vector)])),
    key: idOf(right),
    mistakes: Object.fromEntries(
      Object.entries(mistakes).map(([name, vector]) => [name, idOf(vector)]),
    ),
  };
};

export const concept: Concept = {
  title: later('LayerNorm'),
  principles: {
    own: later(
      'LayerNorm takes the mean and standard deviation of one word’s numbers. Other words, and other texts, play no part.',
    ),
    scale: later(
      'What is left after LayerNorm is the pattern of a vector: a common shift and a common factor are taken out.',
    ),
  },
  questions: [
    {
      id: 'ten-times',
      after: 'attention-norm',
      principle: 'scale',
      poses() {
        const x = [10, 30];
        return {
          asks: msg`LayerNorm turns ${pointed([1, 3])} into ${pointed(normalised([1, 3]))}, before its learned gain and bias. What does it make of ${pointed(x)}?`,
          ...vectors(normalised(x), {
            'norm-keeps-size': [-10, 10],
            'norm-divides-by-sum': x.map((each) => each / total(x)),
            'norm-only-centres': x.map((each) => each - total(x) / 2),
          }),
          why: msg`The mean is 20, the standard deviation 10: ${pointed(normalised(x))} again. A word whose numbers are all ten times as large comes out the same.`,
          see: { view: 'attention-norm' },
        };
      },
    },
    {
      id: 'shift',
      after: 'attention-norm',
      principle: 'scale',
      poses(run) {
        const row = [...run.row('layers.0.attention.residual', run.it)];
        const [own, moved] = [normalised(row), normalised(row.map((x) => x + 7))];
        const key = alike(own, moved) ? 'same' : 'seven';
        return {
          asks: msg`Seven is added to each of a vector’s ${run.d} numbers. What does LayerNorm then pass on?`,
          options: {
            same: msg`the same as before`,
            seven: msg`every number larger by 7`,
            smaller: msg`smaller numbers: the vector is longer, so it is divided by more`,
          },
          key,
          mistakes: { 'norm-keeps-size': 'seven', 'norm-divides-by-length': 'smaller' },
          why: msg`Recomputed with the numbers of “${run.piece(run.it)}”, the two results are ${positive(lengthOf(difference(own, moved)), 2)} apart. The mean grows by 7 too, and is subtracted. RMSNorm, which subtracts no mean, would pass on something else.`,
          see: { view: 'attention-norm', layer: 0, token: run.it },
        };
      },
    },
    {
      id: 'how-many-means',
      after: 'norms',
      principle: 'own',
      poses(run) {
        const means = run.size('layers.0.attention.norm.mean');
        return {
          asks: msg`A sentence of ${run.n} tokens, vectors of ${run.d} numbers: how many means does one LayerNorm compute?`,
          ...numbers(
            means,
            { 'norm-over-words': run.d, 'one-norm-for-all': 1, 'norm-per-number': run.n * run.d },
            grouped,
          ),
          why: msg`The model’s norm has ${means}, one for each word. BatchNorm has one for each of the ${run.d} numbers, taken over words.`,
          see: { view: 'norms', layer: 0, token: run.it },
        };
      },
    },
    {
      id: 'neighbour',
      after: 'norms',
      principle: 'own',
      poses(run) {
        const rows = run.words.map((token) => [...run.row('layers.0.attention.residual', token)]);
        const loud = rows.map((row, token) => (token === run.it ? row : row.map((x) => 100 * x)));
        const [before, after] = [rows, loud].map((all) => normalised(all[run.it] ?? [])) as [
          readonly number[],
          readonly number[],
        ];
        const key = alike(before, after) ? 'same' : 'small';
        return {
          asks: msg`Before a LayerNorm, the vectors of all words but “${run.piece(run.it)}” become a hundred times as long. What becomes of the normalised vector of “${run.piece(run.it)}”?`,
          options: {
            same: msg`It stays as it is.`,
            small: msg`It shrinks: beside the others it is short.`,
            grows: msg`It grows, so that all words have the same length.`,
          },
          key,
          mistakes: { 'norm-over-words': 'small', 'one-norm-for-all': 'grows' },
          why: msg`Its numbers before and after are ${positive(lengthOf(difference(before, after)), 2)} apart. Its mean and standard deviation come from its own ${run.d} numbers.`,
          see: { view: 'norms', layer: 0, token: run.it },
        };
      },
    },
    {
      id: 'no-norms',
      after: 'norms',
      principle: 'scale',
      runs: (variant) => {
        const { text } = pronounPair(variant);
        return [{ text }, { text, structure: 'norm=none' }];
      },
      poses(run, off = run) {
        const lengths = (of: typeof run) =>
          [0, run.layers - 1].map((layer) => lengthOf(of.after(layer, of.it))) as [number, number];
        const [own, without] = [lengths(run), lengths(off)];
        const growth = without[1] / without[0];
        const key = growth > 1.3 ? 'grows' : growth < 0.77 ? 'shrinks' : 'same';
        return {
          asks: msg`All norms are left out, and the residual connections stay. How does the length of a word’s vector change from the first layer to the last?`,
          options: {
            grows: msg`It grows.`,
            same: msg`It stays about the same: the attention weights add up to 1.`,
            shrinks: msg`It shrinks: a mean is shorter than the vectors it averages.`,
          },
          key,
          mistakes: { 'softmax-evens-out': 'same', 'sum-is-a-mean': 'shrinks' },
          why: msg`For “${run.piece(run.it)}” it goes from ${positive(without[0], 1)} to ${positive(without[1], 1)}; with the norms, from ${positive(own[0], 1)} to ${positive(own[1], 1)}. Each part adds to the sum, and only a norm takes anything away.`,
          see: { view: 'norms', token: run.it },
        };
      },
    },
  ],
};

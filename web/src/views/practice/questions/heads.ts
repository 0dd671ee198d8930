import { plain, weight } from '../../../state/format';
import { argmax } from '../../../state/vector';
import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { distance, weightedSum } from '../run';

export const concept: Concept = {
  title: later('Heads, and what they cost'),
  principles: {
    split: later(
      'Heads split the width of the vectors between them: more heads are narrower heads, with as many learned numbers in all.',
    ),
    budget: later(
      'A head has one set of weights for each word, and it adds up to 1. To attend strongly to two things at once takes two heads.',
    ),
  },
  questions: [
    {
      id: 'learned-numbers',
      after: 'concat',
      principle: 'split',
      poses(run) {
        const { d, heads } = run;
        const of = (count: number) => 3 * count * d * (d / count);
        const ratio = of(heads) / of(1);
        const key = ratio === 1 ? 'same' : ratio > 1 ? 'more' : 'less';
        return {
          asks: msg`This model’s layers have ${heads} heads on vectors of ${d} numbers. How many learned numbers would queries, keys and values take with a single head of full width?`,
          options: {
            less: msg`an eighth of what they take now`,
            same: msg`as many as now`,
            more: msg`eight times as many`,
          },
          key,
          mistakes: { 'every-head-full-width': 'less', 'narrow-heads-are-cheap': 'more' },
          why: msg`${heads} heads: ${heads} · 3 · ${d} · ${d / heads} = ${grouped(of(heads))}. One head: 3 · ${d} · ${d} = ${grouped(of(1))}. Several heads cost no extra learned numbers.`,
          see: { view: 'concat' },
        };
      },
    },
    {
      id: 'two-jobs',
      after: 'heads',
      principle: 'budget',
      poses() {
        const most = 1 / 2;
        const write = (x: number) => weight(x, 2);
        return {
          asks: msg`“it” should draw on “animal” and, just as strongly, on “tired”. How much can a single head give each of them at most?`,
          ...numbers(
            most,
            { 'no-budget': 0.9, 'winner-takes-all': 0, 'everybody-gives-all': 1 },
            (x) => (x === 0 || x === 1 ? plain(x) : write(x)),
          ),
          why: msg`The row adds up to 1, so ${write(most)} each, and the two values come out mixed. Two heads can give both nearly all, and keep them apart.`,
          see: { view: 'heads' },
        };
      },
    },
    {
      id: 'weights-in-layer',
      after: 'heads',
      principle: 'budget',
      poses(run) {
        const { n, heads } = run;
        return {
          asks: msg`The sentence has ${n} tokens, a layer has ${heads} heads. How many attention weights does the layer compute?`,
          ...numbers(
            run.size('layers.0.attention.weights'),
            {
              'heads-share-weights': n * n,
              'one-weight-per-word': heads * n,
              'no-self-attention': heads * n * (n - 1),
            },
            grouped,
          ),
          why: msg`${heads} heads, each with a row of ${n} for each of ${n} words: ${grouped(run.size('layers.0.attention.weights'))}. Learned numbers are divided among heads; attention weights are not.`,
          see: { view: 'heads' },
        };
      },
    },
    {
      id: 'where-it-stands',
      after: 'concat',
      principle: 'split',
      poses(run) {
        const { head, layer } = run.head;
        const weights = run.weights(run.it);
        const own = weightedSum(
          weights,
          run.words.map((token) => run.vector('value', token)),
        );
        const row = [...run.row(`layers.${layer}.attention.heads`, run.it)];
        const places = Array.from({ length: run.heads }, (_, i) => i);
        const off = places.map((i) => distance(own, row.slice(i * run.dK, (i + 1) * run.dK)));
        const found = argmax(off.map((x) => -x));
        const range = (from: number, size: number) => msg`${from + 1} to ${from + size}`;
        const key = (off[found] ?? 1) < 1e-3 ? 'slice' : 'none';
        return {
          asks: msg`Head ${head + 1} of layer ${layer + 1} has computed its output for ${run.word(run.it)}. Which of the ${run.d} concatenated numbers belong to it?`,
          options: {
            slice: range(head * run.dK, run.dK),
            every: msg`every ${run.heads}th, beginning with ${head + 1}`,
            all: msg`all: the heads’ outputs are added up`,
          },
          key,
          mistakes: { 'heads-interleave': 'every', 'heads-are-averaged': 'all' },
          why: msg`Its weights times its values give just the numbers ${range(found * run.dK, run.dK)}. The heads stand side by side; mixing them is the job of the output matrix, which comes next.`,
          see: { view: 'concat', ...run.head, token: run.it },
        };
      },
    },
    {
      id: 'twice-the-heads',
      after: 'concat',
      principle: 'split',
      poses(run) {
        const { d, heads, dK } = run;
        return {
          asks: msg`The width of ${d} stays, but a layer gets ${heads * 2} heads instead of ${heads}. How many numbers does one head’s query have?`,
          ...numbers(
            d / (heads * 2),
            { 'narrow-heads-are-cheap': dK, 'linear-growth': dK * 2, 'every-head-full-width': d },
            plain,
          ),
          why: msg`${d} ÷ ${heads * 2} = ${d / (heads * 2)}, half of the present ${dK}. More heads can attend to more things, but each compares words by fewer numbers.`,
          see: { view: 'heads' },
        };
      },
    },
  ],
};

import { percent, positive, signed } from '../../../state/format';
import { argmax } from '../../../state/vector';
import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { alike, distance, dot, softmax, weightedSum } from '../run';
import { bothEndings } from '../sentences';

export const concept: Concept = {
  title: later('Why three vectors'),
  principles: {
    jobs: later(
      'Query, key and value are three jobs: to ask, to be found, to be passed on. Each has its own matrix.',
    ),
    alone: later(
      'Each of the three is computed from its own word’s vector alone. Other words come in only through attention.',
    ),
  },
  questions: [
    {
      id: 'one-matrix',
      after: 'projections',
      principle: 'jobs',
      poses(run) {
        const keys = run.words.map((token) => run.vector('key', token));
        const scores = keys.map((a) => keys.map((b) => dot(a, b)));
        const weights = scores.map((row) => softmax(row.map((s) => s / Math.sqrt(run.dK))));
        const mirrored = (m: readonly (readonly number[])[]) =>
          m.every((row, i) => row.every((x, j) => Math.abs(x - (m[j]?.[i] ?? 0)) < 1e-6));
        const key = !mirrored(scores) ? 'neither' : mirrored(weights) ? 'both' : 'scores';
        const [a, b] = [run.it, argmax(run.weights(run.it))];
        return {
          asks: msg`Suppose a head computed its queries with the matrix of its keys. What would then be the same from word A to B and from B to A?`,
          options: {
            both: msg`the score and the weight`,
            scores: msg`the score, but not the weight`,
            neither: msg`neither: A and B are different words`,
          },
          key,
          mistakes: { 'weights-are-scores': 'both', 'words-set-direction': 'neither' },
          why: msg`Tried with this head’s keys: ${run.word(a)} and ${run.word(b)} give each other the same score, ${signed(scores[a]?.[b] ?? 0)}, but each row has its own softmax, so the weights are ${percent(weights[a]?.[b] ?? 0)} and ${percent(weights[b]?.[a] ?? 0)}. To look at a word that does not look back takes two matrices.`,
          see: { view: 'projections', ...run.head, token: a },
        };
      },
    },
    {
      id: 'size',
      after: 'projections',
      principle: 'jobs',
      poses(run) {
        const { d, dK } = run;
        return {
          asks: msg`A word’s vector has ${d} numbers, a head’s query has ${dK}. How many weights does the matrix that makes one head’s queries have, biases aside?`,
          ...numbers(
            d * dK,
            { 'every-head-full-width': d * d, 'head-sees-a-slice': dK * dK, 'sizes-add': d + dK },
            grouped,
          ),
          why: msg`Every one of the ${dK} numbers reads all ${d}: ${d} · ${dK} = ${grouped(d * dK)}. A head works with few numbers, but it reads the whole vector.`,
          see: { view: 'projections' },
        };
      },
    },
    {
      id: 'context',
      after: 'projections',
      principle: 'alone',
      runs: bothEndings,
      poses(run, other = run) {
        const [first, later] = [0, run.layers - 1].map((layer) =>
          alike(
            run.row(`layers.${layer}.attention.query`, run.it),
            other.row(`layers.${layer}.attention.query`, other.it),
          ),
        );
        const key = first ? (later ? 'never' : 'later') : 'always';
        const apart = distance(
          run.row(`layers.${run.layers - 1}.attention.query`, run.it),
          other.row(`layers.${run.layers - 1}.attention.query`, other.it),
        );
        const [a, b] = [run.piece(run.n - 1), other.piece(other.n - 1)];
        return {
          asks: msg`Only the last word is replaced, “${a}” by “${b}”. In which layers does the query of ${run.word(run.it)} change?`,
          options: {
            never: msg`in none: a query depends on its word alone`,
            later: msg`in the later layers, but not in the first`,
            always: msg`in all of them`,
          },
          key,
          mistakes: { 'projections-are-fixed': 'never', 'projections-mix-words': 'always' },
          why: msg`In layer 1, the query is made of the word and its position, and neither has changed. In layer ${run.layers} the queries are ${positive(apart, 2)} apart, since attention has brought “${a}” or “${b}” into the vector that the matrix reads.`,
          see: { view: 'projections', layer: 0, token: run.it },
        };
      },
    },
    {
      id: 'handed-over',
      after: 'sum',
      principle: 'jobs',
      poses(run) {
        const weights = run.weights(run.it);
        const all = (of: 'key' | 'value') => run.words.map((token) => run.vector(of, token));
        const made = {
          values: weightedSum(weights, all('value')),
          keys: weightedSum(weights, all('key')),
          one: [...run.vector('value', argmax(weights))],
        };
        const out = run.vector('heads', run.it);
        const ids = Object.keys(made) as (keyof typeof made)[];
        const off = ids.map((id) => distance(out, made[id]));
        const best = argmax(off.map((x) => -x));
        const key = (off[best] ?? 1) < 1e-3 ? (ids[best] ?? '') : 'none';
        return {
          asks: msg`A head has found that ${run.word(run.it)} goes with ${run.word(argmax(weights))}. What does it pass on to ${run.word(run.it)}?`,
          options: {
            values: msg`the weighted values of all words, mostly that of ${run.word(argmax(weights))}`,
            keys: msg`the weighted keys of all words, since the keys were found to match`,
            one: msg`the value of ${run.word(argmax(weights))}, as it is`,
          },
          key,
          mistakes: { 'keys-are-handed-over': 'keys', 'winner-takes-all': 'one' },
          why: msg`The head’s output is ${positive(off[0] ?? 0, 2)} away from the weighted sum of values, ${positive(off[1] ?? 0, 2)} from that of keys, and ${positive(off[2] ?? 0, 2)} from the single value.`,
          see: { view: 'sum', ...run.head, token: run.it },
        };
      },
    },
    {
      id: 'head-slice',
      after: 'projections',
      principle: 'jobs',
      poses(run) {
        const { dK, d } = run;
        const other = argmax(run.weights(run.it));
        const { layer } = run.head;
        const [q, k] = (['query', 'key'] as const).map((of, i) =>
          run.row(`layers.${layer}.attention.${of}`, i ? other : run.it),
        ) as [Float32Array, Float32Array];
        const score = run.scores(run.it)[other] ?? 0;
        const ways = {
          head: dot(run.vector('query', run.it), run.vector('key', other)),
          all: dot(q, k),
          words: dot(run.after(layer - 1, run.it), run.after(layer - 1, other)),
        };
        const key =
          Object.entries(ways).find(
            ([, x]) => Math.abs(x - score) < 1e-2 * (1 + Math.abs(score)),
          )?.[0] ?? 'none';
        return {
          asks: msg`Layer ${layer + 1} has ${run.heads} heads. Which numbers does one of them multiply to score a pair of words?`,
          options: {
            head: msg`its ${dK} numbers of the query with its ${dK} of the key`,
            all: msg`all ${d} numbers of the query with all ${d} of the key`,
            words: msg`the two words’ vectors as the layer receives them`,
          },
          key,
          mistakes: { 'every-head-full-width': 'all', 'attention-compares-words': 'words' },
          why: msg`For ${run.word(run.it)} and ${run.word(other)} the score is ${signed(score)}. The head’s own ${dK} numbers give ${signed(ways.head)}, all ${d} would give ${signed(ways.all)}, the words’ vectors ${signed(ways.words)}.`,
          see: { view: 'scores', ...run.head, token: run.it },
        };
      },
    },
  ],
};

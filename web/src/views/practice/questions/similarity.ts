import { plain, signed, weight } from '../../../state/format';
import { argmax, lengthOf } from '../../../state/vector';
import { inLanguage } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { distance, dot, softmax } from '../run';

const pointed = (vector: readonly number[]) => `(${vector.map(plain).join('; ')})`;

export const concept: Concept = {
  title: later('Scores: how well two vectors match'),
  principles: {
    dot: later(
      'A score is a dot product: it grows with the agreement of two directions and with the length of both vectors.',
    ),
    roles: later(
      'A score matches the query of one word with the key of another. The two roles have matrices of their own, so the match has a direction.',
    ),
  },
  questions: [
    {
      id: 'three-keys',
      after: 'scores',
      principle: 'dot',
      poses() {
        const query = [2, 0];
        const keys = { a: [-5, 1], b: [2, 0], c: [3, 4] };
        const ids = Object.keys(keys) as (keyof typeof keys)[];
        const best = (by: (key: readonly number[]) => number) =>
          ids[argmax(ids.map((id) => by(keys[id])))] ?? 'a';
        const key = best((k) => dot(query, k));
        return {
          asks: msg`A query is ${pointed(query)}. Which key gets the highest score?`,
          options: Object.fromEntries(ids.map((id) => [id, pointed(keys[id])])),
          key,
          mistakes: {
            'long-wins': best(lengthOf),
            'identical-wins': best((k) => -distance(query, k)),
          },
          why: msg`The dot products are ${signed(dot(query, keys.a), 0)}, ${signed(dot(query, keys.b), 0)} and ${signed(dot(query, keys.c), 0)}. ${pointed(keys[key])} goes furthest in the query’s direction; a key need not equal the query, and length alone can point the wrong way.`,
          see: { view: 'scores' },
        };
      },
    },
    {
      id: 'symmetry',
      after: 'scores',
      principle: 'roles',
      poses(run) {
        const [a, b] = [run.it, argmax(run.weights(run.it))];
        const [there, back] = [run.scores(a)[b] ?? 0, run.scores(b)[a] ?? 0];
        return {
          asks: msg`${run.word(a)} gives ${run.word(b)} a score of ${signed(there)} in this head. What score does ${run.word(b)} give ${run.word(a)}?`,
          ...numbers(
            back,
            { 'attention-is-mutual': there, 'opposites-balance': -there, 'no-answer-no-score': 0 },
            signed,
          ),
          why: msg`The other direction is another product, the query of ${run.word(b)} with the key of ${run.word(a)}: ${signed(back)}. Nothing makes the two agree.`,
          see: { view: 'scores', ...run.head, token: b },
        };
      },
    },
    {
      id: 'self',
      after: 'scores',
      principle: 'roles',
      poses(run) {
        const own = run.allHeads.filter((at) => argmax(run.scores(run.it, at)) === run.it).length;
        const all = run.allHeads.length;
        const key = own === all ? 'all' : own * 2 > all ? 'most' : 'few';
        return {
          asks: msg`In how many of the model’s ${all} heads is ${run.word(run.it)} its own best match, with a higher score for itself than for any other word?`,
          options: {
            all: msg`in all of them`,
            most: msg`in more than half of them`,
            few: msg`in fewer than half of them`,
          },
          key,
          mistakes: { 'self-is-most-similar': 'all', 'self-comes-first': 'most' },
          why: msg`In ${own} of ${all}. A query is compared with keys, not with itself, and another word’s key may fit better.`,
          see: { view: 'heads', token: run.it },
        };
      },
    },
    {
      id: 'turned-key',
      after: 'scores',
      principle: 'dot',
      poses(run) {
        const other = argmax(run.weights(run.it));
        const key = run.vector('key', other);
        const query = run.vector('query', run.it);
        const score = dot(query, key);
        const right = dot(
          query,
          Array.from(key, (x) => -x),
        );
        return {
          asks: msg`${run.word(run.it)} gives ${run.word(other)} a score of ${signed(score)}. Now every number of that key changes sign. What is the score then?`,
          ...numbers(
            right,
            { 'length-alone': score, 'no-negative-scores': 0, 'signs-cancel': 1 / score },
            signed,
          ),
          why: msg`Each of the ${run.dK} products changes its sign, and so does their sum: ${signed(right)}. The length is the same; the direction is opposite.`,
          see: { view: 'scores', ...run.head, token: run.it },
        };
      },
    },
    {
      id: 'zero-score',
      after: 'softmax',
      principle: 'dot',
      poses() {
        const scores = [0, -2, -3];
        const right = softmax(scores)[0] ?? 0;
        return {
          asks: msg`A key is at right angles to the query, so that its score is 0. The other two keys score ${plain(-2)} and ${plain(-3)}. What weight does the first get?`,
          ...numbers(
            right,
            { 'zero-score-zero-weight': 0, 'plain-mean': 1 / 3, 'negative-is-worthless': 1 },
            (x) => inLanguage(x.toFixed(2)),
          ),
          why: msg`With e⁰ = 1, beside ${weight(Math.exp(-2), 2)} and ${weight(Math.exp(-3), 2)}, it is ${weight(right, 2)} of the whole. A score counts only in comparison with the others; 0 is the best here.`,
          see: { view: 'softmax' },
        };
      },
    },
  ],
};

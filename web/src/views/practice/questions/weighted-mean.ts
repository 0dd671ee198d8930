import { plain, positive, weight } from '../../../state/format';
import { argmax, lengthOf } from '../../../state/vector';
import { inLanguage } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { distance, dot, type Run, total } from '../run';

const mean = (values: readonly number[]) => total(values) / values.length;
const one = (x: number) => inLanguage(x.toFixed(1).replace('-', '−'));

/** The head and its words in which the largest weight does not carry the largest contribution. */
function overtaken(run: Run) {
  const found = run.allHeads.map((at) => {
    const weights = run.weights(run.it, at);
    const lengths = run.words.map((token) => lengthOf(run.vector('value', token, at)));
    const shares = weights.map((w, i) => w * (lengths[i] ?? 0));
    const [heavy, gives] = [argmax(weights), argmax(shares)];
    const lead = (shares[gives] ?? 0) / (shares[heavy] ?? 1);
    return { at, weights, lengths, shares, heavy, gives, lead };
  });
  return found.reduce((best, each) => (each.lead > best.lead ? each : best));
}

export const concept: Concept = {
  title: later('The weighted mean'),
  principles: {
    mean: later(
      'A head’s output is a mean of value vectors, each multiplied by its weight: the weights divide 1 among the words, and every word counts by its share.',
    ),
    apart: later(
      'Weights come from queries and keys alone. Values are what is mixed, and have no say in how much of each is taken.',
    ),
  },
  questions: [
    {
      id: 'mix',
      after: 'sum',
      principle: 'mean',
      poses() {
        const [weights, values] = [
          [0.5, 0.3, 0.2],
          [4, -10, 0],
        ] as const;
        const right = dot(weights, values);
        const mistakes = {
          'winner-takes-all': values[0],
          'plain-mean': mean(values),
          'plain-sum': total(values),
        };
        return {
          asks: msg`Three words get the weights ${one(0.5)}, ${one(0.3)} and ${one(0.2)}. At one place of their value vectors they have ${plain(4)}, ${plain(-10)} and ${plain(0)}. What does the head pass on at that place?`,
          ...numbers(right, mistakes, plain),
          why: msg`${one(0.5)} · 4 + ${one(0.3)} · (${plain(-10)}) + ${one(0.2)} · 0 = ${plain(right)}. The word with the largest weight is outvoted: the second has less weight, but its value is larger.`,
          see: { view: 'sum' },
        };
      },
    },
    {
      id: 'replace-value',
      after: 'sum',
      principle: 'mean',
      poses(run) {
        const [a, b] = [...run.words].sort(
          (i, j) => (run.weights(run.it)[j] ?? 0) - (run.weights(run.it)[i] ?? 0),
        ) as [number, number];
        const w = run.weights(run.it)[a] ?? 0;
        const apart = distance(run.vector('value', a), run.vector('value', b));
        const write = (x: number) => positive(x, 2);
        return {
          asks: msg`“${run.piece(run.it)}” gives ${run.word(a)} the weight ${weight(w)}. Someone puts the value of ${run.word(b)} in place of that of ${run.word(a)}; the two vectors are ${write(apart)} apart. How far does the output of the head move?`,
          ...numbers(
            w * apart,
            { 'winner-takes-all': apart, 'plain-mean': apart / run.n, 'weights-decide-alone': 0 },
            write,
          ),
          why: msg`It moves by weight times difference, ${weight(w)} · ${write(apart)} = ${write(w * apart)}: only the word’s share of the mean.`,
          see: { view: 'sum', ...run.head, token: run.it },
        };
      },
    },
    {
      id: 'double-values',
      after: 'sum',
      principle: 'apart',
      poses(run) {
        const weights = run.weights(run.it);
        const length = (by: number) =>
          lengthOf(
            Array.from(run.vector('value', 0), (_, at) =>
              dot(
                weights,
                run.words.map((token) => by * (run.vector('value', token)[at] ?? 0)),
              ),
            ),
          );
        const growth = length(2) / length(1);
        const key = Math.abs(growth - 2) < 1e-6 ? 'doubles' : growth > 2 ? 'more' : 'same';
        return {
          asks: msg`All value vectors of a head are doubled; its queries and keys stay. What becomes of the head’s output?`,
          options: {
            doubles: msg`It doubles: the weights stay as they are.`,
            same: msg`It stays: the softmax brings everything back to 1.`,
            more: msg`It more than doubles: the weights grow too.`,
          },
          key,
          mistakes: { 'softmax-evens-out': 'same', 'values-steer-weights': 'more' },
          why: msg`Recomputed with the model’s values for “${run.piece(run.it)}”, the output goes from length ${positive(length(1), 2)} to ${positive(length(2), 2)}. No value enters a score, so no weight changes.`,
          see: { view: 'sum', ...run.head, token: run.it },
        };
      },
    },
    {
      id: 'out-of-reach',
      after: 'sum',
      principle: 'mean',
      poses() {
        const values = [3, 5, 9] as const;
        const offered = { low: 3.1, middle: 6, high: 12 };
        const key =
          Object.entries(offered).find(
            ([, x]) => x > Math.max(...values) || x < Math.min(...values),
          )?.[0] ?? '';
        return {
          asks: msg`At one place the values of three words are 3, 5 and 9. You don’t know the weights. Which number can the head not pass on there?`,
          options: Object.fromEntries(Object.entries(offered).map(([id, x]) => [id, one(x)])),
          key,
          mistakes: { 'one-of-the-values': 'middle', 'softmax-evens-out': 'low' },
          why: msg`A weighted mean lies between its smallest and its largest value, here 3 and 9. ${one(6)} is a mixture; ${one(3.1)} comes out when the first word gets nearly all. Only ${one(12)} is out of reach.`,
          see: { view: 'sum' },
        };
      },
    },
    {
      id: 'largest-part',
      after: 'effects',
      principle: 'mean',
      poses(run) {
        const { at, weights, lengths, shares, heavy, gives } = overtaken(run);
        const named = (token: number) =>
          msg`${run.word(token)}: weight ${weight(weights[token] ?? 0)}, value of length ${positive(lengths[token] ?? 0, 2)}`;
        const long = argmax(lengths);
        const ids = [...new Set([gives, heavy, long])].sort((a, b) => a - b);
        return {
          asks: msg`Layer ${at.layer + 1}, head ${at.head + 1}, the row of “${run.piece(run.it)}”. Which of these words adds the longest vector to the head’s output?`,
          options: Object.fromEntries(ids.map((token) => [String(token), named(token)])),
          key: String(gives),
          mistakes: {
            ...(heavy !== gives && { 'weight-is-importance': String(heavy) }),
            ...(long !== gives && { 'values-steer-weights': String(long) }),
          },
          why: msg`What a word adds is weight times value: for ${run.word(gives)} a vector of length ${positive(shares[gives] ?? 0, 2)}, for ${run.word(heavy)}, which has the largest weight, one of ${positive(shares[heavy] ?? 0, 2)}.`,
          see: { view: 'sum', ...at, token: run.it },
        };
      },
    },
  ],
};

import { percent, plain, positive, weight } from '../../../state/format';
import { argmax } from '../../../state/vector';
import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { softmax, total } from '../run';

export const concept: Concept = {
  title: later('The softmax'),
  principles: {
    ratios: later(
      'Only differences of scores count: each weight is one exponential divided by the sum of all in the row.',
    ),
    row: later(
      'The softmax works along a row: one word divides 1 among the words that it looks at. What a word receives is not limited.',
    ),
  },
  questions: [
    {
      id: 'shift',
      after: 'softmax',
      principle: 'ratios',
      poses(run) {
        const scores = run.divided(run.it);
        const best = argmax(scores);
        const [before, after] = [0, 5].map(
          (by) => softmax(scores.map((s) => s + by))[best] ?? 0,
        ) as [number, number];
        const key = Math.abs(before - after) < 1e-6 ? 'same' : before < after ? 'grows' : 'shrinks';
        return {
          asks: msg`In one row, ${run.word(best)} has the largest weight, ${percent(before)}. Five is added to every score of the row. What becomes of that weight?`,
          options: {
            grows: msg`It grows: e⁵ favours what was ahead.`,
            same: msg`It stays.`,
            shrinks: msg`It shrinks: the others have caught up.`,
          },
          key,
          mistakes: { 'higher-score-more-weight': 'grows', 'adding-levels-out': 'shrinks' },
          why: msg`It is ${percent(after)} again: every exponential is multiplied by e⁵, and so is their sum. That is why the largest score can be subtracted first.`,
          see: { view: 'softmax', ...run.head, token: run.it },
        };
      },
    },
    {
      id: 'columns',
      after: 'softmax',
      principle: 'row',
      poses(run) {
        const received = run.words.map((key) =>
          total(run.words.map((query) => run.weights(query)[key] ?? 0)),
        );
        const most = argmax(received);
        return {
          asks: msg`In one head, every word’s weights add up to 1. Add up the weights that ${run.word(most)} receives from all ${run.n} words. What is the sum?`,
          ...numbers(
            received[most] ?? 0,
            { 'columns-sum-too': 1, 'everybody-gives-all': run.n, 'plain-mean': 1 / run.n },
            (x) => positive(x, 2),
          ),
          why: msg`It is ${positive(received[most] ?? 0, 2)}. The rows add up to 1 each, ${run.n} in all; the columns share that as they like, and several words may look at the same one.`,
          see: { view: 'heatmap', ...run.head, token: most },
        };
      },
    },
    {
      id: 'newcomer',
      after: 'softmax',
      principle: 'ratios',
      poses() {
        const shares = [0.7, 0.3];
        const grown = softmax([...shares, 0.7].map(Math.log))[0] ?? 0;
        const write = (x: number) => weight(x, 2);
        return {
          asks: msg`Two words have the weights ${write(0.7)} and ${write(0.3)}. A third word joins, with the same score as the first. What does the first have now?`,
          ...numbers(
            grown,
            { 'weights-are-fixed': 0.7, 'takes-equally': 0.7 - 1 / 6, 'plain-mean': 1 / 3 },
            write,
          ),
          why: msg`It has ${write(0.7)} of ${positive(1.7, 2)}: ${write(grown)}. The ratio of the first two stays 7 to 3, but the whole is larger: no weight can be read without the rest of its row.`,
          see: { view: 'softmax' },
        };
      },
    },
    {
      id: 'two-negatives',
      after: 'softmax',
      principle: 'ratios',
      poses() {
        const scores = [-1, -3];
        const [right = 0] = softmax(scores);
        const write = (x: number) => weight(x, 2);
        return {
          asks: msg`Two words score ${plain(-1)} and ${plain(-3)}. What weight does the first get?`,
          ...numbers(
            right,
            {
              'negative-is-worthless': 0,
              'weights-are-scores': (scores[0] ?? 0) / total(scores),
              'plain-mean': 0.5,
            },
            write,
          ),
          why: msg`The difference is 2, and e² to 1 is ${write(right)} to ${write(1 - right)}. The sign of a score says nothing by itself.`,
          see: { view: 'softmax' },
        };
      },
    },
    {
      id: 'exactly-zero',
      after: 'softmax',
      principle: 'ratios',
      poses(run) {
        const all = run.allHeads.flatMap((at) =>
          run.words.flatMap((query) =>
            run.words.map((key) => [run.weights(query, at)[key], run.scores(query, at)[key]]),
          ),
        ) as [number, number][];
        const negative = all.filter(([, score]) => score < 0);
        const none = all.filter(([w]) => !(w > 0));
        const key =
          none.length === 0 ? 'never' : none.length < negative.length ? 'zero' : 'negative';
        return {
          asks: msg`Without a mask, when is a weight exactly 0?`,
          options: {
            negative: msg`when its score is negative`,
            zero: msg`when its score is 0`,
            never: msg`never`,
          },
          key,
          mistakes: { 'negative-is-worthless': 'negative', 'zero-score-zero-weight': 'zero' },
          why: msg`Of the ${grouped(all.length)} weights in this model’s reading of the sentence, ${none.length} are 0, though ${grouped(negative.length)} scores are negative. eˣ is positive for every x; only a mask, a score of −∞, gives 0.`,
          see: { view: 'softmax', ...run.head, token: run.it },
        };
      },
    },
  ],
};

import { plain, positive, weight } from '../../../state/format';
import { argmax, entropyBits } from '../../../state/vector';
import { grouped, inLanguage } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { type Run, softmax, total } from '../run';
import { oneSentence, pronounPair } from '../sentences';

const times = (x: number) => inLanguage(x >= 100 ? x.toFixed(0) : x.toFixed(1));

const bits = (run: Run) => {
  const rows = run.allHeads.flatMap((at) => run.words.map((token) => run.weights(token, at)));
  return total(rows.map(entropyBits)) / rows.length;
};

/** The model as it is and with undivided scores. */
const undivided = (variant: number) => {
  const { text } = pronounPair(variant);
  return [{ text }, { text, structure: 'scale=off' }];
};

const order = (row: readonly number[]) =>
  row.map((_, i) => i).sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));

export const concept: Concept = {
  title: later('Dividing by √dₖ'),
  principles: {
    spread: later(
      'A sum of dₖ products spreads as √dₖ. Dividing by √dₖ gives scores the same standard deviation for any size of head.',
    ),
    odds: later(
      'The softmax turns differences of scores into ratios of weights. Dividing all scores shrinks the ratios, and keeps the order.',
    ),
  },
  questions: [
    {
      id: 'wider-head',
      after: 'scale',
      principle: 'spread',
      poses(run) {
        const wide = run.dK * 4;
        return {
          asks: msg`A head of this model has ${run.dK} numbers per query and divides its scores by ${plain(Math.sqrt(run.dK))}. A new model has ${wide} per query. By what should it divide?`,
          ...numbers(
            Math.sqrt(wide),
            {
              'divides-by-width': wide,
              'linear-growth': Math.sqrt(run.dK) * 4,
              'scale-is-fixed': Math.sqrt(run.dK),
            },
            plain,
          ),
          why: msg`Four times as many products, of random sign, spread twice as far: √${wide} = ${plain(Math.sqrt(wide))}.`,
          see: { view: 'scale', ...run.head, token: run.it },
        };
      },
    },
    {
      id: 'undivided',
      after: 'scale',
      principle: 'odds',
      runs: undivided,
      poses(run, off = run) {
        const [own, without] = [bits(run), bits(off)];
        const key = without < own - 0.01 ? 'fewer' : without > own + 0.01 ? 'more' : 'same';
        return {
          asks: msg`The division by √dₖ is left out in all heads. Over how many words does a word then spread its attention?`,
          options: {
            fewer: msg`over fewer`,
            same: msg`over as many as before`,
            more: msg`over more`,
          },
          key,
          mistakes: { 'softmax-evens-out': 'same', 'large-scores-for-all': 'more' },
          why: msg`Rows average ${positive(own, 2)} bits with the division and ${positive(without, 2)} without; a row with all its weight on one word has 0. The softmax reads differences of scores, and these are ${plain(Math.sqrt(run.dK))} times as large.`,
          see: { view: 'scale', ...run.head, token: run.it },
        };
      },
    },
    {
      id: 'ranking',
      after: 'scale',
      principle: 'odds',
      runs: undivided,
      poses(run, off = run) {
        const rows = ({ words, heads }: Run, from: Run) =>
          Array.from({ length: heads }, (_, head) =>
            words.map((token) => from.weights(token, { layer: 0, head })),
          ).flat();
        const [own, without] = [rows(run, run), rows(run, off)];
        const moved = own.filter((row, i) => `${order(row)}` !== `${order(without[i] ?? [])}`);
        const first = own.filter((row, i) => argmax(row) !== argmax(without[i] ?? []));
        const key = first.length > 0 ? 'first' : moved.length > own.length / 10 ? 'rest' : 'none';
        return {
          asks: msg`Look at the first layer alone, whose queries and keys stay as they are. Scores are no longer divided. Does the order of a row’s words by weight change?`,
          options: {
            none: msg`no, only the distances between them`,
            rest: msg`the first stays, the others change places`,
            first: msg`yes, another word may come first`,
          },
          key,
          mistakes: { 'large-scores-for-all': 'rest', 'scaling-reorders': 'first' },
          why: msg`Of ${own.length} rows, ${first.length} get another first word. Every score is multiplied by the same ${plain(Math.sqrt(run.dK))}: what was larger stays larger.`,
          see: { view: 'scale', layer: 0, head: 0, token: run.it },
        };
      },
    },
    {
      id: 'ratio',
      after: 'scale',
      principle: 'odds',
      poses(run) {
        const root = Math.sqrt(run.dK);
        const gap = 2 * root;
        return {
          asks: msg`Before the division, word A scores ${plain(gap)} and word B scores 0; √dₖ is ${plain(root)}. How many times B’s weight does A get?`,
          ...numbers(
            Math.exp(gap / root),
            {
              'weights-are-scores': gap,
              'linear-growth': gap / root,
              'scale-is-fixed': Math.exp(gap),
            },
            times,
          ),
          why: msg`After the division the scores differ by ${plain(gap / root)}, and e² = ${times(Math.exp(gap / root))}. Undivided it would be ${grouped(Math.round(Math.exp(gap)))} times, and B would hardly be heard.`,
          see: { view: 'scale' },
        };
      },
    },
    {
      id: 'twice-the-divisor',
      after: 'scale',
      principle: 'odds',
      runs: oneSentence,
      poses(run) {
        const scores = [...run.divided(run.it)].sort((a, b) => b - a).slice(0, 2);
        const [before = 0] = softmax(scores);
        const [right = 0] = softmax(scores.map((s) => s / 2));
        return {
          asks: msg`Between its two best words, a head shares its attention ${weight(before)} to ${weight(1 - before)}. All its scores are divided by a further 2. What does the first word get?`,
          ...numbers(
            right,
            { 'weights-are-scores': before / 2, 'softmax-evens-out': before, 'plain-mean': 0.5 },
            weight,
          ),
          why: msg`Half the difference of scores is the square root of the ratio: ${weight(before)} to ${weight(1 - before)} becomes ${weight(right)} to ${weight(1 - right)}. They still add up to 1.`,
          see: { view: 'softmax', ...run.head, token: run.it },
        };
      },
    },
  ],
};

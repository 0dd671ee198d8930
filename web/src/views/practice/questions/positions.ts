import { plain, positive, weight } from '../../../state/format';
import { lengthOf } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { alike, distance } from '../run';
import { cats, pronounPair } from '../sentences';

const bothWays = () => [{ text: cats }, { text: cats, structure: 'positions=off' }];

export const concept: Concept = {
  title: later('Positions'),
  principles: {
    added: later(
      'A position is a vector that is added to the word’s. From then on, one vector says both what the word is and where it stands.',
    ),
    place: later(
      'A position’s vector depends on the place alone: it is the same for every word and every sentence.',
    ),
  },
  questions: [
    {
      id: 'width',
      after: 'position',
      principle: 'added',
      poses(run) {
        const width = run.after(-1, run.it).length;
        return {
          asks: msg`A word’s vector from the embedding table has ${run.d} numbers, and so has the vector of its position. How many numbers does the first layer read for a word?`,
          ...numbers(
            width,
            { 'position-is-appended': 2 * run.d, 'position-is-a-counter': run.d + 1 },
            plain,
          ),
          why: msg`It reads ${width}: the two vectors are added, number by number. Later layers have no separate place to look the position up.`,
          see: { view: 'position', token: run.it },
        };
      },
    },
    {
      id: 'two-cats',
      after: 'position',
      principle: 'added',
      runs: bothWays,
      poses(run, off = run) {
        const at = { layer: 0, head: 0 };
        const [first, second] = [run.at('cat'), run.at('cat', 2)];
        const from = run.at('lovely');
        const row = off.weights(from, at);
        const [a = 0, b = 0] = [row[first], row[second]];
        return {
          asks: msg`“${cats}”: the positions are left out. In layer 1, head 1, “lovely” gives the first “cat” the weight ${weight(a)}. What does it give the second “cat”, right beside it?`,
          ...numbers(
            b,
            {
              'near-counts-more': run.weights(from, at)[second] ?? 0,
              'repeats-count-once': 0,
            },
            (x) => (x === 0 ? '0' : weight(x)),
          ),
          why: msg`It gives ${weight(b)}. Without positions the two have the same vector, hence the same key and the same score: nothing tells them apart. With positions they get ${weight(run.weights(from, at)[first] ?? 0)} and ${weight(run.weights(from, at)[second] ?? 0)}.`,
          see: { view: 'position', ...at, token: from },
        };
      },
    },
    {
      id: 'same-place',
      after: 'position',
      principle: 'place',
      runs: (variant) => [{ text: pronounPair(variant).text }, { text: cats }],
      poses(run, other = run) {
        const [a, b] = [run, other].map((each) => each.row('embedding.positions', 2)) as [
          Float32Array,
          Float32Array,
        ];
        const key = alike(a, b) ? 'same' : 'other';
        return {
          asks: msg`The third word of one sentence is “${run.piece(2)}”, that of another is “${other.piece(2)}”. How do their position vectors compare?`,
          options: {
            same: msg`They are the same.`,
            other: msg`They differ, as the words do.`,
            length: msg`They differ, since the sentences differ in length.`,
          },
          key,
          mistakes: { 'positions-know-words': 'other', 'positions-are-relative': 'length' },
          why: msg`They are ${positive(distance(a, b), 2)} apart. What is added for the third place is fixed; the sums differ, because the words do.`,
          see: { view: 'position', token: 2 },
        };
      },
    },
    {
      id: 'length-by-place',
      after: 'position',
      principle: 'place',
      poses(run) {
        const [first, last] = [0, run.n - 1].map((token) =>
          lengthOf(run.row('embedding.positions', token)),
        ) as [number, number];
        const key =
          Math.abs(last / first - 1) < 0.02 ? 'same' : last > first ? 'longer' : 'shorter';
        return {
          asks: msg`This model’s positions are waves. How does the position vector of word ${run.n} compare in length with that of word 1?`,
          options: {
            same: msg`They are equally long.`,
            longer: msg`It is longer, about ${run.n} times.`,
            shorter: msg`It is shorter, so that early words count more.`,
          },
          key,
          mistakes: { 'position-is-a-counter': 'longer', 'positions-rank-words': 'shorter' },
          why: msg`Both have the length ${positive(last, 2)}: what marks a place is the pattern, a sine and a cosine at each speed, and their squares always add up to 1. A counter that grows would drown the words of a long text.`,
          see: { view: 'position', token: run.n - 1 },
        };
      },
    },
    {
      id: 'louder',
      after: 'position',
      principle: 'added',
      poses(run) {
        const word = lengthOf(run.row('embedding.tokens', run.it));
        const place = lengthOf(run.row('embedding.positions', run.it));
        const ratio = word / place;
        const key = ratio > 1.15 ? 'word' : ratio < 0.87 ? 'place' : 'equal';
        return {
          asks: msg`At the input, word and position are added in one vector. Which of the two is longer for “${run.piece(run.it)}” in this trained model?`,
          options: {
            word: msg`the word`,
            equal: msg`Both are equally long, so that neither drowns the other.`,
            place: msg`the position`,
          },
          key,
          mistakes: { 'norm-makes-equal': 'equal', 'positions-rank-words': 'place' },
          why: msg`The word’s vector has the length ${positive(word, 2)}, that of its position ${positive(place, 2)}. The table is multiplied by √${run.d} for this reason: small learned numbers would drown in the waves.`,
          see: { view: 'position', token: run.it },
        };
      },
    },
  ],
};

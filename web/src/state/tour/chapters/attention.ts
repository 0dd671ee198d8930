import { later, msg } from '../../../words/msg';
import { percent, plain, signed, weight } from '../../format';
import { firstSentence } from '../../presets';
import { argmax, cosine } from '../../vector';
import type { Chapter } from '../chapter';
import type { Facts } from '../facts';
import { other } from './from-text';

/** Words to choose from: where the row is highest, and the two after it, in sentence order. */
function candidates(row: Float32Array): readonly number[] {
  const order = [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
  return order.slice(0, 3).sort((a, b) => a - b);
}

const scored = (f: Facts): readonly number[] => candidates(f.attention('scores'));

const scoreOf = (f: Facts, token: number): string => signed(f.attention('scores')[token] ?? 0);

const favourite = (f: Facts): number => argmax(f.attention('weights'));

const largestShare = (f: Facts): number => Math.max(...f.attention('weights'));

/** Shares that differ by no more than this are told as equal. */
const asGoodAsEqual = 0.005;

/** What the division makes of the largest share: 0 smaller, 1 the same, 2 larger. */
function effectOfScale(f: Facts): number {
  const change = largestShare(f) - Math.max(...f.unscaled());
  if (Math.abs(change) <= asGoodAsEqual) return 1;
  return change < 0 ? 0 : 2;
}

const effects = [
  later('The order of the words stays, and their shares come closer together.'),
  later('In this sentence the scores lie so far apart that the division hardly shows.'),
  later('The order of the words stays, and their shares move further apart.'),
];

const likeness = (f: Facts): number => cosine(f.ofHead('query'), f.ofHead('key'));

const half = 0.5;

/** Place of a cosine among "above 0.5", "between" and "below −0.5". */
const third = (x: number): number => (x > half ? 0 : x >= -half ? 1 : 2);

const likenesses = [
  later('In this head a word comes close to answering its own question.'),
  later(
    'What a word asks and what it can be found by are learned apart: it can look for words unlike itself.',
  ),
  later('In this head a word is turned away from itself.'),
];

/** Largest shares: less than a half, up to nine tenths, more. */
const sizeOf = (share: number): number => (share < 0.5 ? 0 : share <= 0.9 ? 1 : 2);

/** What the sentence is about; one word of it decides which. */
const nouns = ['animal', 'street'];

/** Tokens of the nouns, and the word that has most weight besides. */
function looked(f: Facts): readonly number[] {
  const own = nouns.map((noun) => f.tokenOf(noun));
  const rest = f.attention('weights').map((w, token) => (own.includes(token) ? -1 : w));
  return [...own, argmax(rest)];
}

const shareOf = (f: Facts, token: number): string =>
  token < 0 ? '' : weight(f.attention('weights')[token] ?? 0);

/** Attention, in the head to look at first. */
export const attention: readonly Chapter[] = [
  {
    title: later('What a word looks for'),
    step: 'projections',
    text: (f) =>
      msg`A head is one way of looking; this layer has ${f.heads} side by side. In each, matrices make of every word a query (what it looks for), a key (what it is found by) and a value (what it hands over).`,
    question: (f) =>
      msg`How alike are the query and the key of ${f.word()} by their cosine, 1 being the same direction and 0 unrelated?`,
    options: () => [msg`above 0.5`, msg`from −0.5 to 0.5`, msg`below −0.5`],
    right: (f) => third(likeness(f)),
    look: {},
    reveal: (f) =>
      msg`Their cosine is ${signed(likeness(f))}. ${msg(likenesses[third(likeness(f))] ?? '')} Click on a cell of the query to see what it was computed from.`,
    changed: (f) => msg`Each word has a query, a key and a value of ${f.dK} numbers in this head.`,
    recap: later(
      'A query says what a word looks for, a key what it is found by, a value what it hands over.',
    ),
  },
  {
    title: later('Query meets key'),
    step: 'scores',
    text: (f) =>
      msg`Here the words meet. The query of ${f.word()} is multiplied, number by number, with the key of every word, and each word’s products add up to one score: how well the two fit.`,
    question: (f) => msg`Whose key fits the query of ${f.word()} best in this head?`,
    options: (f) => scored(f).map((token) => f.choice(token)),
    words: scored,
    right: (f) => scored(f).indexOf(argmax(f.attention('scores'))),
    look: {},
    numbers: (f) => scored(f).map((token) => scoreOf(f, token)),
    reveal: (f) => {
      const best = argmax(f.attention('scores'));
      return msg`The key of ${f.choice(best)} fits best, with a score of ${scoreOf(f, best)}.`;
    },
    instead: (f, option) => {
      const token = scored(f)[option] ?? 0;
      return msg`That of ${f.choice(token)} fits worse: its score is ${scoreOf(f, token)}.`;
    },
    changed: (f) => msg`Each word has a score: how well it fits what ${f.word()} looks for.`,
    recap: later('A score is the product of one word’s query and another’s key.'),
  },
  {
    title: later('On a smaller scale'),
    step: 'scale',
    text: (f) =>
      msg`Sums of many products grow large. So each score is divided by √${f.dK} = ${plain(Number(Math.sqrt(f.dK).toFixed(2)))}, the root of the number of products, before the next step turns scores into shares of one whole.`,
    question: () => msg`What does the division do to the largest share?`,
    options: () => [msg`it makes it smaller`, msg`it leaves it as it is`, msg`it makes it larger`],
    right: effectOfScale,
    look: {},
    reveal: (f) =>
      msg`${f.choice(favourite(f))} would take ${percent(Math.max(...f.unscaled()))} without it, and takes ${percent(largestShare(f))} with it. ${msg(effects[effectOfScale(f)] ?? '')}`,
    changed: () => msg`All scores shrank by the same factor.`,
    recap: later(
      'Scores are divided by a root, so that sums of many products do not grow too large.',
    ),
  },
  {
    title: later('Shares of one whole'),
    step: 'softmax',
    text: (f) => {
      const row = f.attention('scores').map((score) => score / Math.sqrt(f.dK));
      return msg`The scaled scores run from ${signed(Math.min(...row))} to ${signed(Math.max(...row))}. Softmax makes shares of them: e is raised to each score, and every power is divided by the sum of all.`;
    },
    question: () => msg`How large is the largest share, its weight?`,
    options: () => [msg`below one half`, msg`from .5 to .9`, msg`above .9`],
    right: (f) => sizeOf(largestShare(f)),
    look: {},
    reveal: (f) =>
      msg`${f.choice(favourite(f))} has ${weight(largestShare(f))}. A score that is higher by 1 gives a share that is larger by a factor of e, 2.72. Click on a weight and ask why.`,
    changed: (f) =>
      msg`One whole was shared out among ${f.tokens.length} words: no weight is negative, and they add up to 1.`,
    recap: later('Softmax turns scores into weights: positive, and 1 together.'),
  },
  {
    title: later('One word changes'),
    step: 'sum',
    text: (f) =>
      msg`Each word hands over its value, as much of it as its weight says; the sum is the new ${f.word()}. No other step of the layer takes anything from one word to another.`,
    question: (f) =>
      msg`Swap “tired” for “${other?.label}”. Where does ${f.word()} look most then?`,
    options: () => [...nouns.map((noun) => msg`at “${noun}”`), msg`at another word`],
    right: (f) => Math.min(looked(f).indexOf(favourite(f)), nouns.length),
    look: { sentence: other?.text ?? firstSentence },
    numbers: (f) => looked(f).map((token) => shareOf(f, token)),
    reveal: (f) => {
      const top = favourite(f);
      const [, street] = looked(f);
      return top === street
        ? msg`It looks most at ${f.choice(top)}, with ${shareOf(f, top)}. One word at the end of the sentence has turned its look around.`
        : msg`It looks most at ${f.choice(top)}, with ${shareOf(f, top)}.`;
    },
    instead: (f, option) => {
      const token = looked(f)[option] ?? -1;
      return token < 0 ? '' : msg`${f.choice(token)} gets ${shareOf(f, token)} there.`;
    },
    changed: (f) => msg`The new ${f.word()} is made of what other words handed over.`,
    recap: later('Attention adds up the values of all words, each as much as its weight says.'),
  },
];

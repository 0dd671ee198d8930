import { later, msg } from '../../../words/msg';
import { percent, plain, signed } from '../../format';
import { firstSentence, nouns } from '../../presets';
import { argmax } from '../../vector';
import type { Chapter } from '../chapter';
import type { Facts } from '../facts';
import { other } from './from-text';

/** The words but the focus word, by how well their keys fit its query. */
function othersByScore(f: Facts): readonly number[] {
  const row = f.attention('scores');
  const order = [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
  return order.filter((token) => token !== f.focus);
}

/** Words to choose from, in sentence order: the one that fits best, the nouns, and those that follow. */
function scored(f: Facts): readonly number[] {
  const order = othersByScore(f);
  const named = nouns.map((noun) => f.tokenOf(noun)).filter((token) => token >= 0);
  const all = new Set([...order.slice(0, 1), ...named, ...order]);
  return [...all].slice(0, 3).sort((a, b) => a - b);
}

const bestOther = (f: Facts): number => othersByScore(f)[0] ?? f.focus;

const fitsItself = (f: Facts): boolean => argmax(f.attention('scores')) === f.focus;

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
  later('The order of the words stays, and their weights move closer together.'),
  later('In this sentence the scores lie so far apart that the division hardly shows.'),
  later('The order of the words stays, and their weights move further apart.'),
];

/** How far the highest of a row is ahead of the next: a part of the whole range. */
function lead(row: Float32Array): number {
  const [first = 0, second = 0, ...rest] = [...row].sort((a, b) => b - a);
  return (first - second) / (first - (rest.at(-1) ?? second) || 1);
}

const widens = (f: Facts): boolean => lead(f.attention('weights')) > lead(f.attention('scores'));

/** Tokens of the nouns, and the word that has most weight besides. */
function looked(f: Facts): readonly number[] {
  const own = nouns.map((noun) => f.tokenOf(noun));
  const rest = f.attention('weights').map((w, token) => (own.includes(token) ? -1 : w));
  return [...own, argmax(rest)];
}

const shareOf = (f: Facts, token: number): string =>
  token < 0 ? '' : percent(f.attention('weights')[token] ?? 0);

/** Attention, in the head to look at first. */
export const attention: readonly Chapter[] = [
  {
    title: later('What a word looks for'),
    step: 'projections',
    text: (f) =>
      msg`A head is one way of looking; this layer has ${f.heads} side by side. In each, three matrices turn every word into a query (what it looks for), a key (what it is found by) and a value (what it passes on).`,
    question: (f) => msg`Which key fits the query of ${f.word()} best: its own, or another word’s?`,
    options: () => [msg`its own key`, msg`another word’s key`],
    right: (f) => (fitsItself(f) ? 0 : 1),
    look: {},
    reveal: (f) => {
      const [own, other] = [f.focus, bestOther(f)].map((token) => scoreOf(f, token));
      return fitsItself(f)
        ? msg`Its own: it scores ${own}, the best other key ${other}. In this head, a word comes close to answering its own query.`
        : msg`Another word’s: the best of them scores ${other}, its own ${own}. Queries and keys are learned separately, so a word can look for words unlike itself.`;
    },
    changed: (f) => msg`Each word has a query, a key and a value of ${f.dK} numbers in this head.`,
    recap: later(
      'A query says what a word looks for, a key what it is found by, a value what it passes on.',
    ),
  },
  {
    title: later('Query meets key'),
    step: 'scores',
    text: (f) =>
      msg`Here the words meet. The query of ${f.word()} is multiplied, number by number, with the key of every word, and each word’s products add up to one score: how well the two fit.`,
    question: (f) =>
      msg`Of the other words, whose key fits the query of ${f.word()} best in this head?`,
    options: (f) => scored(f).map((token) => f.choice(token)),
    words: scored,
    right: (f) => scored(f).indexOf(bestOther(f)),
    look: {},
    numbers: (f) => scored(f).map((token) => scoreOf(f, token)),
    reveal: (f) => {
      const best = bestOther(f);
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
    recall: 'projections/one-matrix',
    text: (f) =>
      msg`Sums of many products grow large. So each score is divided by √${f.dK} = ${plain(Number(Math.sqrt(f.dK).toFixed(2)))}, the root of the number of products, before the next step turns scores into weights that add up to 1.`,
    question: () => msg`What does the division do to the largest weight?`,
    options: () => [msg`it makes it smaller`, msg`it leaves it as it is`, msg`it makes it larger`],
    right: effectOfScale,
    look: {},
    reveal: (f) =>
      msg`${f.choice(favourite(f))} would get ${percent(Math.max(...f.unscaled()))} without it, and gets ${percent(largestShare(f))} with it. ${msg(effects[effectOfScale(f)] ?? '')}`,
    changed: () => msg`All scores shrank by the same factor.`,
    recap: later(
      'Scores are divided by a root, so that sums of many products do not grow too large.',
    ),
  },
  {
    title: later('Weights that add up to 1'),
    step: 'softmax',
    text: (f) => {
      const row = f.attention('scores').map((score) => score / Math.sqrt(f.dK));
      return msg`The scaled scores run from ${signed(Math.min(...row))} to ${signed(Math.max(...row))}. Softmax turns them into attention weights: it raises e to each score and divides every power by the sum of them all.`;
    },
    question: (f) =>
      msg`The highest score is ahead of the next by ${percent(lead(f.attention('scores')))} of the range of all scores. Does softmax widen that gap or narrow it?`,
    options: () => [msg`it widens the gap`, msg`it narrows the gap`],
    right: (f) => (widens(f) ? 0 : 1),
    look: {},
    reveal: (f) => {
      const gap = percent(lead(f.attention('weights')));
      const of = [f.choice(favourite(f)), percent(largestShare(f)), gap] as const;
      return widens(f)
        ? msg`It widens: ${of[0]} gets ${of[1]} of the attention, ahead of the next by ${of[2]} of their range. A score one higher makes a weight e times as large. Click on a weight and ask why.`
        : msg`It narrows: ${of[0]} gets ${of[1]} of the attention, ahead of the next by ${of[2]} of their range. A score one higher makes a weight e times as large. Click on a weight and ask why.`;
    },
    changed: (f) =>
      msg`A whole was divided among ${f.tokens.length} words: no weight is negative, and they add up to 1.`,
    recap: later('Softmax turns scores into weights: positive, and 1 together.'),
  },
  {
    title: later('One word changes'),
    step: 'sum',
    text: (f) =>
      msg`Each word contributes its value, scaled by its weight; the sum is the new ${f.word()}. No other step of the layer moves anything from one word to another.`,
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
        ? msg`It looks most at ${f.choice(top)}, with ${shareOf(f, top)}. One word changed at the end of the sentence, and it now looks at the other noun.`
        : msg`It looks most at ${f.choice(top)}, with ${shareOf(f, top)}.`;
    },
    instead: (f, option) => {
      const token = looked(f)[option] ?? -1;
      return token < 0 ? '' : msg`${f.choice(token)} gets ${shareOf(f, token)} there.`;
    },
    changed: (f) => msg`The new ${f.word()} is the sum of what the words contributed.`,
    recap: later('Attention adds up the values of all words, each scaled by its weight.'),
  },
];

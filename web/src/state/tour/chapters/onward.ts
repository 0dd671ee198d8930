import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type HeadRole, headsInOrder } from '../../defaults';
import { percent, signed } from '../../format';
import { likelihood } from '../../prediction';
import { firstSentence, nouns } from '../../presets';
import { argmax, cosine, notAboveZero } from '../../vector';
import { type Chapter, yes, yesNo } from '../chapter';
import type { Facts } from '../facts';
import { other } from './from-text';

/** Heads of the layer in which the focus word looks most at the same word as in the chosen one. */
function likeMinded(f: Facts): number {
  const heads = Array.from({ length: f.heads }, (_, head) => head);
  const favourite = argmax(f.attention('weights'));
  return heads.filter((head) => argmax(f.attention('weights', head)) === favourite).length;
}

const unitsOff = (f: Facts): number =>
  notAboveZero(f.row('layers.{l}.feedForward.hidden', f.focus));

type Spread = readonly [mean: number, deviation: number];

function spreadOf(numbers: ArrayLike<number>): Spread {
  const list = Array.from(numbers);
  const mean = list.reduce((sum, x) => sum + x, 0) / list.length;
  const square = list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / list.length;
  return [mean, Math.sqrt(square)];
}

/** What the norm after attention's sum reads for the focus word, in either order of norms. */
const unnormed = (f: Facts): Float32Array => f.row('layers.{l}.attention.residual', f.focus);

const before = (f: Facts): Spread => spreadOf(unnormed(f));

/** By the mean and the deviation that the layer itself has used. */
function standardised(f: Facts): Spread {
  const [mean = 0, rstd = Number.NaN] = f.statistics();
  return spreadOf(unnormed(f).map((x) => (x - mean) * rstd));
}

function nearestTo([mean, deviation]: Spread, places: readonly Spread[]): number {
  return argmax(places.map(([m, d]) => -Math.hypot(m - mean, d - deviation)));
}

/** Two words and their hidden units above zero. */
function unitsOf(f: Facts) {
  const named = nouns.map((noun) => f.tokenOf(noun));
  const words = named.every((token) => token >= 0) ? named : [0, 1];
  const [first = [], second = []] = words.map((token) =>
    Array.from(f.row('layers.{l}.feedForward.hidden', token), (unit) => unit > 0),
  );
  const count = (units: readonly boolean[]) => units.filter(Boolean).length;
  const both = first.filter((on, unit) => on && second[unit]).length;
  return { words: words.map((token) => f.word(token)), each: [count(first), count(second)], both };
}

/** Where two heads look, the earlier first. */
function looks(f: Facts, heads: readonly HeadRole[]): string {
  const look = ({ layer, head }: HeadRole) => {
    const row = f.row(`layers.${layer}.attention.weights`, head, f.focus);
    const top = argmax(row);
    return msg`in layer ${layer + 1}, head ${head + 1}, ${f.word()} gives ${percent(row[top] ?? 0)} to ${f.choice(top)}`;
  };
  const [first = '', second = ''] = [...heads].sort((a, b) => a.layer - b.layer).map(look);
  return msg`${first}; ${second}. Only cutting them shows whether the answer needs them: try it under “what if?”.`;
}

const likeAtEnd = (f: Facts): number =>
  cosine(f.after(-1), f.after(f.config.num_hidden_layers - 1));

/** From the heads to the model's guess. */
export const onward: readonly Chapter[] = [
  {
    title: later('Many heads'),
    step: 'concat',
    recall: 'scaling/undivided',
    text: (f) =>
      msg`That was one head. All ${f.heads} heads of a layer work at the same time, each with matrices of its own, and their outputs stand side by side in one long vector.`,
    question: (f) =>
      msg`In how many of the ${f.heads} heads does ${f.word()} look most at the same word as in this one?`,
    options: (f) => [msg`only in this one`, msg`in some`, msg`in all ${f.heads}`],
    right: (f) => {
      const count = likeMinded(f);
      return count === 1 ? 0 : count === f.heads ? 2 : 1;
    },
    look: {},
    reveal: (f) =>
      msg`In ${likeMinded(f)} of ${f.heads}. Compare the lines from ${f.word()} in each head.`,
    changed: (f) =>
      msg`${f.heads} heads put ${f.dK} numbers each side by side: ${f.config.hidden_size}.`,
    recap: later(
      'Several heads read at once, each in its own way, and their outputs are put side by side.',
    ),
  },
  {
    title: later('Kept, and brought back into line'),
    step: 'attention-norm',
    text: (f) =>
      f.config.norm_type === 'rms_norm'
        ? msg`What attention found is added to the word, not put in its place: the word itself bypasses attention, along the residual connection. Then RMSNorm brings its numbers to a common scale: it divides by the root of their mean square.`
        : msg`What attention found is added to the word, not put in its place: the word itself bypasses attention, along the residual connection. Then LayerNorm brings its numbers to a common scale: it subtracts their mean and divides by their standard deviation.`,
    question: () =>
      msg`What are the mean and the standard deviation of the numbers right after that?`,
    options: () => [msg`the same as before`, msg`0 and 1`, msg`1 and 0`],
    right: (f) => nearestTo(standardised(f), [before(f), [0, 1], [1, 0]]),
    look: {},
    reveal: (f) =>
      msg`They become ${signed(standardised(f)[0])} and ${signed(standardised(f)[1])}, for this word as for every other. Then γ and β, learned for each number, set the scale that the next step needs.`,
    changed: (f) => msg`${f.word()} is the old word plus what it found, on a common scale.`,
    recap: later(
      'What attention found is added to the word, and LayerNorm brings the sum to a common scale.',
    ),
  },
  {
    title: later('Each word by itself'),
    step: 'activate',
    text: (f) =>
      msg`The feed-forward network works on each word alone. It runs the vector past ${f.config.intermediate_size} detectors, the hidden units; an activation (a bend in the line) zeroes those below zero.`,
    question: (f) => {
      const [one = '', another = ''] = unitsOf(f).words;
      return msg`Do ${one} and ${another} switch on the same hidden units?`;
    },
    options: () => [msg`mostly the same ones`, msg`mostly different ones`],
    right(f) {
      const { each, both } = unitsOf(f);
      return both > Math.min(...each) / 2 ? 0 : 1;
    },
    look: {},
    reveal: (f) => {
      const { words, each, both } = unitsOf(f);
      return msg`${each[0]} {0:unit is|units are} above zero for ${words[0]} and ${each[1]} for ${words[1]}; they share ${both}. Each unit responds to something of its own: click on another word, and others light up.`;
    },
    changed: (f) =>
      msg`${f.config.intermediate_size - unitsOff(f)} hidden {0:unit responds|units respond} to ${f.word()}.`,
    recap: later(
      'The feed-forward network works on each word alone; only some of its hidden units respond.',
    ),
  },
  {
    title: later('Layer upon layer'),
    step: 'stack',
    recall: 'mean/mix',
    text: (f) =>
      msg`All of this is one layer. The model has ${f.config.num_hidden_layers}, all built alike, each with weights of its own: what one layer finds, the next can use.`,
    question: (f) =>
      headsInOrder(f.model)
        ? msg`One head reads the adjective at the end, another finds the noun that ${f.word()} stands for. Which of them comes first?`
        : msg`Does the vector of ${f.word()} leave the last layer as it came in?`,
    options: (f) =>
      headsInOrder(f.model)
        ? [msg`the one that reads the adjective`, msg`the one that finds the noun`]
        : yesNo(),
    right(f) {
      const heads = headsInOrder(f.model);
      return heads ? yes(heads[0].layer < heads[1].layer) : yes(likeAtEnd(f) > 0.999);
    },
    look: {},
    reveal(f) {
      const heads = headsInOrder(f.model);
      return heads
        ? looks(f, heads)
        : msg`The cosine of the two is ${signed(likeAtEnd(f))}; it is 1 where both point the same way.`;
    },
    changed: (f) => msg`${f.word()} went through ${f.config.num_hidden_layers} layers.`,
    recap: later(
      'Layers that are built alike follow one another; each starts from what the one before found.',
    ),
  },
  {
    title: later('Back to words'),
    step: 'prediction',
    text: (f) =>
      f.guess()
        ? msg`At the end the vector is compared with all ${grouped(f.config.vocab_size)} embeddings, and softmax turns these scores into probabilities. The one that fits best is the model’s guess for this word.`
        : msg`At the end each word has a vector that depends on the whole sentence.`,
    question: (f) =>
      f.guess()
        ? msg`With “${other?.label}” for “tired”, what is the model’s guess for ${f.word()}?`
        : msg`Will this model name a word at ${f.word()}?`,
    options: (f) =>
      f.guess() ? [...nouns.map((noun) => msg`“${noun}”`), msg`another word`] : yesNo(),
    right: (f) => {
      const guess = f.guess();
      if (!guess) return yes(false);
      const place = nouns.indexOf(guess.piece);
      return place < 0 ? nouns.length : place;
    },
    look: { sentence: other?.text ?? firstSentence },
    numbers: (f) => (f.guess() ? nouns.map((noun) => likelihood(f.probability(noun))) : []),
    reveal: (f) => {
      const top = f.guess();
      if (!top)
        return msg`It has no head that turns vectors into words: the vector itself is the answer.`;
      return msg`It is “${top.piece}”, with a probability of ${likelihood(top.probability)}. Type a sentence of your own, and ask any number why.`;
    },
    changed: (f) =>
      f.guess()
        ? msg`A vector became a word again.`
        : msg`Each word has a vector that reflects its sentence.`,
    recap: later('The last vector is compared with every embedding; the best fit is the guess.'),
  },
];

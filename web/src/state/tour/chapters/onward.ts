import { later, msg } from '../../../words/msg';
import { activations } from '../../dataflow/kinds/activation';
import type { HeadRole } from '../../defaults';
import { percent, signed } from '../../format';
import { likelihood } from '../../prediction';
import { argmax, cosine, notAboveZero } from '../../vector';
import { type Chapter, yes, yesNo } from '../chapter';
import type { Facts } from '../facts';

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

/** Where two measured heads look, one after another, where the early one reads the adjective. */
function looks(f: Facts): string {
  const [adjective, antecedent] = [f.role('adjective'), f.role('antecedent')];
  if (!adjective || !antecedent || adjective.layer >= antecedent.layer) return '';
  const look = ({ layer, head }: HeadRole) => {
    const row = f.row(`layers.${layer}.attention.weights`, head, f.focus);
    const top = argmax(row);
    return msg`in layer ${layer + 1}, head ${head + 1}, ${f.word()} gives ${percent(row[top] ?? 0)} to ${f.choice(top)}`;
  };
  return msg` On the way, ${look(adjective)}; ${look(antecedent)}. Which of these the answer needs, only cutting them shows: try it under “what if?”.`;
}

const likeAtEnd = (f: Facts): number =>
  cosine(f.after(-1), f.after(f.config.num_hidden_layers - 1));

const third = (part: number): number => (part < 1 / 3 ? 0 : part <= 2 / 3 ? 1 : 2);

/** Pieces to choose from at the end; what the model says may be another. */
const pieces = (f: Facts): readonly string[] => [f.tokens[f.focus]?.piece ?? '', 'animal'];

/** From the heads to the model's guess. */
export const onward: readonly Chapter[] = [
  {
    title: later('Many heads'),
    step: 'concat',
    text: (f) =>
      msg`That was one head. All ${f.heads} heads of a layer look at once, each with matrices of its own, and what they bring stands side by side in one long vector.`,
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
      'Many heads look at once, each in its own way, and what they bring is put side by side.',
    ),
  },
  {
    title: later('Kept, and brought back into line'),
    step: 'attention-norm',
    text: (f) =>
      f.config.norm_type === 'rms_norm'
        ? msg`What attention found is added to the word, not put in its place: the word itself goes around on the residual path. Then RMSNorm brings its numbers to a common scale: it divides by the root of their mean square.`
        : msg`What attention found is added to the word, not put in its place: the word itself goes around on the residual path. Then layer norm brings its numbers to a common scale: it takes off their mean and divides by their spread.`,
    question: () => msg`What are the mean and the spread of the numbers right after that?`,
    options: () => [msg`the same as before`, msg`mean 0, spread 1`, msg`mean 1, spread 0`],
    right: (f) => nearestTo(standardised(f), [before(f), [0, 1], [1, 0]]),
    look: {},
    reveal: (f) =>
      msg`The mean was ${signed(before(f)[0])} and the spread ${signed(before(f)[1])}; they become ${signed(standardised(f)[0])} and ${signed(standardised(f)[1])}, for this word as for every other. Then γ and β, learned for each number, set the scale that the next step needs.`,
    changed: (f) => msg`${f.word()} is the old word and what it found, on a common scale.`,
    recap: later(
      'What was found is added to the word, and layer norm brings the sum to a common scale.',
    ),
  },
  {
    title: later('Each word by itself'),
    step: 'activate',
    text: (f) =>
      msg`The feed-forward part works on each word alone. It asks ${f.config.intermediate_size} questions of the vector, one for each hidden unit; an activation (a bend in the line) holds back the answers below zero.`,
    question: (f) =>
      msg`How many of the ${f.config.intermediate_size} units are at or below zero for ${f.word()}?`,
    options: () => [msg`fewer than a third`, msg`a third to two thirds`, msg`more than two thirds`],
    right: (f) => third(unitsOff(f) / f.config.intermediate_size),
    look: {},
    reveal: (f) => {
      const { cutsOff } = activations[f.structure.activation];
      const [off, units] = [unitsOff(f), f.config.intermediate_size];
      return cutsOff
        ? msg`${off} of ${units} are off. Each unit answers to something of its own: click on another word, and others light up.`
        : msg`${off} of ${units} are held back. Each unit answers to something of its own: click on another word, and others light up.`;
    },
    changed: (f) =>
      msg`${f.config.intermediate_size - unitsOff(f)} units have something to say about ${f.word()}.`,
    recap: later('The feed-forward part works on each word alone; only some of its units answer.'),
  },
  {
    title: later('Layer upon layer'),
    step: 'stack',
    text: (f) =>
      msg`All of this is one layer. The model has ${f.config.num_hidden_layers} of the same build, each with weights of its own: what one layer found, the next can use.`,
    question: (f) =>
      msg`What is the cosine of ${f.word()} as it came in and as it leaves the last layer (1 where both point the same way)?`,
    options: () => [msg`above 0.5`, msg`from 0 to 0.5`, msg`below 0`],
    right: (f) => (likeAtEnd(f) > 0.5 ? 0 : likeAtEnd(f) >= 0 ? 1 : 2),
    look: {},
    reveal: (f) =>
      msg`Their cosine is ${signed(likeAtEnd(f))}. That says how far the vector has turned, not what turned it.${looks(f)}`,
    changed: (f) => msg`${f.word()} went through ${f.config.num_hidden_layers} layers.`,
    recap: later(
      'Layers of the same build follow each other; each starts from what the one before found.',
    ),
  },
  {
    title: later('Back to words'),
    step: 'prediction',
    text: (f) =>
      f.guess()
        ? msg`At the end the vector is compared with all ${f.config.vocab_size} rows of the word table, and softmax makes shares of these scores too. The row that fits best is the model’s guess for this word.`
        : msg`At the end each word has a vector that depends on the whole sentence.`,
    question: (f) =>
      f.guess()
        ? msg`What is the model’s guess for ${f.word()}?`
        : msg`Will this model name a word at ${f.word()}?`,
    options: (f) =>
      f.guess() ? [msg`${f.word()} itself`, msg`“${'animal'}”`, msg`another word`] : yesNo(),
    right: (f) => {
      const guess = f.guess();
      if (!guess) return yes(false);
      const place = pieces(f).indexOf(guess.piece);
      return place < 0 ? 2 : place;
    },
    look: {},
    numbers: (f) => (f.guess() ? pieces(f).map((piece) => likelihood(f.probability(piece))) : []),
    reveal: (f) => {
      const top = f.guess();
      if (!top)
        return msg`It has no head that turns vectors into words: the vector itself is the answer.`;
      return msg`It is “${top.piece}”, with a probability of ${likelihood(top.probability)}. Type a sentence of your own, and ask any number why.`;
    },
    changed: (f) =>
      f.guess() ? msg`A vector became a word again.` : msg`Each word has a vector of its sentence.`,
    recap: later(
      'The last vector is compared with every row of the word table; the best fit is the guess.',
    ),
  },
];

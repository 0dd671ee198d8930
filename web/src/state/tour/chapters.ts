import type { HeadRole } from '../defaults';
import { likelihood } from '../prediction';
import { firstSentence, presets } from '../presets';
import { argmax as best, cosine, notAboveZero } from '../vector';
import type { Chapter, Facts } from './chapter';

const yesNo = () => ['yes', 'no'];

const two = (x: number): string => x.toFixed(2).replace('-', '\u2212');

/** Three words to choose from: where the row is highest, and the two after it, in sentence order. */
function candidates(row: Float32Array): readonly number[] {
  const order = [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
  return order.slice(0, 3).sort((a, b) => a - b);
}

const other = presets.find(({ text }) => text === firstSentence)?.swap;

/** Heads of the layer in which the focus word looks most at the same word as in the chosen one. */
function likeMinded(facts: Facts): number {
  const heads = Array.from({ length: facts.config.num_attention_heads }, (_, head) => head);
  const favourite = best(facts.attention('weights'));
  return heads.filter((head) => best(facts.attention('weights', head)) === favourite).length;
}

const unitsOff = (facts: Facts): number =>
  notAboveZero(facts.row('layers.{l}.feedForward.hidden', facts.focus));

const yes = (is: boolean): number => (is ? 0 : 1);

/** Each token's number is the place of its piece in the vocabulary. */
function inList(f: Facts): boolean {
  return f.tokens.every(({ id, piece }) => f.state.model?.vocabulary[id] === piece);
}

function sameRow(f: Facts, a: number, b: number): boolean {
  const other = f.row('embedding.output', b);
  return f.row('embedding.output', a).every((x, i) => x === other[i]);
}

/** The focus word starts from its id's row of the table, whatever stands around it. */
function isRowOfTable(f: Facts): boolean {
  const table = f.state.parameters.get('embeddings.word_embeddings.weight');
  const { hidden_size: d, embedding_scale } = f.config;
  const from = (f.tokens[f.focus]?.id ?? 0) * d;
  const factor = embedding_scale ? Math.sqrt(d) : 1;
  const row = f.row('embedding.tokens', f.focus);
  return row.every((x, j) => Math.abs(x - factor * (table?.data[from + j] ?? Number.NaN)) < 1e-4);
}

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
  const mean = f.statistic('mean');
  const rstd = f.statistic('rstd');
  return spreadOf(unnormed(f).map((x) => (x - mean) * rstd));
}

function nearestTo([mean, deviation]: Spread, places: readonly Spread[]): number {
  return best(places.map(([m, d]) => -Math.hypot(m - mean, d - deviation)));
}

/** What the measured heads do one after another, where an early one reads the adjective. */
function divisionOfLabour(f: Facts): string {
  const [adjective, antecedent] = [f.role('adjective'), f.role('antecedent')];
  if (!adjective || !antecedent || adjective.layer >= antecedent.layer) return '';
  const looks = ({ layer, head }: HeadRole) => {
    const row = f.row(`layers.${layer}.attention.weights`, head, f.focus);
    const top = best(row);
    return `${f.word()} gives ${likelihood(row[top] ?? 0)} of its attention to ${f.word(top)} in layer ${layer + 1}, head ${head + 1}`;
  };
  return ` Of the heads that were measured, ${looks(adjective)}; and ${looks(antecedent)}.`;
}

/** How a model tells places apart. */
const placesOf: Readonly<Record<Facts['config']['position_embedding_type'], string>> = {
  sinusoidal:
    'To each word numbers are added that belong to its place: waves, fast ones and slow ones, so that no two places look alike.',
  absolute:
    'To each word numbers are added that belong to its place: a row for the first place, one for the second, and so on, all learned in training.',
  none: 'Most models add numbers that belong to a word’s place. This one adds none.',
};

const hasPlaces = (f: Facts): boolean => f.config.position_embedding_type !== 'none';

const fromText: readonly Chapter[] = [
  {
    title: 'From text to numbers',
    step: 'tokens',
    text: (f) =>
      `A model cannot read letters. Its vocabulary is a fixed list, here of ${f.config.vocab_size} pieces, and each piece of the sentence becomes the number of its place in that list: ${f.word()} is number ${f.tokens[f.focus]?.id}. A word that is not in the list falls into smaller pieces that are.`,
    question: (f) =>
      f.twins
        ? `${f.word(f.twins[0])} stands here twice. Does it get the same number both times?`
        : 'Would a word that stands here twice get the same number both times?',
    options: yesNo,
    right: (f) => yes(f.twins ? f.tokens[f.twins[0]]?.id === f.tokens[f.twins[1]]?.id : inList(f)),
    look: {},
    reveal: (f) =>
      f.twins
        ? `Both are number ${f.tokens[f.twins[0]]?.id}. What comes before or after a word makes no difference yet.`
        : 'The number depends on the piece alone.',
  },
  {
    title: 'A row for each word',
    step: 'embedding',
    text: (f) =>
      `The number picks a row from a table: ${f.config.hidden_size} numbers that were learned in training. From here on the row is all that the model knows of the word.`,
    question: (f) =>
      `The sentence with “… too ${other?.label}” is about the street. Does ${f.word()} start from another row there?`,
    options: yesNo,
    right: (f) => yes(!isRowOfTable(f)),
    look: { sentence: other?.text ?? firstSentence },
    reveal: (f) =>
      `That is the other sentence, and the row is the same: it begins with ${two(f.row('embedding.tokens', f.focus)[0] ?? 0)}. What ${f.word()} stands for must be found out later.`,
  },
  {
    title: 'Where it stands',
    step: 'position',
    text: (f) =>
      `So far the sentence is a bag of words. ${placesOf[f.config.position_embedding_type]}`,
    question: (f) =>
      f.twins
        ? `The two ${f.word(f.twins[0])} have the same row. Are they still the same after this step?`
        : 'Would two equal words still be equal after this step?',
    options: yesNo,
    right: (f) => yes(f.twins ? sameRow(f, ...f.twins) : !hasPlaces(f)),
    look: {},
    reveal: (f) => {
      if (!hasPlaces(f)) return 'They are: nothing was added, and their order is lost.';
      if (!f.twins) return 'They would not be: another place adds other numbers.';
      const [a, b] = f.twins;
      const first = (token: number) => two(f.row('embedding.output', token)[0] ?? 0);
      return `Their first numbers are now ${first(a)} and ${first(b)}. Click on each of the two and watch its dots on the curves.`;
    },
  },
];

/** What the sentence is about; one word of it decides which. */
const nouns = ['animal', 'street'];

const attention: readonly Chapter[] = [
  {
    title: 'Three questions to each word',
    step: 'projections',
    text: () =>
      'Three matrices turn each word into a query (what it looks for), a key (what it can be found by) and a value (what it gives). The words do not meet here: each is worked on alone.',
    question: () => 'How many products add up to a single number of the query?',
    options: (f) => [
      String(f.dK),
      String(f.config.hidden_size),
      String(f.config.intermediate_size),
    ],
    right: (f) =>
      [f.dK, f.config.hidden_size, f.config.intermediate_size].indexOf(
        f.after(f.state.layer - 1).length,
      ),
    look: {},
    reveal: (f) =>
      `${f.config.hidden_size}, one for each number of the word. Click on a cell of the query: the answer lists the largest of them.`,
  },
  {
    title: 'Query meets key',
    step: 'scores',
    text: (f) =>
      `Now the words meet. The query of ${f.word()} is multiplied, number by number, with the key of every word, and each word’s products add up to one score: how well the two fit.`,
    question: (f) => `Whose key fits the query of ${f.word()} best in this head?`,
    options: (f) => candidates(f.attention('scores')).map((token) => f.word(token)),
    right: (f) => candidates(f.attention('scores')).indexOf(best(f.attention('scores'))),
    look: {},
    reveal: (f) => {
      const row = f.attention('scores');
      return `${f.word(best(row))}, with a score of ${two(Math.max(...row))}. Click on another word to see whose key fits its query.`;
    },
  },
  {
    title: 'On a smaller scale',
    step: 'scale',
    text: (f) =>
      `Sums of many products grow large, so each score is divided by the root of ${f.dK}, the number of products. It keeps the next step from being all or nothing.`,
    question: () => 'Will this division change which word comes first?',
    options: yesNo,
    right: (f) => yes(best(f.attention('scores')) !== best(f.attention('weights'))),
    look: {},
    reveal: (f) => {
      const row = f.attention('scores');
      return `${f.word(best(row))} stays first: ${two(Math.max(...row))} becomes ${two(Math.max(...row) / Math.sqrt(f.dK))}. All scores shrink by the same factor, and only the distances between them change.`;
    },
  },
  {
    title: 'Shares of one whole',
    step: 'softmax',
    text: (f) => {
      const row = f.attention('scores').map((score) => score / Math.sqrt(f.dK));
      return `The scaled scores run from ${two(Math.min(...row))} to ${two(Math.max(...row))}. Softmax turns them into shares: e is raised to each score, and every power is divided by their sum. Nothing is negative, and all shares together are 1.`;
    },
    question: () => 'How large will the largest share be?',
    options: () => ['below 50 %', '50 to 90 %', 'above 90 %'],
    right: (f) => {
      const top = Math.max(...f.attention('weights'));
      return top < 0.5 ? 0 : top <= 0.9 ? 1 : 2;
    },
    look: {},
    reveal: (f) => {
      const row = f.attention('weights');
      return `${f.word(best(row))} has ${likelihood(Math.max(...row))}. A lead of 1 in the scaled score is worth a factor of e, 2.72; click on a weight and ask why.`;
    },
  },
  {
    title: 'One word changes',
    step: 'sum',
    text: (f) =>
      `The shares say how much of each word’s value goes into the new ${f.word()}. This is how a word takes something from another one, and the only step of the layer in which it does.`,
    question: (f) => `Swap “tired” for “${other?.label}”. Where will ${f.word()} look most then?`,
    options: () => [...nouns.map((noun) => `at “${noun}”`), 'at another word'],
    right: (f) => {
      const top = best(f.attention('weights'));
      const noun = nouns.findIndex((word) => f.isOf(top, word));
      return noun < 0 ? nouns.length : noun;
    },
    look: { sentence: other?.text ?? firstSentence },
    reveal: (f) => {
      const row = f.attention('weights');
      const turned = f.isOf(best(row), 'street');
      const change = 'One word at the end of the sentence has turned the look of another around.';
      return `At ${f.word(best(row))}, with ${likelihood(Math.max(...row))}.${turned ? ` ${change}` : ''}`;
    },
  },
];

const onward: readonly Chapter[] = [
  {
    title: 'Many heads',
    step: 'concat',
    text: (f) =>
      `All this happens ${f.config.num_attention_heads} times at once, in heads with matrices of their own. What they bring stands side by side in one long vector.`,
    question: (f) =>
      `In how many of the ${f.config.num_attention_heads} heads does ${f.word()} look most at the same word as here?`,
    options: (f) => ['only in this one', 'in some', `in all ${f.config.num_attention_heads}`],
    right: (f) => {
      const count = likeMinded(f);
      return count === 1 ? 0 : count === f.config.num_attention_heads ? 2 : 1;
    },
    look: {},
    reveal: (f) =>
      `In ${likeMinded(f)} of ${f.config.num_attention_heads}. Some heads have a task that can be measured; choose “all heads” above to see which.`,
  },
  {
    title: 'Kept, and brought back into line',
    step: 'attention-norm',
    text: () =>
      'What attention found is added to the word, not put in its place: the word itself goes around on the residual path. Then layer norm brings the numbers back to a common scale.',
    question: () =>
      'The numbers had some mean and some spread. What are both right after standardising?',
    options: () => ['the same as before', 'mean 0, spread 1', 'mean 1, spread 0'],
    right: (f) => nearestTo(standardised(f), [before(f), [0, 1], [1, 0]]),
    look: {},
    reveal: (f) =>
      `The mean was ${two(before(f)[0])} and the spread ${two(before(f)[1])}; after standardising they are ${two(standardised(f)[0])} and ${two(standardised(f)[1])}, for this word as for every other. After that γ and β, learned for each of the numbers, set the scale that the next step needs.`,
  },
  {
    title: 'Each word by itself',
    step: 'activate',
    text: (f) =>
      `The feed-forward part works on each word alone: it widens it to ${f.config.intermediate_size} hidden units, bends each of them by the activation, and narrows the result again.`,
    question: (f) =>
      `How many of the ${f.config.intermediate_size} units are at or below zero for ${f.word()}?`,
    options: () => ['fewer than a third', 'a third to two thirds', 'more than two thirds'],
    right: (f) => {
      const part = unitsOff(f) / f.config.intermediate_size;
      return part < 1 / 3 ? 0 : part <= 2 / 3 ? 1 : 2;
    },
    look: {},
    reveal: (f) =>
      `${unitsOff(f)} of ${f.config.intermediate_size}. Each unit answers to something of its own; click on another word and others light up.`,
  },
  {
    title: 'Layer upon layer',
    step: 'stack',
    text: (f) =>
      `The block is repeated: ${f.config.num_hidden_layers} layers of the same build with other weights. What one layer found out, the next can use.${divisionOfLabour(f)}`,
    question: (f) =>
      `How alike are ${f.word()} as it came in and as it leaves, by the cosine of the two vectors (1 is the same direction)?`,
    options: () => ['above 0.5', 'between 0 and 0.5', 'below 0'],
    right: (f) => {
      const like = cosine(f.after(-1), f.after(f.config.num_hidden_layers - 1));
      return like > 0.5 ? 0 : like >= 0 ? 1 : 2;
    },
    look: {},
    reveal: (f) =>
      `The cosine is ${two(cosine(f.after(-1), f.after(f.config.num_hidden_layers - 1)))}. Of the row from the table some is left; the rest came from the sentence.`,
  },
  {
    title: 'Back to words',
    step: 'prediction',
    text: (f) =>
      `At the end the vector is compared with all ${f.config.vocab_size} rows of the word table, and softmax makes shares of these scores too. The row that fits best is what the model reads at that place: words became numbers, and numbers become a word.`,
    question: (f) =>
      f.guess()
        ? `What does the model read at ${f.word()}?`
        : `Will this model name a word at ${f.word()}?`,
    options: (f) => (f.guess() ? [`${f.word()} itself`, '“animal”', 'another word'] : yesNo()),
    right: (f) => {
      const guess = f.guess();
      if (!guess) return yes(false);
      const place = [f.tokens[f.focus]?.piece, 'animal'].indexOf(guess.piece);
      return place < 0 ? 2 : place;
    },
    look: {},
    reveal: (f) => {
      const top = f.guess();
      if (!top)
        return 'It has no head that turns vectors into words: the vector itself is the answer.';
      return `“${top.piece}”, with ${likelihood(top.probability)}. Type a sentence of your own now, and ask any number why.`;
    },
  },
];

/** From words to output, in the order of the timeline. */
export const chapters: readonly Chapter[] = [...fromText, ...attention, ...onward];

import { positive, signed, weight } from '../../../state/format';
import { msg } from '../../../words/msg';
import { productsOf, type Reckoning, type Term } from '../reckoning';
import type { HeadOf } from './rows';
import { type DecodedTensors, rowOf } from './tensors';
import { shownWord } from './words';

/** A row of weights of a decoder: of which attention, in which head, of which place, from 0. */
export interface RowOf extends HeadOf {
  readonly attention: 'attention' | 'crossAttention';
  readonly place: number;
}

/** Which of the row's words, and what else its arithmetic needs. */
export interface KeyOf {
  readonly key: number;
  readonly words: readonly string[];
  readonly heads: number;
  readonly dModel: number;
  /** Under which its score can be asked. */
  readonly score: string;
}

const tensorOf = ({ attention, layer }: RowOf, name: string): string =>
  `decoder.layers.${layer}.${attention}.${name}`;

/** The softmax of some numbers, each as a share of the sum; `m` is the largest of them. */
function exponentials(numbers: readonly number[]) {
  const most = Math.max(...numbers);
  const powers = numbers.map((x) => Math.exp(x - most));
  return { most, powers, sum: powers.reduce((a, b) => a + b, 0) };
}

const powerTerms = (names: readonly string[], powers: readonly number[]): readonly Term[] =>
  powers.map((value, i) => ({
    ...{ name: names[i] ?? '', value },
    factors: [{ text: positive(value) }],
  }));

/** Why a place gives a word so much. */
export function weightReckoning(
  tensors: DecodedTensors,
  row: RowOf,
  { key, words, heads, dModel, score: asked }: KeyOf,
): Reckoning {
  const all = Array.from(rowOf(tensors, tensorOf(row, 'scores'), row.head, row.place));
  const scores = all.slice(0, words.length);
  const root = Math.sqrt(dModel / heads);
  const { most, powers, sum } = exponentials(scores.map((s) => s / root));
  const score = scores[key] ?? 0;
  const word = shownWord(words[key] ?? '');
  return {
    value: weight((powers[key] ?? 0) / sum),
    what: msg`The weight of “${word}”: its score, ${signed(score)}, is divided by √${dModel / heads} and goes through a softmax with the scores of the other words.`,
    formula: msg`e^(s − m) ÷ Σ e^(s − m), s is q · k ÷ √d_k, m = ${signed(most)} the largest s`,
    line: [
      'e^(',
      { text: signed(score), key: asked },
      `÷ √${dModel / heads} − ${signed(most)})`,
      '÷',
      positive(sum),
    ],
    terms: powerTerms(words.map(shownWord), powers),
    write: positive,
  };
}

/** Why a query and a key have such a score. */
export function scoreReckoning(
  tensors: DecodedTensors,
  row: RowOf,
  { key, words, heads, dModel }: KeyOf,
): Reckoning {
  const width = dModel / heads;
  const part = (name: string, place: number) =>
    rowOf(tensors, tensorOf(row, name), place).subarray(row.head * width, (row.head + 1) * width);
  const [q, k] = [part('query', row.place), part('key', key)];
  const score = rowOf(tensors, tensorOf(row, 'scores'), row.head, row.place)[key] ?? 0;
  return {
    value: signed(score),
    what: msg`How well the query of the place and the key of “${shownWord(words[key] ?? '')}” fit.`,
    formula: msg`q · k: their numbers multiplied one by one, and added up`,
    line: [],
    terms: productsOf(q, k, (i) => [
      { text: signed(q[i] ?? 0, 3) },
      { text: signed(k[i] ?? 0, 3) },
    ]),
  };
}

/** Why a word is so likely. */
export function probabilityReckoning(
  tensors: DecodedTensors,
  place: number,
  {
    id,
    token,
    next,
  }: { id: number; token: string; next: readonly { id: number; token: string }[] },
): Reckoning {
  const logits = Array.from(rowOf(tensors, 'logits', place));
  const { most, powers, sum } = exponentials(logits);
  const names = new Map(next.map((each) => [each.id, shownWord(each.token)]));
  return {
    value: weight((powers[id] ?? 0) / sum),
    what: msg`How likely “${shownWord(token)}” is: its score goes through a softmax with those of all ${logits.length} pieces that the model knows.`,
    formula: msg`e^(s − m) ÷ Σ e^(s − m), s is the product of the last vector and the piece’s row of the word table, m = ${signed(most)} the largest s`,
    line: [`e^(${signed(logits[id] ?? 0)} − ${signed(most)})`, '÷', positive(sum)],
    terms: powerTerms(
      logits.map((_, i) => names.get(i) ?? String(i)),
      powers,
    ),
    write: positive,
  };
}

import { signed } from '../../state/format';
import { inLanguage } from '../../words/language';
import { later } from '../../words/msg';
import { nounsOf, type StepName, type Steps, verb } from './computation';
import { handModel, type Linear } from './model';

/** What a step is called, how it is computed, and whose colour it has. */
export interface Told {
  readonly title: string;
  readonly how: string;
  /** A custom property of the palette. */
  readonly hue: string;
}

export const told: Readonly<Record<StepName, Told>> = {
  embedding: {
    title: later('Embeddings'),
    how: later('Each word’s row of the embedding table.'),
    hue: 'ink',
  },
  position: {
    title: later('Positions added'),
    how: later('Add the position’s row, number by number: this is x.'),
    hue: 'ink',
  },
  query: { title: later('Query q of the verb'), how: later('q = W_Q·x + b_Q'), hue: 'query' },
  key: { title: later('Keys k'), how: later('k = W_K·x + b_K, for each word'), hue: 'key' },
  value: { title: later('Values v'), how: later('v = W_V·x + b_V, for each word'), hue: 'value' },
  scores: {
    title: later('Scores'),
    how: later('q·k: multiply number by number, and add up, for each word'),
    hue: 'query',
  },
  scaled: {
    title: later('÷ √d_k'),
    how: later('Divide by √2 = 1.41…: queries and keys have 2 numbers.'),
    hue: 'query',
  },
  powers: {
    title: later('Softmax, first half'),
    how: later('Subtract the largest of the three, then e to that power, by the table.'),
    hue: 'query',
  },
  weights: {
    title: later('Softmax, second half: attention weights'),
    how: later('Divide each by the sum of all three: the weights add up to 1.'),
    hue: 'query',
  },
  sum: {
    title: later('Weighted sum of the values'),
    how: later('Each value times its weight, added up.'),
    hue: 'value',
  },
  output: {
    title: later('Output'),
    how: later('x + W_O·sum + b_O: the residual connection adds the verb’s own x.'),
    hue: 'ink',
  },
  answer: {
    title: later('Answer'),
    how: later('The output times each noun’s embedding: the larger one is in front.'),
    hue: 'ink',
  },
};

/** Two decimals, as they are written on paper: `0.50`, `−1.25`. */
export const two = (x: number): string => signed(x, 2);

/** A weight of the model: `1.5`, `−2`. */
export const half = (x: number): string => signed(x, Number.isInteger(x) ? 0 : 1);

const inBrackets = (text: string): string => (/^[−-]/.test(text) ? `(${text})` : text);

const product = (a: string, b: string): string => `${inBrackets(a)}·${inBrackets(b)}`;

const sumOf = (terms: readonly string[]): string => terms.filter(Boolean).join(' + ');

const linearText = ({ weight, bias }: Linear, x: readonly number[], at: number): string =>
  sumOf([
    ...(weight[at] ?? []).map((w, i) => product(half(w), two(x[i] ?? 0))),
    inBrackets(half(bias[at] ?? 0)),
  ]);

/** The arithmetic of one number, without its result: "0.5·(−2.00) + 1·1.50 + 0". */
export function arithmetic(steps: Steps, name: StepName, row: number, column: number): string {
  const { position, key, value, scores, scaled, powers, weights, sum, output, embedding } = steps;
  const at = (table: readonly (readonly number[])[], i: number, j = column) => table[i]?.[j] ?? 0;
  const own = position[verb] ?? [];
  const pairs = (a: readonly number[], b: readonly number[]) =>
    sumOf(a.map((x, i) => product(two(x), two(b[i] ?? 0))));
  switch (name) {
    case 'embedding':
      return '';
    case 'position':
      return sumOf([
        half(at(embedding, row)),
        inBrackets(half(handModel.positions[row]?.[column] ?? 0)),
      ]);
    case 'query':
      return linearText(handModel.query, own, column);
    case 'key':
      return linearText(handModel.key, position[row] ?? [], column);
    case 'value':
      return linearText(handModel.value, position[row] ?? [], column);
    case 'scores':
      return pairs(steps.query[0] ?? [], key[row] ?? []);
    case 'scaled':
      return `${two(at(scores, row, 0))} ÷ ${inLanguage('1.41')}`;
    case 'powers':
      return `e^(${two(at(scaled, row, 0))} − ${inBrackets(two(Math.max(...scaled.flat())))})`;
    case 'weights':
      return `${two(at(powers, row, 0))} ÷ (${powers.map((_, i) => two(at(powers, i, 0))).join(' + ')})`;
    case 'sum':
      return sumOf(weights.map(([w = 0], i) => product(two(w), two(at(value, i)))));
    case 'output':
      return sumOf([two(own[column] ?? 0), linearText(handModel.output, sum[0] ?? [], column)]);
    case 'answer':
      return pairs(output[0] ?? [], nounsOf(embedding)[row] ?? []);
  }
}

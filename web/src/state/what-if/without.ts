import { msg } from '../../words/msg';
import { type Cell, isParameter, type Operand, Reader, type Values } from '../dataflow/cell';
import type { Explanation, Powers, Term } from '../dataflow/explanation';
import { exponentials } from '../dataflow/kinds/attention';
import type { Context } from '../dataflow/naming';
import { divisorText } from '../format';
import { regionOf } from './run-text';

/** A number without one of the operands that it came from. */
export interface Ablation {
  /** What is taken away; empty where its operands say it. */
  readonly name: string;
  /** A number, or the factors of a product. */
  readonly operands: readonly Operand[];
  /** Its place in a sum, from 0; null where it has none. */
  readonly place: number | null;
  /** What it gives to the number. */
  readonly gives: number;
  /** What the number is without it. */
  readonly value: number;
  /** The same in a run: the changes that take it away. */
  readonly changes: readonly string[];
}

/** A number whose arithmetic is known. */
export interface Explained {
  readonly cell: Cell;
  readonly explanation: Explanation;
  readonly context: Context;
  readonly values: Values;
}

/** So many parts of a long sum are taken away one by one; the others together. */
const most = 8;
/** Of a weight's tree: products of its score, and other words. */
const mostProducts = 6;
const mostWords = 2;

/** A score of which softmax makes 0. */
const leftOut = -1e9;

const sumOf = (parts: readonly { readonly gives: number }[]): number =>
  parts.reduce((sum, { gives }) => sum + gives, 0);

type Part = Pick<Ablation, 'name' | 'operands' | 'place' | 'gives'>;

/** The largest parts, and the others as one. */
function ranked(parts: readonly Part[], count: number, others: (n: number) => string) {
  const order = [...parts].sort((a, b) => Math.abs(b.gives) - Math.abs(a.gives));
  const all = parts.length <= count + 1;
  const rest = all ? [] : order.slice(count);
  const shown = all ? parts : order.slice(0, count);
  const whole: Part = { name: others(rest.length), operands: [], place: null, gives: sumOf(rest) };
  return { shown, rest, whole: rest.length > 0 ? [whole] : [] };
}

const productOf = ({ factors, value }: Term, place: number): Part => ({
  ...{ name: factors.length > 1 ? msg`no. ${place + 1}` : '', operands: factors, place },
  gives: value,
});

const moreProducts = (count: number): string => msg`${count} more products`;

/** A sum of products, without each of them. */
function ofSum({ cell, explanation }: Explained, terms: readonly Term[]): readonly Ablation[] {
  const inTerms = new Set(terms.flatMap(({ factors }) => factors));
  const alone = explanation.operands
    .filter((operand) => !inTerms.has(operand))
    .map((operand): Part => ({ name: '', operands: [operand], place: null, gives: operand.value }));
  const { shown, whole } = ranked(terms.map(productOf), most, moreProducts);
  return [...shown, ...whole, ...alone].map((part) => {
    const value = explanation.value - part.gives;
    return { ...part, value, changes: [`${regionOf(cell.name, cell.index)}=${value}`] };
  });
}

/** The values with some of them 0. */
function without(values: Values, cells: readonly Cell[]): Values {
  const isOne = ({ name, index }: Cell) =>
    cells.some((each) => each.name === name && each.index.join() === index.join());
  return { ...values, at: (cell) => (isOne(cell) ? 0 : values.at(cell)) };
}

/** Any other arithmetic: computed again with 0 for one operand, all others as they are. */
function ofOperands({ cell, explanation, context, values }: Explained): readonly Ablation[] {
  const formula = context.graph.tensors.get(cell.name)?.formula;
  const operands = explanation.operands.filter((each) => each.cell.name !== 'tokens.ids');
  // A statistic of a row has no part that can be taken away.
  if (!formula || formula.kind === 'rstd') return [];
  const parts = operands.map(
    (operand): Part => ({ name: '', operands: [operand], place: null, gives: operand.value }),
  );
  const { shown, rest, whole } = ranked(parts, most, (count) => msg`${count} more numbers`);
  return [...shown, ...whole].map((part) => {
    const gone = (part.operands.length > 0 ? [part] : rest).flatMap((each) => each.operands);
    const cells = gone.map((each) => each.cell);
    const { value } = formula.explain(new Reader(without(values, cells)), cell.index, cell.name);
    return { ...part, value, changes: [`${regionOf(cell.name, cell.index)}=${value}`] };
  });
}

/** A weight's score as a sum of products; none where the score itself has been changed. */
function productsOf(score: Cell, { context, values }: Explained, changed: boolean) {
  const formula = context.graph.tensors.get(score.name)?.formula;
  const list = changed ? null : formula?.explain(new Reader(values), score.index, score.name).list;
  return list?.kind === 'terms' ? list.terms : [];
}

/** The weight of a softmax without the division, without products of its score, without other words. */
function ofWeight(of: Explained, powers: Powers, scoreChanged: boolean): readonly Ablation[] {
  const { scores, own, divisor, shift, sum } = powers;
  const power = powers.powers[own] ?? 0;
  const score = scores[own] as Operand;
  const [head = 0, query = 0] = score.cell.index;
  const { dModel, heads } = of.context;
  const takesPart = (key: number) => (powers.powers[key] ?? 0) > 0;
  const keyOf = (key: number) => regionOf(score.cell.name, scores[key]?.cell.index ?? []);
  const bias = (key: number) => powers.biases?.[key] ?? 0;
  const raw = exponentials(
    scores.map(({ value }, key) => value + bias(key)),
    takesPart,
  );
  const undivided: Ablation = {
    ...{
      name: `÷ ${divisorText(divisor, dModel / heads)}`,
      operands: [],
      place: null,
      gives: divisor,
    },
    value: (raw.powers[own] ?? 0) / raw.sum,
    changes: [`${regionOf(score.cell.name, [head, query, ':'])}*=${divisor}`],
  };
  const terms = productsOf(score.cell, of, scoreChanged).map(productOf);
  const products = ranked(terms, mostProducts, moreProducts);
  const lessScore = [...products.shown, ...products.whole].map((part): Ablation => {
    const left = Math.exp((score.value - part.gives) / divisor + bias(own) - shift);
    const changes = [`${keyOf(own)}+=${-part.gives}`];
    return { ...part, value: left / (sum - power + left), changes };
  });
  const keys = scores.map((_, key) => key).filter((key) => key !== own && takesPart(key));
  const words = keys.map(
    (key): Part => ({
      ...{ name: 'word', operands: [], place: scores[key]?.cell.index[2] ?? key },
      gives: powers.powers[key] ?? 0,
    }),
  );
  const other = ranked(words, mostWords, (count) => msg`${count} more words`);
  const lessWords = [...other.shown, ...other.whole].map((part): Ablation => {
    const gone = part.place === null ? other.rest : [part];
    const changes = gone.map((each) => `${keyOf(each.place ?? 0)}=${leftOut}`);
    return { ...part, value: power / (sum - part.gives), changes };
  });
  return [...(divisor === 1 ? [] : [undivided]), ...lessScore, ...lessWords];
}

/**
 * A number without each of its operands: by the page's own arithmetic, and as changes of a run that
 * gives the same number. `isChanged` says which cells the reader has changed by hand.
 */
export function ablationsOf(
  of: Explained,
  isChanged: (cell: Cell) => boolean,
): readonly Ablation[] {
  const { list } = of.explanation;
  if (isParameter(of.cell.name)) return [];
  if (list?.kind === 'terms') return ofSum(of, list.terms);
  if (list?.kind !== 'powers') return ofOperands(of);
  const score = list.scores[list.own];
  // Words are left out of a row of scores; other softmaxes have no such outcome.
  const isRow = list.scores.every(({ cell }) => cell.index[1] === score?.cell.index[1]);
  return score && isRow ? ofWeight(of, list, isChanged(score.cell)) : [];
}

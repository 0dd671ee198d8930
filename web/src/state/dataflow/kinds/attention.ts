import { later, msg } from '../../../words/msg';
import { divisorText, plain } from '../../format';
import { type Operand, type Reader, range } from '../cell';
import {
  constant,
  type Explanation,
  type Exponentials,
  either,
  explanation,
  fraction,
  type Kind,
  letter,
  operandOf,
  positiveValue,
  power as powerOf,
  root,
  row,
  sumOf,
  total,
  value,
} from '../explanation';
import type { Structure } from '../structure';
import { dot } from './products';

/**
 * How rows of all heads are cut into heads: each has dK columns, or, a known bug, the matrix is read
 * as heads × rows × dK from beginning to end.
 */
export type HeadCut = 'split' | 'reshaped';

type InHead = readonly [head: number, row: number, column: number];
type InMatrix = readonly [row: number, column: number];

/** Where a head's cell is in the matrix. */
export function cellOfHead(
  [rows = 0, width = 1]: readonly number[],
  dK: number,
  [head, row, column]: InHead,
  cut: HeadCut,
): InMatrix {
  if (cut === 'split') return [row, head * dK + column];
  const place = (head * rows + row) * dK + column;
  return [Math.floor(place / width), place % width];
}

/** The inverse. */
export function headOfCell(
  [rows = 0, width = 1]: readonly number[],
  dK: number,
  [row, column]: InMatrix,
  cut: HeadCut,
): InHead {
  if (cut === 'split') return [Math.floor(column / dK), row, column % dK];
  const place = row * width + column;
  return [Math.floor(place / (rows * dK)), Math.floor(place / dK) % rows, place % dK];
}

/** y[h,i,k] = Σ_j query[i, h·dK+j] · key[k, h·dK+j], where heads are cut as they should be. */
export interface Scores extends Kind<'scores'> {
  readonly query: string;
  readonly key: string;
  readonly cut: HeadCut;
}

export function scores(query: string, key: string, cut: HeadCut = 'split'): Scores {
  return {
    kind: 'scores',
    inputs: [query, key],
    query,
    key,
    cut,
    explain(reader, [h = 0, i = 0, k = 0], name) {
      const dK = reader.width(query) / (reader.shape(name)[0] ?? 1);
      const at = (tensor: string, token: number, j: number) =>
        reader.operand(tensor, ...cellOfHead(reader.shape(tensor), dK, [h, token, j], cut));
      return dot(range(dK).map((j) => [at(query, i, j), at(key, k, j)]));
    },
    back(reader, input, [i = 0, j = 0], name) {
      const [heads = 1, , keys = 0] = reader.shape(name);
      const h = Math.floor((j * heads) / reader.width(query));
      return dot(
        range(keys).map((k) =>
          input === query
            ? [reader.gradient(name, h, i, k), reader.operand(key, k, j)]
            : [reader.gradient(name, h, k, i), reader.operand(query, k, j)],
        ),
      );
    },
  };
}

/**
 * y[h,i,k] = e^(x[h,i,k] ÷ divisor) ÷ Σ_k e^(x[h,i,k] ÷ divisor), the sum over the keys that take
 * part: all but those that the mask hides. Over columns, a known bug, the sum is over i.
 */
export interface Softmax extends Kind<'softmax'> {
  readonly x: string;
  readonly divisor: number;
  readonly over: SoftmaxOver;
}

type SoftmaxOver = NonNullable<Structure['softmax']>;

/** Which keys a query does not see. */
export interface HiddenKeys {
  readonly mask: Structure['mask'];
  /** Id of [PAD]. */
  readonly pad: number;
  /** How many places away the farthest key is that it sees. Default: any. */
  readonly reach?: number;
}

const noneHidden: HiddenKeys = { mask: 'none', pad: 0 };

/** Powers of e up to this one are written as they are; larger ones less the largest score. */
const largestExponent = 30;

/** e^(x − shift) of the keys that take part, their sum, and the shift that was needed. */
export function exponentials(
  scaled: readonly number[],
  takesPart: (key: number) => boolean = () => true,
): Exponentials {
  const top = Math.max(...scaled.filter((_, key) => takesPart(key)));
  const shift = Math.abs(top) > largestExponent ? top : 0;
  const powers = scaled.map((s, key) => (takesPart(key) ? Math.exp(s - shift) : 0));
  return { shift, powers, sum: total(powers) };
}

/** The same in the core's single precision, whatever overflows. */
function unshifted(scaled: readonly number[], takesPart: (key: number) => boolean): Exponentials {
  const powers = scaled.map((s, key) => (takesPart(key) ? Math.fround(Math.exp(s)) : 0));
  return { shift: 0, powers, sum: Math.fround(total(powers)) };
}

/** What scores are divided by: the root of dK, or a number. */
export const divisorIn = (divisor: number, dK: number) =>
  Math.abs(divisor ** 2 - dK) < 1e-6 ? root(constant(dK)) : constant(plain(divisor));

/** The first half of the arithmetic: a score divided. No cell holds it. */
export const scaledScore = (score: Operand, divisor: number, dK: number, bias = 0) => {
  const s = fraction(either(operandOf(score, 'j'), value(score.value)), divisorIn(divisor, dK));
  return {
    left: either(letter('s′'), value(score.value / divisor + bias)),
    explanation: { written: bias ? row(s, '+', either(letter('b'), value(bias))) : s },
  };
};

function inSymbols(score: Operand, divisor: number, dK: number) {
  const scaled = (index: string) => {
    const s = operandOf(score, index);
    const exponent = divisor === 1 ? s : row(s, '÷', divisorIn(divisor, dK));
    return powerOf(letter('e'), exponent);
  };
  return fraction(scaled('j'), sumOf(scaled('i')));
}

/** The power of e and what it is, both over the sum; a key that takes no part has no power. */
function inNumbers(scaled: number, power: number, { shift, sum }: Exponentials) {
  const share = fraction(positiveValue(power), positiveValue(sum));
  if (power === 0) return share;
  const less = shift === 0 ? [] : ['−', value(shift)];
  const exponent = row(value(scaled), ...less);
  return row(fraction(powerOf(letter('e'), exponent), positiveValue(sum)), '=', share);
}

/** What part of the sum of all powers of e a score has; `found` where some take no part. */
export function shareOf(
  scores: readonly Operand[],
  own: number,
  { divisor = 1, dK = 1 }: { readonly divisor?: number; readonly dK?: number } = {},
  found = exponentials(scores.map(({ value }) => value / divisor)),
): Explanation {
  const score = scores[own] as Operand;
  const power = found.powers[own] ?? Number.NaN;
  return explanation({
    operands: scores,
    value: power / found.sum,
    about: aboutOf(divisorText(divisor, dK), found.shift),
    written: either(inSymbols(score, divisor, dK), inNumbers(score.value / divisor, power, found)),
    list: { kind: 'powers', scores, own, divisor, ...found },
  });
}

const hiddenInWords: Readonly<Record<Structure['mask'], string>> = {
  none: '',
  causal: later(' Later words are masked out.'),
  leaky: later(' Later words are masked out, all but the next one.'),
  padding: later(' [PAD] is masked out.'),
};

function aboutOf(
  divisor: string,
  shift: number,
  { mask }: HiddenKeys = noneHidden,
  over: SoftmaxOver = 'rows',
): string {
  const scaled = divisor === '1' ? 's' : `s ÷ ${divisor}`;
  const power =
    shift === 0
      ? msg`Each score ${scaled} becomes a power of e;`
      : msg`Each score ${scaled}, minus the largest so that no power overflows, becomes a power of e;`;
  const share =
    over === 'columns'
      ? msg`the weight is that power divided by the sum over all words that look here.`
      : msg`the weight is that power divided by the sum of them all.`;
  return `${power} ${share}${msg(hiddenInWords[mask])}`;
}

/** Whether the query i sees a key. */
function sees(reader: Reader, hidden: HiddenKeys, i: number, key: number): boolean {
  const { mask, pad, reach = 1 / 0 } = hidden;
  if (Math.abs(i - key) > reach) return false;
  if (mask === 'padding') return reader.operand('tokens.ids', key).value !== pad;
  return mask === 'none' || key <= (mask === 'leaky' ? i + 1 : i);
}

export function softmax(
  x: string,
  divisor: number,
  dK: number,
  hidden: HiddenKeys = noneHidden,
  over: SoftmaxOver = 'rows',
): Softmax {
  return {
    kind: 'softmax',
    inputs: [x],
    x,
    divisor,
    over,
    explain(reader, [h = 0, i = 0, k = 0]) {
      const columns = over === 'columns';
      const own = columns ? i : k;
      const all = range(reader.width(x));
      const scores = all.map((at) => reader.operand(x, h, columns ? at : i, columns ? k : at));
      const scaled = scores.map((score) => score.value / divisor);
      const takesPart = (at: number) =>
        columns ? sees(reader, hidden, at, k) : sees(reader, hidden, i, at);
      const found = (over === 'unshifted' ? unshifted : exponentials)(scaled, takesPart);
      const share = shareOf(scores, own, { divisor, dK }, found);
      return {
        ...share,
        value: all.some(takesPart) ? share.value : 0,
        about: aboutOf(divisorText(divisor, dK), found.shift, hidden, over),
      };
    },
    back(reader, _input, [h = 0, i = 0, k = 0], name) {
      const [w, g] = [reader.operand(name, h, i, k), reader.gradient(name, h, i, k)];
      const all = dot(
        reader.row(name, h, i).map((each, m) => [each, reader.gradient(name, h, i, m)]),
      );
      const less = row('(', operandOf(g), '−', '(', all.written ?? '', ')', ')');
      const scaled = divisor === 1 ? [] : ['÷', divisorIn(divisor, dK)];
      return explanation({
        ...all,
        value: (w.value * (g.value - all.value)) / divisor,
        about: msg`Softmax passes back the weight times how far its gradient is above the weighted mean of all.`,
        written: row(operandOf(w), '×', less, ...scaled),
      });
    },
  };
}

/** y[i, h·dK+j] = Σ_k weights[h,i,k] · value[k, h·dK+j], where heads are cut as they should be. */
export type Mixture = Kind<'mixture'>;

export function mixture(weights: string, value: string, cut: HeadCut = 'split'): Mixture {
  return {
    kind: 'mixture',
    inputs: [weights, value],
    explain(reader, [i = 0, j = 0]) {
      const [heads = 1, , keys = 0] = reader.shape(weights);
      const shape = reader.shape(value);
      const dK = reader.width(value) / heads;
      const [h, query, column] = headOfCell(shape, dK, [i, j], cut);
      return dot(
        range(keys).map((k) => [
          reader.operand(weights, h, query, k),
          reader.operand(value, ...cellOfHead(shape, dK, [h, k, column], cut)),
        ]),
      );
    },
    back(reader, input, [a = 0, b = 0, c = 0], name) {
      const [heads = 1, queries = 0] = reader.shape(weights);
      const dK = reader.width(value) / heads;
      if (input === value) {
        const h = Math.floor(b / dK);
        return dot(
          range(queries).map((i) => [
            reader.gradient(name, i, b),
            reader.operand(weights, h, i, a),
          ]),
        );
      }
      const columns = range(dK).map((j) => a * dK + j);
      return dot(columns.map((j) => [reader.gradient(name, b, j), reader.operand(value, c, j)]));
    },
  };
}

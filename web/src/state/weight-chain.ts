import type { Trace } from '../model/trace';
import { msg } from '../words/msg';
import { type Cell, cell } from './dataflow/cell';
import type { Explanation } from './dataflow/explanation';
import { formulaOf } from './dataflow/graph';
import type { Context } from './dataflow/naming';
import { boundOf } from './vector';
import { touches } from './what-if/run-text';

/** The way back from an attention weight to the rows that its query and key were projected from. */
export interface WeightChain {
  /** What the arithmetic leads to. */
  readonly weight: number;
  /** The reader has put another number in its place. */
  readonly changed: boolean;
  /** The query's word and the key's, and their ids. */
  readonly from: string;
  readonly to: string;
  readonly fromId: number;
  readonly toId: number;
  /** e^(scaled − shift), and the sum of all of them. */
  readonly power: number;
  readonly sum: number;
  readonly shift: number;
  /** Every word with its power, in the order of the sentence. */
  readonly terms: readonly { readonly word: string; readonly power: number }[];
  readonly scaled: number;
  /** √dK, or 1 where scores are not scaled. */
  readonly divisor: number;
  readonly score: number;
  readonly scoreCell: Cell;
  /** The reader has changed the score: it is not what the products add up to. */
  readonly scoreChanged: boolean;
  /** The head's query and key, dK numbers each, and their products. */
  readonly dK: number;
  readonly query: Float32Array;
  readonly key: Float32Array;
  readonly products: readonly number[];
  /** What query and key were projected from, e.g. "after layer 3", and the words' rows of it. */
  readonly input: string;
  readonly fromInput: Float32Array;
  readonly toInput: Float32Array;
  /** The ends of the colour scales. */
  readonly bounds: Readonly<Record<'query' | 'key' | 'input', number>>;
}

/** Whether the reader has changed a cell of a trace by hand. */
export const touched = ({ encoding }: Trace, at: Cell): boolean =>
  (encoding.run?.changes ?? []).some((text) => touches(text, at));

/** What a layer's projections read, in words. */
function inputName({ graph }: Context, name: string): string {
  const layer = graph.layerInputs.indexOf(name);
  if (layer < 0) return msg`normalised`;
  return layer > 0 ? msg`after layer ${layer}` : msg`embedded`;
}

/** The chain of a weight; null for any other cell. */
export function weightChain(
  at: Cell,
  explanation: Explanation | null,
  context: Context,
  trace: Trace,
): WeightChain | null {
  const { graph, tokens, heads } = context;
  const powers = explanation?.list;
  const formula = graph.tensors.get(at.name)?.formula;
  if (powers?.kind !== 'powers' || formula?.kind !== 'softmax' || powers.biases) return null;
  const [head = 0, i = 0, k = 0] = at.index;
  const changed = touched(trace, at);
  const names = formulaOf(graph, formula.x, 'scores');
  if (names.cut !== 'split') return null;
  const input = formulaOf(graph, names.query.replace('.rotated', ''), 'linear').x;
  const query = trace.headRow(names.query, i, head, heads);
  const key = trace.headRow(names.key, k, head, heads);
  const score = powers.scores[powers.own]?.value ?? 0;
  const word = (token: number) => tokens[token]?.piece ?? '';
  return {
    weight: changed ? (explanation?.value ?? 0) : (trace.row(at.name, head, i)[k] ?? 0),
    changed,
    from: word(i),
    to: word(k),
    fromId: tokens[i]?.id ?? 0,
    toId: tokens[k]?.id ?? 0,
    power: powers.powers[powers.own] ?? 0,
    sum: powers.sum,
    shift: powers.shift,
    terms: powers.powers.map((power, token) => ({ word: word(token), power })),
    scaled: score / powers.divisor,
    divisor: powers.divisor,
    score,
    scoreCell: cell(formula.x, head, i, k),
    scoreChanged: touched(trace, cell(formula.x, head, i, k)),
    dK: query.length,
    query,
    key,
    products: Array.from(query, (q, j) => q * (key[j] ?? 0)),
    input: inputName(context, input),
    fromInput: trace.row(input, i),
    toInput: trace.row(input, k),
    bounds: {
      query: boundOf(trace, names.query),
      key: boundOf(trace, names.key),
      input: boundOf(trace, input),
    },
  };
}

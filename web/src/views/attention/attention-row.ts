import type { Token } from '../../model/protocol';
import { biasesOf, type Trace } from '../../model/trace';
import { stripObject } from '../../render/passage';
import { Reader, range, valuesOf } from '../../state/dataflow/cell';
import type { Exponentials } from '../../state/dataflow/explanation';
import { formulaOf, type Graph } from '../../state/dataflow/graph';
import { exponentials, type HeadCut } from '../../state/dataflow/kinds/attention';
import { positive, weight } from '../../state/format';
import type { State } from '../../state/state';
import { boundOf, entropyBits } from '../../state/vector';
import { formerTrace } from '../../state/what-if/answers';
import { graphOf } from '../../state/why';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';

/** The gradients of the loss by the numbers of one row of attention. */
export interface GradientRow {
  readonly scores: Float32Array;
  readonly weights: Float32Array;
  /** By this head's part of the mixed values, dK. */
  readonly output: Float32Array;
}

/**
 * Every number of one row of attention: what one head of one layer computes for the focus token.
 * Read from the trace by name, or recomputed from it as the comments say; n tokens, dK = dModel / h.
 */
export interface AttentionRow {
  readonly tokens: readonly Token[];
  readonly layer: number;
  readonly head: number;
  readonly heads: number;
  readonly focus: number;
  readonly dK: number;
  /** The focus token's query in this head, dK. */
  readonly query: Float32Array;
  /** One key and one value per token, each dK. */
  readonly keys: readonly Float32Array[];
  readonly values: readonly Float32Array[];
  /** q_i · k_i, element by element, per token. Computed here. */
  readonly products: readonly (readonly number[])[];
  /** Row of `attention.scores`, n. */
  readonly scores: Float32Array;
  /** What scores are divided by: √dK, or 1 where they are not scaled. */
  readonly divisor: number;
  /** What ALiBi adds to each divided score, n; null where nothing is added. */
  readonly biases: Float32Array | null;
  /** scores ÷ divisor, with the bias where there is one, n. Computed here. */
  readonly scaled: readonly number[];
  /** Subtracted from every scaled score before e^s to avoid overflow; 0 if not needed. */
  readonly shift: number;
  /** e^(scaled − shift), n, and their sum. Computed here. A masked-out key has 0. */
  readonly powers: readonly number[];
  readonly sum: number;
  /** Of a softmax over the wrong axis: for each key the powers of all who look at it. Computed here. */
  readonly columns: readonly Exponentials[] | null;
  /** Row of `attention.weights`, n. */
  readonly weights: Float32Array;
  /** What the weights would be without the division by √dK. Computed here. */
  readonly unscaled: readonly number[];
  /** Of the weights, in bits. */
  readonly entropy: number;
  /** Σ weight · value: this head's columns of `attention.heads`, dK. */
  readonly output: Float32Array;
  /** Largest |x| of each tensor in this layer: the bounds of the colour scales. */
  readonly bounds: Readonly<
    Record<'query' | 'key' | 'value' | 'scores' | 'output' | 'input', number>
  >;
  /** The largest product, and the size of the most negative one; neither below 0. */
  readonly range: { readonly above: number; readonly below: number };
  /** All rows of `attention.scores` of this head, n × n. */
  readonly matrix: Float32Array;
  /** What query and key were projected from: its name and one row per token. */
  readonly input: { readonly name: string; readonly rows: readonly Float32Array[] };
}

/** Where the layer's queries and keys came from: the norm before them, or the layer below. */
function inputOf(trace: Trace, layer: number, graph: Graph) {
  const n = trace.encoding.tokens.length;
  const tensor = formulaOf(graph, `layers.${layer}.attention.query`, 'linear').x;
  const below = layer > 0 ? msg`after layer ${layer}` : msg`embedded`;
  return {
    name: tensor === graph.layerInputs[layer] ? below : 'normalised',
    rows: rowsOf(trace, tensor, n),
    bound: boundOf(trace, tensor),
  };
}

function rowsOf(trace: Trace, name: string, n: number): Float32Array[] {
  return Array.from({ length: n }, (_, token) => trace.row(name, token));
}

/** The row of the state's layer, head and focus token; null while there is nothing to show. */
export function attentionRowOf(state: State): AttentionRow | null {
  const { trace, model, token: focus } = state;
  const { layer, head } = state.preview ?? state;
  if (!trace || !model || Math.min(layer, head, focus) < 0) return null;
  const heads = model.config.num_attention_heads;
  const inside = head < heads && focus < trace.encoding.tokens.length;
  if (!inside || !trace.has(`layers.${layer}.attention.weights`)) return null;
  return remembered(trace, { layer, head, heads, focus }, graphOf(model, trace));
}

/** The same row as it was before the reader changed something; null where nothing is changed. */
export function formerRowOf(state: State): AttentionRow | null {
  const trace = formerTrace(state);
  return trace && attentionRowOf({ ...state, trace });
}

/** What the powers are divided by: their sum, or with softmax over columns another sum for each key. */
export function powerSum({ shift, sum, columns }: AttentionRow): string {
  if (columns) return msg`÷ each column’s Σ eˢ`;
  return `${shift === 0 ? 'Σ eˢ' : 'Σ eˢ⁻ᵐᵃˣ'} = ${positive(sum)}`;
}

/** What the weights add up to, and how widely they spread if that is 1. */
export function addUp({ weights, entropy }: AttentionRow): string {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const isShare = Math.abs(total - 1) < 0.0005 && weights.every((w) => w >= 0);
  return isShare
    ? msg`sums to 1, ${inLanguage(entropy.toFixed(2))} bits`
    : msg`sums to ${weight(total)}`;
}

/** Size of the cache of a trace: the rows between which a pointer moves. */
const mostRows = 16;

const rows = new WeakMap<Trace, Map<string, AttentionRow>>();

/** Caches by layer, head and focus token: hovering asks for the same rows repeatedly. */
function remembered(trace: Trace, at: RowPlace, graph: Graph): AttentionRow {
  const known = rows.get(trace) ?? new Map<string, AttentionRow>();
  rows.set(trace, known);
  const place = [at.layer, at.head, at.focus].join();
  const row = known.get(place) ?? rowFacts(trace, at, graph);
  if (known.size >= mostRows) known.clear();
  known.set(place, row);
  return row;
}

/** The name by which other views know the focus word's numbers of this head in a tensor. */
export const headObject = ({ layer, head, focus, dK }: AttentionRow, tensor: string): string =>
  stripObject(`layers.${layer}.attention.${tensor}`, focus, head * dK, dK);

/** Fraction of the products' height that is above zero. */
export function shareAbove({ range: { above, below } }: AttentionRow): number {
  return above + below > 0 ? above / (above + below) : 0.5;
}

function rangeOf(products: readonly (readonly number[])[]) {
  let [above, below] = [0, 0];
  for (const row of products) {
    for (const p of row) {
      above = Math.max(above, p);
      below = Math.max(below, -p);
    }
  }
  return { above, below };
}

interface RowPlace {
  readonly layer: number;
  readonly head: number;
  readonly heads: number;
  readonly focus: number;
}

/** A token's numbers in a head, however the heads are cut. */
function headRow(trace: Trace, name: string, token: number, at: RowPlace, cut: HeadCut) {
  if (cut === 'split') return trace.headRow(name, token, at.head, at.heads);
  const { shape, data } = trace.tensor(name);
  const [n = 0, width = 0] = shape;
  const dK = width / at.heads;
  const from = (at.head * n + token) * dK;
  return data.subarray(from, from + dK);
}

function rowFacts(trace: Trace, at: RowPlace, graph: Graph): AttentionRow {
  const name = (tensor: string) => `layers.${at.layer}.attention.${tensor}`;
  const n = trace.encoding.tokens.length;
  const scored = formulaOf(graph, name('scores'), 'scores');
  const ofHead = (tensor: string, token: number) => headRow(trace, tensor, token, at, scored.cut);
  const perToken = (tensor: string) => Array.from({ length: n }, (_, j) => ofHead(tensor, j));
  const query = ofHead(scored.query, at.focus);
  const keys = perToken(scored.key);
  const scores = trace.row(name('scores'), at.head, at.focus);
  const weights = trace.row(name('weights'), at.head, at.focus);
  const formula = formulaOf(graph, name('weights'), 'softmax');
  const { divisor, over } = formula;
  const biases = biasesOf(trace, name(''), at.head, at.focus);
  const bias = (j: number) => biases?.[j] ?? 0;
  const scaled = Array.from(scores, (s, j) => s / divisor + bias(j));
  const reader = new Reader(valuesOf(trace, new Map()));
  const powersOf = (key: number): Exponentials => {
    const { list } = formula.explain(reader, [at.head, at.focus, key], name('weights'));
    return list?.kind === 'powers' ? list : exponentials(scaled);
  };
  const columns = over === 'columns' ? range(n).map(powersOf) : null;
  const own = columns ? exponentials(scaled, (key) => weights[key] !== 0) : powersOf(0);
  const takesPart = (key: number) => (own.powers[key] ?? 0) > 0;
  const raw = exponentials(
    Array.from(scores, (s, j) => s + bias(j)),
    takesPart,
  );
  const input = inputOf(trace, at.layer, graph);
  const bound = (tensor: string) => boundOf(trace, tensor);
  const products = keys.map((key) => Array.from(query, (q, i) => q * (key[i] ?? 0)));
  return {
    ...at,
    tokens: trace.encoding.tokens,
    dK: query.length,
    query,
    keys,
    values: perToken(name('value')),
    products,
    range: rangeOf(products),
    matrix: trace.tensor(name('scores')).data.subarray(at.head * n * n, (at.head + 1) * n * n),
    scores,
    divisor,
    biases,
    scaled,
    ...{ shift: own.shift, powers: own.powers, sum: own.sum, columns },
    weights,
    unscaled: raw.powers.map((power) => power / raw.sum),
    entropy: entropyBits(weights),
    output: ofHead(name('heads'), at.focus),
    bounds: {
      query: bound(scored.query),
      key: bound(scored.key),
      value: bound(name('value')),
      scores: bound(name('scores')),
      output: bound(name('heads')),
      input: input.bound,
    },
    input,
  };
}

import type { Loss, ModelInfo } from '../model/protocol';
import { gradientName, type Trace } from '../model/trace';
import { type Cell, cell, exists, isParameter, type Operand, valuesOf } from './dataflow/cell';
import { type Explanation, type Term, total } from './dataflow/explanation';
import { dataflow, explanationOf, type Graph, hasParameter } from './dataflow/graph';
import { gradient, loss } from './dataflow/kinds/gradient';
import type { Context } from './dataflow/naming';
import type { Label } from './dataflow/node';
import type { Node } from './dataflow/parts';
import { structureOfRun } from './dataflow/structure';
import type { HeadPlace, State } from './state';
import { type WeightChain, weightChain } from './weight-chain';
import { touches } from './what-if/run-text';

/** The answer to "why?": where a walk back through the arithmetic stands. */
export interface Why {
  readonly cell: Cell;
  readonly value: number;
  /** What the reader changed it by: the value is no longer what its arithmetic leads to. */
  readonly changes: readonly string[];
  /** Null while parameters that it reads are on their way. */
  readonly explanation: Explanation | null;
  /** The way here, this cell last. */
  readonly trail: readonly Operand[];
  /** What an attention weight opens into; null for any other cell. */
  readonly chain: WeightChain | null;
  readonly context: Context;
}

export interface Ranked {
  readonly term: Term;
  /** Its place in the sum, from 0. */
  readonly place: number;
}

/** A long sum: its largest terms by size, and what the others add up to. */
export interface Ranking {
  readonly shown: readonly Ranked[];
  readonly rest: { readonly count: number; readonly sum: number } | null;
}

/** The terms in their order where they are few, else the largest first and the rest as one. */
export function rank(terms: readonly Term[], most: number): Ranking {
  const all = terms.map((term, place) => ({ term, place }));
  if (all.length <= most) return { shown: all, rest: null };
  all.sort((a, b) => Math.abs(b.term.value) - Math.abs(a.term.value));
  const rest = all.slice(most);
  const sum = total(rest.map(({ term }) => term.value));
  return { shown: all.slice(0, most), rest: { count: rest.length, sum } };
}

const graphs = new WeakMap<ModelInfo, Map<string, Graph>>();

function derived({ config, vocabulary }: ModelInfo, structure: string, loss?: Loss): Graph {
  const graph = dataflow(config, structureOfRun(config, structure));
  return loss ? withGradients(graph, loss, vocabulary[loss.piece] ?? '') : graph;
}

/** The data flow of a model as a trace was run; derived once for each model and structure. */
export function graphOf(model: ModelInfo, { encoding }: Trace): Graph {
  const known = graphs.get(model) ?? new Map<string, Graph>();
  graphs.set(model, known);
  const { run, loss } = encoding;
  const structure = run?.structure ?? '';
  const key = loss ? `${structure} ${loss.token} ${loss.piece}` : structure;
  const found = known.get(key) ?? derived(model, structure, loss);
  known.set(key, found);
  return found;
}

export function contextOf(state: State): Context | null {
  if (!state.model || !state.trace) return null;
  return {
    graph: graphOf(state.model, state.trace),
    tokens: state.trace.encoding.tokens,
    vocabulary: state.model.vocabulary,
    heads: state.model.config.num_attention_heads,
    dModel: state.model.config.hidden_size,
  };
}

/** Whether the model and the sentence have a cell; a parameter that is not fetched counts by its name. */
export function hasCell(state: State, cell: Cell): boolean {
  if (!state.model || !state.trace) return false;
  if (isParameter(cell.name)) return hasParameter(graphOf(state.model, state.trace), cell.name);
  return exists(valuesOf(state.trace, state.parameters), cell);
}

/** The answer for the end of the state's trail; null while nothing is asked or its cell is not there. */
export function whyOf(state: State): Why | null {
  const asked = shownTrail(state);
  const cell = asked.at(-1);
  const context = contextOf(state);
  if (!cell || !context || !state.trace) return null;
  const values = valuesOf(state.trace, state.parameters);
  if (!asked.every((place) => exists(values, place))) return null;
  const trail = asked.map((place) => ({ cell: place, value: values.at(place) }));
  const explanation = explanationOf(context.graph, values, cell);
  const chain = weightChain(cell, explanation, context, state.trace);
  const changes = (state.trace.encoding.run?.changes ?? []).filter((text) => touches(text, cell));
  return { cell, value: values.at(cell), changes, explanation, trail, chain, context };
}

/** A row of attention weights: the focus token's, in one head. */
type Row = HeadPlace & Pick<State, 'token'>;

/** The weight that a row gives to a key. */
export const weightCell = ({ layer, head, token }: Row, key: number): Cell =>
  cell(`layers.${layer}.attention.weights`, head, token, key);

/** The key whose weight is asked "why?", where it is one of the row in focus; else null. */
export function askedKey({ trail, layer, head, token }: Row & Pick<State, 'trail'>): number | null {
  const [asked, ...way] = trail;
  const [h, i, key] = asked?.index ?? [];
  if (asked?.name !== `layers.${layer}.attention.weights` || way.length > 0) return null;
  return h === head && i === token && key !== undefined ? key : null;
}

/** The same, also while it waits for the model or the trace. */
export const keyOf = (state: State): number | null => askedKey(state) ?? state.why;

/**
 * What is asked, with the figure as it is drawn: while the reader looks at another head, the question
 * about a weight is that of the same weight there.
 */
export function shownTrail(state: State): readonly Cell[] {
  const key = askedKey(state);
  if (key === null || !state.preview) return state.trail;
  return [weightCell({ ...state, ...state.preview }, key)];
}

/** "∂q": how much the loss grows for each unit by which q grows. */
function gradientLabel(of: Label): Label {
  const { symbol } = of;
  const sign = /[ /]/.test(symbol) ? `∂(${symbol})` : `∂${symbol}`;
  return { ...of, symbol: sign, gradient: true };
}

/** A data flow with the way back from a loss: the gradient of each tensor, behind the tensors. */
export function withGradients(graph: Graph, of: Loss, word: string): Graph {
  const forward = [...graph.tensors];
  const back = forward.flatMap(([name, node]): [string, Node][] => {
    if (node.formula.kind === 'ids') return [];
    const consumers = forward
      .filter(([, { formula }]) => formula.inputs.includes(name))
      .map(([reader, { formula }]) => [reader, formula] as const);
    const formula =
      node.gradient ?? (name === 'logits' ? loss(name, of, word) : gradient(name, consumers));
    return [[gradientName(name), { formula, label: gradientLabel(node.label) }]];
  });
  return { ...graph, tensors: new Map([...forward, ...back]) };
}

import type { Loss, ModelInfo } from '../model/protocol';
import type { Trace } from '../model/trace';
import { shownTrail } from './asked';
import { withGradients } from './dataflow/backward';
import { type Cell, isParameter } from './dataflow/cell';
import { explanationOf, hasParameter } from './dataflow/explain';
import { type Explanation, total } from './dataflow/explanation';
import type { Term } from './dataflow/expression';
import { dataflow, type Graph } from './dataflow/graph';
import type { Context } from './dataflow/naming';
import type { Operand } from './dataflow/reader';
import { structureOfRun } from './dataflow/structure';
import { exists, valuesOf } from './dataflow/values';
import type { State } from './state';
import { type WeightChain, weightChain } from './weight-chain';
import { touches } from './what-if/region';

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

import { type Cell, isParameter } from './dataflow/cell';
import {
  type Explanation,
  explain,
  hasParameter,
  type Operand,
  type Product,
  parametersOf,
} from './dataflow/explain';
import { dataflow, type Graph } from './dataflow/graph';
import type { Context } from './dataflow/naming';
import { exists, type Values, valuesOf } from './dataflow/values';
import type { State } from './state';

/** Where a walk back through the arithmetic stands. */
export interface Why {
  readonly cell: Cell;
  readonly value: number;
  /** Null while parameters that it reads are on their way. */
  readonly explanation: Explanation | null;
  /** The way here, this cell last. */
  readonly trail: readonly Operand[];
  readonly context: Context;
}

export interface Ranked {
  readonly product: Product;
  /** Its place in the sum, from 0. */
  readonly place: number;
}

/** A long sum: its largest terms by size, and what the others add up to. */
export interface Ranking {
  readonly shown: readonly Ranked[];
  readonly rest: { readonly count: number; readonly sum: number } | null;
}

/** The products in their order where they are few, else the largest first and the rest as one. */
export function rank(products: readonly Product[], most: number): Ranking {
  const all = products.map((product, place) => ({ product, place }));
  if (all.length <= most) return { shown: all, rest: null };
  all.sort((a, b) => Math.abs(b.product.value) - Math.abs(a.product.value));
  const rest = all.slice(most);
  const sum = rest.reduce((total, { product }) => total + product.value, 0);
  return { shown: all.slice(0, most), rest: { count: rest.length, sum } };
}

let last: { readonly config: unknown; readonly graph: Graph } | null = null;

/** The data flow of the state's model; computed once per model. */
export function graphOf(state: State): Graph | null {
  const config = state.model?.config;
  if (!config) return null;
  if (last?.config !== config) last = { config, graph: dataflow(config) };
  return last.graph;
}

export function contextOf(state: State): Context | null {
  if (!state.model || !state.trace) return null;
  return {
    tokens: state.trace.encoding.tokens,
    vocabulary: state.model.vocabulary,
    heads: state.model.config.num_attention_heads,
    dModel: state.model.config.hidden_size,
  };
}

function explanationOf(graph: Graph, values: Values, cell: Cell): Explanation | null {
  const there = parametersOf(graph, cell.name).every((name) => values.has(name));
  return there ? explain(graph, values, cell) : null;
}

/** Whether the state's model has such a number; of parameters, that may not be there yet, the name. */
export function hasCell(state: State, cell: Cell): boolean {
  const graph = graphOf(state);
  if (!graph || !state.trace) return false;
  if (isParameter(cell.name)) return hasParameter(graph, cell.name);
  return exists(valuesOf(state.trace, state.parameters), cell);
}

/** The answer for the end of the state's trail; null while nothing is asked or its cell is not there. */
export function whyOf(state: State): Why | null {
  const cell = state.trail.at(-1);
  const graph = graphOf(state);
  const context = contextOf(state);
  if (!cell || !graph || !context || !state.trace) return null;
  const values = valuesOf(state.trace, state.parameters);
  if (!state.trail.every((place) => exists(values, place))) return null;
  const trail = state.trail.map((place) => ({ cell: place, value: values.at(place) }));
  const explanation = explanationOf(graph, values, cell);
  return { cell, value: values.at(cell), explanation, trail, context };
}

import { type Cell, isParameter } from './cell';
import type { Explanation } from './explanation';
import type { Graph } from './graph';
import { parameter } from './kinds/given';
import { Reader } from './reader';
import { exists, type Values } from './values';

/** Whether the model computes with a parameter of that name. */
export function hasParameter({ tensors }: Graph, name: string): boolean {
  return isParameter(name) && [...tensors.values()].some((t) => t.formula.inputs.includes(name));
}

/** The parameters that a cell's explanation reads; the page fetches them when asked. */
export function parametersOf(graph: Graph, name: string): readonly string[] {
  if (isParameter(name)) return hasParameter(graph, name) ? [name] : [];
  return graph.tensors.get(name)?.formula.inputs.filter(isParameter) ?? [];
}

/**
 * The arithmetic behind one cell.
 * @throws {Error} where the cell is not in the trace, or a parameter it reads is not fetched yet.
 */
export function explain(graph: Graph, values: Values, { name, index }: Cell): Explanation {
  const value = values.at({ name, index });
  if (isParameter(name)) return parameter(value);
  const node = graph.tensors.get(name);
  if (!node) throw new Error(`Nothing says how "${name}" is computed`);
  return node.formula.explain(new Reader(values), index, name);
}

/** The same; null where the cell, or a parameter that it reads, is not there. */
export function explanationOf(graph: Graph, values: Values, cell: Cell): Explanation | null {
  const fetched = parametersOf(graph, cell.name).every((name) => values.has(name));
  return fetched && exists(values, cell) ? explain(graph, values, cell) : null;
}

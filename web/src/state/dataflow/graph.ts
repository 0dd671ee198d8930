import type { ModelConfig } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { later } from '../../words/msg';
import { type Cell, exists, isParameter, Reader, type Values } from './cell';
import type { Explanation } from './explanation';
import { activation } from './kinds/activation';
import { parameter } from './kinds/embedding';
import { linear } from './kinds/products';
import { type Formula, type FormulaOf, label } from './node';
import {
  type Entry,
  embedding,
  entry,
  layer,
  linearOf,
  type Node,
  normOf,
  output,
  wordTable,
} from './parts';
import { type Structure, structureOf } from './structure';

/** A model's data flow: which tensor is computed from which others. */
export interface Graph {
  /** Every tensor of the trace by name, in the order of computation. */
  readonly tensors: ReadonlyMap<string, Node>;
  /** What layer l reads; the last entry is what the last layer passes on. */
  readonly layerInputs: readonly string[];
  readonly structure: Structure;
  /** Draws steps of a model of another kind, by their ids; a step takes it in place of its own. */
  readonly draws?: Readonly<Record<string, unknown>>;
}

declare global {
  /**
   * What the fourth file makes of the data flow of a model of another kind than BERT's. The scripts of
   * a page share it.
   */
  var foveaVariants: ((graph: Graph, config: ModelConfig) => Graph) | undefined;
}

/** The head keeps its activation in every structure. */
function prediction(config: ModelConfig): Entry[] {
  const parameter = 'cls.predictions';
  const [hidden, x, normed] = ['hidden', 'activated', 'norm'].map((n) => `prediction.${n}`) as [
    string,
    string,
    string,
  ];
  return [
    entry(
      hidden,
      linearOf('output', `${parameter}.transform.dense`),
      label(later('prediction transform of @'), 't'),
    ),
    entry(
      x,
      activation(hidden, config.hidden_act),
      label(later('prediction transform of @, activated'), 'f(t)', 'residual', {
        short: later('transform'),
      }),
    ),
    ...normOf(
      normed,
      x,
      `${parameter}.transform.LayerNorm`,
      { eps: config.layer_norm_eps },
      label(later('prediction vector for @'), 'y', 'norm', { short: later('normalised') }),
    ),
    entry(
      'logits',
      linear(normed, wordTable, `${parameter}.bias`),
      label(later('score'), 'z', 'residual', { axes: 'piece' }),
    ),
  ];
}

/**
 * The data flow of a model that is run with a structure: a formula for each tensor of its trace.
 * Without one, with the structure that it was trained with.
 */
export function dataflow(config: ModelConfig, structure = structureOf(config)): Graph {
  const entries = [...embedding(config, structure)];
  const layerInputs = ['embedding.output'];
  for (let l = 0; l < config.num_hidden_layers; l++) {
    const each = layer(config, structure, l, layerInputs[l] as string);
    entries.push(...each.entries);
    layerInputs.push(each.output);
  }
  entries.push(...output(config, structure, layerInputs.at(-1) as string));
  if (config.masked_word_head) entries.push(...prediction(config));
  const graph = { tensors: new Map(entries), layerInputs, structure };
  return globalThis.foveaVariants?.(graph, config) ?? graph;
}

/**
 * The formula of a tensor that is known to be of a kind.
 * @throws {Error} where it is not.
 */
export function formulaOf<Name extends Formula['kind']>(
  graph: Graph,
  name: string,
  kind: Name,
): FormulaOf<Name> {
  const formula = graph.tensors.get(name)?.formula;
  if (formula?.kind !== kind) throw new Error(`"${name}" is not computed as ${kind}`);
  return formula as FormulaOf<Name>;
}

/** The layer norm that reads a tensor; null where none does. */
export function normAfter(graph: Graph, name: string): string | null {
  for (const [norm, { formula }] of graph.tensors)
    if (formula.kind === 'norm' && formula.x === name) return norm;
  return null;
}

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

/** What a norm takes off each row, null where it is an RMSNorm, and what it multiplies it with. */
export const statisticsOf = (
  graph: Graph,
  trace: Trace,
  norm: string,
): readonly (Float32Array | null)[] =>
  formulaOf(graph, norm, 'norm')
    .inputs.slice(1, 3)
    .map((name) => (name ? trace.tensor(name).data : null));

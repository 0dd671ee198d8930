import type { ModelConfig } from '../../model/protocol';
import { later } from '../../words/msg';
import type { Formula, FormulaOf } from './formula';
import { activation } from './kinds/activation';
import { linear } from './kinds/linear';
import { label } from './label';
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
  /** What layer l reads; the last entry is what the last layer hands on. */
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
      label(later('prediction’s transform of @'), 't'),
    ),
    entry(
      x,
      activation(hidden, config.hidden_act),
      label(later('prediction’s transform of @, activated'), 'f(t)', 'residual', {
        short: later('transform'),
      }),
    ),
    ...normOf(
      normed,
      x,
      `${parameter}.transform.LayerNorm`,
      { eps: config.layer_norm_eps },
      label(later('prediction’s vector for @'), 'y', 'norm', { short: later('normalised') }),
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

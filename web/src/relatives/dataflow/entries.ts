import type { ModelConfig } from '../../model/protocol';
import type { Formula, FormulaOf } from '../../state/dataflow/node';
import type { Entry, Node } from '../../state/dataflow/parts';
import type { Structure } from '../../state/dataflow/structure';

/** What becomes of each tensor of an encoder of BERT's kind in one of another kind. */
export type Rewrite = (entry: Entry, all: ReadonlyMap<string, Node>) => readonly Entry[];

/** A kind of model, and how its data flow differs. */
export interface Variant {
  readonly applies: (config: ModelConfig, structure: Structure) => boolean;
  readonly rewrite: (config: ModelConfig, structure: Structure) => Rewrite;
}

/** The formula of a tensor where it is of a kind. */
export function ofKind<Name extends Formula['kind']>(
  node: Node | undefined,
  kind: Name,
): FormulaOf<Name> | null {
  return node?.formula.kind === kind ? (node.formula as FormulaOf<Name>) : null;
}

/** "layers.3.attention" of "layers.3.attention.scores"; null of any other tensor. */
export function sublayerOf(
  name: string,
  sublayer: 'attention' | 'feedForward',
  part: string,
): string | null {
  const found = new RegExp(`^(layers\\.\\d+\\.${sublayer})\\.${part}$`).exec(name);
  return found?.[1] ?? null;
}

export const headWidth = (config: ModelConfig): number =>
  config.hidden_size / config.num_attention_heads;

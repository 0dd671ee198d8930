import type { ModelConfig } from '../../model/protocol';
import type { Graph } from '../../state/dataflow/graph';
import type { Entry } from '../../state/dataflow/parts';
import type { Variant } from './entries';
import { biased, rotary, sharedKeys } from './in-attention';
import { gated, mixtureOfExperts } from './in-feed-forward';
import { rms } from './in-norms';
import { local } from './local';

const variants: readonly Variant[] = [
  ...[sharedKeys, rotary, biased, local],
  ...[rms, gated, mixtureOfExperts],
];

/** The data flow of a model of any kind, from what it would be in an encoder of BERT's kind. */
export function variantGraph(graph: Graph, config: ModelConfig): Graph {
  let tensors = graph.tensors;
  for (const { applies, rewrite } of variants) {
    if (!applies(config, graph.structure)) continue;
    const change = rewrite(config, graph.structure);
    const before = tensors;
    const entries: Entry[] = [...before].flatMap((each) => change(each, before));
    tensors = new Map(entries);
  }
  return { ...graph, tensors };
}

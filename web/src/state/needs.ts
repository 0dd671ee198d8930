import { parametersOf } from './dataflow/explain';
import type { State } from './state';
import { graphOf } from './why';

/** The tensors whose computation a view unfolds with their learned numbers; {l} is the layer. */
const unfolded: Readonly<Record<string, readonly string[]>> = {
  embedding: ['embedding.tokens'],
  position: ['embedding.output'],
  projections: [
    'layers.{l}.attention.query',
    'layers.{l}.attention.key',
    'layers.{l}.attention.value',
    'layers.{l}.attention.norm',
  ],
  output: ['layers.{l}.attention.output'],
  'attention-norm': ['layers.{l}.attention.norm', 'layers.{l}.feedForward.norm'],
  expand: ['layers.{l}.feedForward.hidden'],
  compress: ['layers.{l}.feedForward.output'],
  'feed-forward-norm': ['layers.{l}.feedForward.norm', 'output'],
  stack: ['layers.{l}.feedForward.norm'],
  prediction: ['logits'],
};

/** Names of the parameters that what is on the screen needs and that have not been fetched yet. */
export function neededParameters(state: State): readonly string[] {
  const graph = graphOf(state);
  if (!graph || !state.trace) return [];
  const onStage = (Object.hasOwn(unfolded, state.view) ? (unfolded[state.view] ?? []) : []).map(
    (name) => name.replace('{l}', String(state.layer)),
  );
  const asked = state.trail.map((cell) => cell.name);
  const names = [...onStage, ...asked].flatMap((name) => parametersOf(graph, name));
  return [...new Set(names)].filter((name) => !state.parameters.has(name));
}

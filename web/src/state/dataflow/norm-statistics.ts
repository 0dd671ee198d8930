import type { Trace } from '../../model/trace';
import { formulaOf, type Graph } from './graph';

/** What a norm takes off each row, null where it is an RMSNorm, and what it multiplies it with. */
export const statisticsOf = (
  graph: Graph,
  trace: Trace,
  norm: string,
): readonly (Float32Array | null)[] =>
  formulaOf(graph, norm, 'norm')
    .inputs.slice(1, 3)
    .map((name) => (name ? trace.tensor(name).data : null));

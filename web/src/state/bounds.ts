import type { Trace } from '../model/trace';
import { largest } from './vector';

const traces = new WeakMap<Trace, Map<string, number>>();

/** The largest |x| of a tensor of a trace: the end of its scale. Looked for once a trace. */
export function boundOf(trace: Trace, name: string): number {
  const known = traces.get(trace) ?? new Map<string, number>();
  traces.set(trace, known);
  const bound = known.get(name) ?? largest(trace.tensor(name).data);
  known.set(name, bound);
  return bound;
}

const parameters = new WeakMap<Float32Array, number>();

/** The same of a learned matrix; looked for once. */
export function parameterBound(data: Float32Array): number {
  const bound = parameters.get(data) ?? largest(data);
  parameters.set(data, bound);
  return bound;
}

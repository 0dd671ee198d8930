import type { Trace } from '../model/trace';

/** The names that the stream's tensor can have at a place: after a norm, or after an addition. */
export function streamNames(layer: number): readonly string[] {
  if (layer === 0) return ['embedding.output'];
  const last = `layers.${layer - 1}.feedForward`;
  return [`${last}.norm`, `${last}.residual`];
}

/** The tensor of the words, at 0, or after a layer; undefined where the trace has no such layer. */
export const streamName = (trace: Trace, layer: number): string | undefined =>
  streamNames(layer).find((name) => trace.has(name));

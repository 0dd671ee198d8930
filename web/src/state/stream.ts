import type { Trace } from '../model/trace';

/** The names that the stream's tensor can have at a place: after a norm, or after an addition. */
export function streamNames(layer: number): readonly string[] {
  if (layer === 0) return ['embedding.output'];
  const last = `layers.${layer - 1}.feedForward`;
  return [`${last}.norm`, `${last}.residual`];
}

const meanOf = (row: Float32Array, of: (x: number) => number): number =>
  row.reduce((sum, x) => sum + of(x), 0) / row.length;

/** What a norm divided by, or took off, where it is of this row: RMSNorm's rrms, or the mean. */
function isOf(trace: Trace, norm: string, row: Float32Array): boolean {
  const [name, found] = trace.has(`${norm}.rrms`)
    ? [`${norm}.rrms`, 1 / Math.sqrt(meanOf(row, (x) => x * x))]
    : [`${norm}.mean`, meanOf(row, (x) => x)];
  if (!trace.has(name)) return true;
  const own = trace.tensor(name).data[0] ?? 0;
  return Math.abs(own - found) <= 1e-3 * Math.max(1, Math.abs(found));
}

/**
 * The tensor of the words, at 0, or after a layer; undefined where the trace has no such layer. Of a
 * pre-norm layer it is the addition: its norm is of what went in.
 */
export function streamName(trace: Trace, layer: number): string | undefined {
  const [first, sum] = streamNames(layer).filter((name) => trace.has(name));
  if (first === undefined || sum === undefined) return first;
  return isOf(trace, first, trace.row(sum, 0)) ? first : sum;
}

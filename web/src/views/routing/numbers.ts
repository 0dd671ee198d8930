import { formulaOf, parametersOf } from '../../state/dataflow/graph';
import { traceFor } from '../../state/what-if/answers';
import { otherRequest } from '../../state/what-if/twins';
import { graphOf } from '../../state/why';
import type { FigureContext } from '../kit/hosted-figure';

/** Which learned matrix of the layer is at the left. */
export type Part = 'query' | 'key' | 'value';

export const parts: readonly Part[] = ['query', 'key', 'value'];

/** How many of its weights are drawn. */
export const drawnWeights = 64;

/** A change smaller than that is none to the eye. */
export const leastChange = 0.01;

export interface Place {
  readonly layer: number;
  readonly head: number;
  readonly heads: number;
  readonly focus: number;
}

const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index));

export function placeOf({ state, model, trace }: FigureContext): Place {
  const { num_hidden_layers: layers, num_attention_heads: heads } = model.config;
  const { layer, head } = state.preview ?? state;
  const focus = clamp(state.token, trace.encoding.tokens.length);
  return { layer: clamp(layer, layers), head: clamp(head, heads), heads, focus };
}

export const tensorOf = (part: Part, { layer }: Place): string =>
  `layers.${layer}.attention.${part}`;

/** The head's rows of a learned matrix: a row for each number that comes out. */
export interface Matrix {
  readonly name: string;
  readonly data: Float32Array;
  readonly outputs: number;
  readonly inputs: number;
}

/** Null while it is on its way. */
export function matrixOf(m: FigureContext, part: Part, place: Place): Matrix | null {
  const graph = graphOf(m.model, m.trace);
  const [name = ''] = parametersOf(graph, tensorOf(part, place));
  const found = m.state.parameters.get(name);
  if (!found) return null;
  const [, inputs = 0] = found.shape;
  const outputs = m.model.config.hidden_size / place.heads;
  const row = place.head * outputs;
  const first = (formulaOf(graph, tensorOf(part, place), 'linear').rowOf?.(row) ?? row) * inputs;
  return { name, outputs, inputs, data: found.data.subarray(first, first + outputs * inputs) };
}

/** The places of the largest numbers by size, the largest first. */
export const strongest = (data: Float32Array, count: number): readonly number[] =>
  [...data.keys()].sort((a, b) => Math.abs(data[b] ?? 0) - Math.abs(data[a] ?? 0)).slice(0, count);

/** The weights of the head, n × n. */
export function weightsOf(trace: FigureContext['trace'], { layer, head }: Place): Float32Array {
  const { data } = trace.tensor(`layers.${layer}.attention.weights`);
  const n = trace.encoding.tokens.length;
  return data.subarray(head * n * n, (head + 1) * n * n);
}

/** The trace of the other sentence; null until it is there, and where it has not as many words. */
export function twinOf(m: FigureContext): FigureContext['trace'] | null {
  const request = otherRequest(m.state);
  const trace = request && traceFor(m.state, request);
  return trace?.encoding.tokens.length === m.trace.encoding.tokens.length ? trace : null;
}

export interface Changed {
  readonly count: number;
  readonly of: number;
  /** Where the change is largest. */
  readonly at: number;
}

/** How many numbers differ by more than that. */
export function changed(before: Float32Array, after: Float32Array, least: number): Changed {
  const by = Array.from(after, (x, i) => Math.abs(x - (before[i] ?? 0)));
  const at = by.indexOf(Math.max(...by));
  return { count: by.filter((x) => x > least).length, of: after.length, at };
}

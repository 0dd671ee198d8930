import type { Trace } from '../../model/trace';
import type { State } from '../../state/state';
import type { FigureContext } from '../kit/hosted-figure';

/** How a word looks at a weight: the whole rule of this figure. */

/** From this weight on a word is as sharp and dark as can be. */
export const sharpFrom = 0.6;

/** 0 for a word that gets nothing, 1 for one that gets `sharpFrom` and more. */
export const clearness = (weight: number): number =>
  Math.min(1, Math.sqrt(Math.max(0, weight) / sharpFrom));

/** Share of the full ink. */
export const ink = (weight: number): number => 0.16 + 0.84 * clearness(weight);

/** The standard deviation of the blur in CSS pixels, for letters of this size. */
export const blur = (weight: number, size: number): number =>
  ((5.2 * size) / 28) * (1 - clearness(weight)) ** 1.35;

/** As styles; a word that is looked out from is always sharp. */
export function looks(weight: number, size: number, own = false) {
  const soft = own ? 0 : blur(weight, size);
  return {
    opacity: own ? '1' : ink(weight).toFixed(3),
    filter: soft < 0.05 ? 'none' : `blur(${soft.toFixed(2)}px)`,
  };
}

/** The rows of one head, and the word that is looked out from. */
export interface Rows {
  readonly trace: Trace;
  readonly layer: number;
  readonly head: number;
  readonly token: number;
  readonly count: number;
  of(token: number): Float32Array;
}

const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index));

/** Of a trace, in the head that the state shows: the one under the pointer, else the chosen one. */
export function rowsOf(trace: Trace, state: State, token: number): Rows {
  const config = state.model?.config;
  const count = trace.encoding.tokens.length;
  const at = state.preview ?? state;
  const layer = clamp(at.layer, config?.num_hidden_layers ?? 1);
  const head = clamp(at.head, config?.num_attention_heads ?? 1);
  return {
    ...{ trace, layer, head, count, token: clamp(token, count) },
    of: (query) => trace.row(`layers.${layer}.attention.weights`, head, query),
  };
}

/** The word that the reader rests on, else the chosen one. */
export function shownRows(m: FigureContext): Rows {
  const rest = m.kept<number | null>('rest', null);
  const hover = rest ?? m.state.token;
  return rowsOf(m.trace, m.state, hover);
}

import type { Trace } from '../../model/trace';
import type { State } from '../../state/state';
import type { FigureContext } from '../kit/hosted-figure';

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

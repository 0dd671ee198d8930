import type { Trace } from '../../model/trace';
import { argmax } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import type { EncodeRequest } from '../../state/what-if/ask';
import { later } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';

/** Which words may be looked at; "leaky" is meant to be "causal", and is not. */
export type Mask = 'none' | 'padding' | 'causal' | 'leaky';

export const masks: readonly (readonly [id: Mask, name: string])[] = [
  ['none', later('none')],
  ['padding', later('padding')],
  ['causal', later('causal')],
  ['leaky', later('with a bug')],
];

export const maskOf = ({ choices }: FigureContext): Mask =>
  masks.find(([id]) => id === choices.get('mask'))?.[0] ?? 'none';

/** How many [PAD] are put behind the text. */
const pads = 2;

const padded = (text: string): string => `${text}${' [PAD]'.repeat(pads)}`;

/** The run of a mask, with the model's own structure otherwise. */
export function requestOf({ state }: FigureContext, mask: Mask): EncodeRequest {
  const text = mask === 'padding' ? padded(state.sentence) : state.sentence;
  const structure = mask === 'none' ? '' : `mask=${mask}`;
  return { text, masked: [], run: { structure, changes: [] } };
}

/** The padded text without a mask, to be compared with. */
export const barePadding = (m: FigureContext): EncodeRequest => ({
  ...requestOf(m, 'padding'),
  run: { structure: '', changes: [] },
});

/** The trace of a request: the one on show where it is just that. Null until it is there. */
export function runOf(m: FigureContext, request: EncodeRequest): Trace | null {
  const { text, masked, run } = m.trace.encoding;
  const same =
    text === request.text &&
    masked.length === 0 &&
    (run?.structure ?? '') === request.run.structure &&
    (run?.changes ?? []).length === 0;
  return same ? m.trace : traceFor(m.state, request);
}

/** A mask's run in one head. */
export interface Shown {
  readonly trace: Trace;
  readonly layer: number;
  readonly head: number;
  readonly focus: number;
  readonly count: number;
  row(query: number): Float32Array;
}

const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index));

export function shownOf(m: FigureContext, trace: Trace): Shown {
  const { num_hidden_layers: layers, num_attention_heads: heads } = m.model.config;
  const at = m.state.preview ?? m.state;
  const [layer, head] = [clamp(at.layer, layers), clamp(at.head, heads)];
  const count = trace.encoding.tokens.length;
  return {
    ...{ trace, layer, head, count, focus: clamp(m.state.token, count) },
    row: (query) => trace.row(`layers.${layer}.attention.weights`, head, query),
  };
}

export const isPad = (trace: Trace, token: number): boolean =>
  trace.encoding.tokens[token]?.piece === '[PAD]';

/** Whether a mask lets a word look at another; of the one with a bug, whether it should. */
export function allows(mask: Mask, trace: Trace, query: number, key: number): boolean {
  if (mask === 'padding') return !isPad(trace, key);
  return mask === 'none' || key <= query;
}

/** What a row gives to words that it may not look at. */
export function forbidden(mask: Mask, { trace, row }: Shown, query: number): number {
  return row(query).reduce((sum, w, key) => (allows(mask, trace, query, key) ? sum : sum + w), 0);
}

/** The forbidden cell that has most. */
export function worstCell(mask: Mask, shown: Shown): readonly [query: number, key: number] {
  const rows = Array.from({ length: shown.count }, (_, query) => query);
  const most = rows.map((query) => {
    const row = shown.row(query).map((w, key) => (allows(mask, shown.trace, query, key) ? -1 : w));
    return [argmax(row), Math.max(...row)] as const;
  });
  const query = argmax(most.map(([, w]) => w));
  return [query, most[query]?.[0] ?? 0];
}

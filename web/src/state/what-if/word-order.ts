import { ownRun, type Token } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { swapOf } from '../presets';
import type { State } from '../state';
import { traceFor } from './answers';
import type { EncodeRequest } from './ask';
import { runOf } from './history';
import { optionOf } from './run-text';

/** The same words in another order, as they are run now and as the model runs them. */
function swappedRequests(state: State): readonly EncodeRequest[] {
  const { trace, live } = state;
  if (!trace || live || optionOf(state.structure, 'positions') !== 'off') return [];
  const swap = swapOf(trace.encoding.text);
  if (!swap || trace.encoding.masked.length > 0) return [];
  return [runOf(state), ownRun].map((run) => ({ text: swap.text, masked: [], run }));
}

/** What the comparison of two orders needs computed; nothing where the words are not the same. */
export const orderRequests = (state: State): readonly EncodeRequest[] => {
  const sorted = (text: string) => text.toLowerCase().split(/\s+/).sort().join(' ');
  const text = state.trace?.encoding.text ?? '';
  return swappedRequests(state).filter((request) => sorted(request.text) === sorted(text));
};

/** For each token the place of its word in another order. */
function places(tokens: readonly Token[], others: readonly Token[]): readonly number[] {
  const taken = new Set<number>();
  return tokens.map(({ piece }) => {
    const at = others.findIndex((other, i) => other.piece === piece && !taken.has(i));
    taken.add(at);
    return at;
  });
}

/** The largest difference between the last vectors of the same words; null where the words differ. */
function largestDifference(a: Trace, b: Trace): number | null {
  const at = places(a.encoding.tokens, b.encoding.tokens);
  if (at.includes(-1) || a.encoding.tokens.length !== b.encoding.tokens.length) return null;
  let largest = 0;
  at.forEach((other, token) => {
    const [x, y] = [a.row('output', token), b.row('output', other)];
    x.forEach((value, i) => {
      largest = Math.max(largest, Math.abs(value - (y[i] ?? 0)));
    });
  });
  return largest;
}

/** How far the words' vectors of two orders are apart, without positions and with them. */
export interface OrderDifference {
  readonly other: string;
  readonly now: number;
  readonly was: number;
}

export function orderDifference(state: State, former: Trace | null): OrderDifference | null {
  const [now, was] = orderRequests(state).map((request) => traceFor(state, request));
  const { trace } = state;
  if (!trace || !former || !now || !was) return null;
  const [present, past] = [largestDifference(trace, now), largestDifference(former, was)];
  if (present === null || past === null) return null;
  return { other: now.encoding.text, now: present, was: past };
}

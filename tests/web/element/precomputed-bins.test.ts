// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PrecomputedBins } from '../../../web/src/element/precomputed-bins';
import type { State } from '../../../web/src/state/state';
import type { Store } from '../../../web/src/state/store';

const asked: string[] = [];
const rows: string[] = [];

const traceOf = (n: number) => ({
  encoding: { tokens: Array.from({ length: n }) },
  tensor: (name: string) => {
    asked.push(name);
    return { data: new Float32Array(2 * n * n) };
  },
  row: (name: string, head: number, query: number) => {
    rows.push([name, head, query].join(' '));
    return new Float32Array(n);
  },
});

/** The listener of the figure's store, and the life of its host. */
function connected() {
  const state = { model: { config: { num_hidden_layers: 3 } } };
  let tell = (_: State) => {};
  const store = {
    state,
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
  };
  const host = { addController: () => {} };
  const bins = new PrecomputedBins(host as never, store as unknown as Store);
  bins.hostConnected();
  return {
    bins,
    tell: (trace: unknown, token = 0) => tell({ ...state, trace, token } as unknown as State),
  };
}

beforeEach(() => {
  asked.length = 0;
  rows.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('goes through the layers of a long text, one at a time', () => {
  const { tell } = connected();
  const trace = traceOf(70);
  tell(trace);
  vi.advanceTimersByTime(50);
  expect(asked).toEqual(['layers.0.attention.weights']);
  tell(trace);
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([0, 1, 2].map((layer) => `layers.${layer}.attention.weights`));
});

it('leaves short texts, begins anew with a new text, and ends with the page', () => {
  const { bins, tell } = connected();
  tell(traceOf(64));
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([]);
  tell(traceOf(65));
  vi.advanceTimersByTime(100);
  expect(asked).toHaveLength(2);
  tell(traceOf(66));
  vi.advanceTimersByTime(50);
  expect(asked.at(-1)).toBe('layers.0.attention.weights');
  bins.hostDisconnected();
  vi.advanceTimersByTime(1000);
  expect(asked).toHaveLength(3);
});

it('takes the entropies of the rows that are drawn, once, and those of others with the word in focus', () => {
  const { tell } = connected();
  const trace = traceOf(70);
  tell(trace, 30);
  vi.advanceTimersByTime(50);
  const drawn = Array.from({ length: 32 }, (_, i) => 14 + i);
  const named = (heads: readonly number[], queries: readonly number[]) =>
    heads.flatMap((head) => queries.map((query) => `layers.0.attention.weights ${head} ${query}`));
  expect(rows).toEqual(named([0, 1], drawn));
  tell(trace, 31);
  vi.advanceTimersByTime(50);
  expect(rows.slice(64)).toEqual(named([0, 1], [46]));
});

import { describe, expect, it } from 'vitest';
import type { Loss } from '../../../web/src/model/protocol';
import type { Term } from '../../../web/src/state/dataflow/explanation';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { formatHash, parseHash } from '../../../web/src/state/url';
import { graphOf, rank } from '../../../web/src/state/why';
import { makeModel, makeTrace } from '../fixtures';

const terms = (...values: number[]): Term[] => values.map((value) => ({ factors: [], value }));

describe('a long sum', () => {
  it('keeps its order while it is short', () => {
    const { shown, rest } = rank(terms(1, -5, 3), 3);
    expect(shown.map(({ place }) => place)).toEqual([0, 1, 2]);
    expect(rest).toBeNull();
  });

  it('shows its largest terms of either sign, and the others as one', () => {
    const { shown, rest } = rank(terms(1, -5, 3, 0.5, -0.25), 2);
    expect(shown.map(({ place, term }) => [place, term.value])).toEqual([
      [1, -5],
      [2, 3],
    ]);
    expect(rest).toEqual({ count: 3, sum: 1.25 });
  });
});

const weights = { name: 'layers.0.attention.weights', index: [0, 1, 0] };
const score = { name: 'layers.0.attention.scores', index: [0, 1, 0] };
const query = { name: 'layers.0.attention.query', index: [1, 2] };

describe('the trail', () => {
  const asked = reduce(initialState(), { type: 'cell', cell: weights });

  it('grows with each operand that is followed, and leads back', () => {
    const on = [score, query].reduce((s, cell) => reduce(s, { type: 'follow', cell }), asked);
    expect(on.trail).toEqual([weights, score, query]);
    expect(reduce(on, { type: 'back', to: 0 }).trail).toEqual([weights]);
    expect(reduce(on, { type: 'cell', cell: query }).trail).toEqual([query]);
    expect(reduce(on, { type: 'cell', cell: null }).trail).toEqual([]);
  });

  it('lives in the address', () => {
    const on = reduce(asked, { type: 'follow', cell: score });
    expect(parseHash(formatHash(on)).trail).toEqual([weights, score]);
    expect(parseHash('#cell=nonsense').trail).toBeUndefined();
    expect(parseHash(`#cell=${'x.y:1~'.repeat(3)}!`).trail).toBeUndefined();
  });

  it('ends with the sentence and with the model it belongs to', () => {
    const model = { type: 'model', model: makeModel(), trace: makeTrace('a b') } as const;
    const ready = reduce(asked, model);
    expect(ready.trail).toEqual([weights]);
    expect(reduce(ready, { type: 'trace', trace: makeTrace('c d') }).trail).toEqual([]);
    expect(reduce(ready, { ...model, model: makeModel() }).trail).toEqual([]);
  });
});

describe('the data flow of a trace', () => {
  const model = makeModel();
  const trace = makeTrace('a b');
  const of = (loss?: Loss) =>
    graphOf(model, Object.create(trace, { encoding: { value: { ...trace.encoding, loss } } }));

  it('is derived once for a loss, and anew for one of another token or another piece', () => {
    const asked = of({ token: 1, piece: 2 });
    expect(of({ token: 1, piece: 2 })).toBe(asked);
    expect(of({ token: 0, piece: 2 })).not.toBe(asked);
    expect(of({ token: 1, piece: 3 })).not.toBe(asked);
    expect(of()).not.toBe(asked);
    expect(of()).toBe(of());
  });
});

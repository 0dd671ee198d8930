import { describe, expect, it, vi } from 'vitest';
import { Inquiry } from '../../../web/src/element/inquiry';
import type { OutcomesOf } from '../../../web/src/model/client';
import type { Run } from '../../../web/src/model/protocol';
import type { Action } from '../../../web/src/state/actions';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { formerTrace } from '../../../web/src/state/what-if/answers';
import { makeModel, makeTrace } from '../fixtures';

const settle = () => new Promise((resolve) => setTimeout(resolve));

function begin(structure: string) {
  const encoder = {
    encode: vi.fn(async (text: string, _: readonly number[], run: Run) => ({
      ...makeTrace(text).encoding,
      run,
    })),
    outcomes: vi.fn(async ({ variants }: OutcomesOf) =>
      variants.map(() => ({ best: 1, probability: 0.5, asked: [] })),
    ),
  };
  const fail = vi.fn();
  const store = new Store(initialState({ sentence: 'one two' }));
  const inquiry = new Inquiry(store, encoder, fail);
  store.subscribe((state) => inquiry.follow(state));
  const model = makeModel();
  const { encoding } = makeTrace('one two');
  const trace = makeTrace('one two');
  Object.assign(trace.encoding, { run: { structure, changes: [] } });
  store.dispatch({ type: 'model', model, trace });
  return { store, encoder, fail, inquiry, encoding };
}

describe('an inquiry', () => {
  it('computes the model’s own run beside another, once', async () => {
    const { store, encoder } = begin('scale=off');
    await settle();
    expect(formerTrace(store.state)?.encoding.run).toEqual({ structure: '', changes: [] });
    store.dispatch({ type: 'hover', token: 1 });
    await settle();
    expect(encoder.encode).toHaveBeenCalledTimes(1);
  });

  it('computes nothing beside the model’s own run', async () => {
    const { store, encoder } = begin('');
    await settle();
    expect(encoder.encode).not.toHaveBeenCalled();
    expect(formerTrace(store.state)).toBeNull();
  });

  it('says what could not be computed, and does not ask for it again', async () => {
    const { store, encoder, fail, inquiry } = begin('scale=off');
    inquiry.close();
    const other = new Inquiry(store, encoder, fail);
    encoder.encode.mockRejectedValue(new Error('no'));
    other.follow({ ...store.state });
    await settle();
    other.follow({ ...store.state });
    await settle();
    expect(fail).toHaveBeenCalledTimes(1);
  });

  it('asks again for what could not be computed where it is wanted anew, or of a new trace', async () => {
    const { store, encoder, fail, inquiry } = begin('scale=off');
    inquiry.close();
    const other = new Inquiry(store, encoder, fail);
    store.subscribe((state) => other.follow(state));
    const asked = async (action: Action) => {
      store.dispatch(action);
      await settle();
      return fail.mock.calls.length;
    };
    const traceOf = (structure: string) => {
      const trace = makeTrace('one two');
      Object.assign(trace.encoding, { run: { structure, changes: [] } });
      return { type: 'trace', trace } as const;
    };
    encoder.encode.mockRejectedValue(new Error('no'));
    expect(await asked({ type: 'hover', token: 1 })).toBe(1);
    expect(await asked({ type: 'hover', token: 0 })).toBe(1);
    expect(await asked({ type: 'view', view: 'heads' })).toBe(2);
    expect(await asked({ type: 'hover', token: 1 })).toBe(2);
    expect(await asked(traceOf('scale=off'))).toBe(3);
    expect(await asked(traceOf(''))).toBe(3);
    expect(await asked(traceOf('scale=off'))).toBe(4);
  });
});

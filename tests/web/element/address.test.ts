// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { Address } from '../../../web/src/element/address';
import { initialState, reduce } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { Store } from '../../../web/src/state/store';
import { formatHash } from '../../../web/src/state/url';

let address: Address | null = null;

afterEach(() => address?.close());

function paste(state: State, hash: string): State {
  const store = new Store(state);
  address = new Address(store);
  const newURL = new URL(hash, 'http://localhost/').href;
  dispatchEvent(Object.assign(new Event('hashchange'), { newURL }));
  return store.state;
}

describe('a link that is pasted into the open page', () => {
  const cell = { name: 'layers.0.attention.scores', index: [0, 0, 0] };

  it('leaves nothing of what was open that it does not name', () => {
    const link = formatHash(initialState({ layer: 1, head: 2, token: 3, time: 5 }));
    const busy = reduce(initialState({ layer: 0, head: 0, token: 0 }), {
      type: 'choose',
      choice: {
        ...{ masked: [1], trail: [cell], theme: 'dark', loop: true, speed: 2, tables: true },
        tour: { chapter: 2, guess: null, shown: false },
        playing: true,
      },
    });
    const after = paste(busy, link);
    expect(formatHash(after)).toBe(link);
    expect(after.playing).toBe(false);
    expect(after.tour).toBeNull();
  });

  it('chooses what it names', () => {
    const options = { theme: 'light', loop: true, speed: 0.5, tables: true } as const;
    expect(paste(initialState(), formatHash(initialState(options)))).toMatchObject(options);
  });
});

import { describe, expect, it } from 'vitest';
import { readAttribute } from '../../../web/src/state/codec/fields';
import { filmPace, filmScenes, filmSeconds, sceneAt, watch } from '../../../web/src/state/film';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { advance, whole } from '../../../web/src/state/timeline';
import { formatHash, parseHash } from '../../../web/src/state/url';

const chosen = (hash: string) =>
  reduce(initialState(), { type: 'choose', choice: parseHash(hash) });

describe('the film', () => {
  it('runs through in a minute by its own clock, give or take five seconds', () => {
    const frame = 1000 / 60;
    let seconds = 0;
    for (let at = { time: 0, halt: 0 }; at.time < whole.end; seconds += frame / 1000)
      at = advance(at, frame, 1, whole.end, false, filmPace);
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThan(65);
    expect(seconds).toBeCloseTo(filmSeconds, 1);
  });

  it('has scenes that follow one another, from the first step to the last', () => {
    expect(filmScenes.map(({ begin }) => begin)).toEqual([
      0,
      ...filmScenes.slice(0, -1).map(({ end }) => end),
    ]);
    expect(filmScenes.at(-1)?.end).toBe(whole.end);
    for (const scene of filmScenes) {
      expect(sceneAt(scene.end)).toBe(scene);
      expect(sceneAt(scene.begin + 0.01)).toBe(scene);
      expect(filmPace(scene.begin)).toMatchObject({ begin: scene.begin, end: scene.end });
    }
  });

  it('opens by a link before its first frame, or where the link says', () => {
    const film = { film: true, view: 'tokens', time: 0, span: whole, playing: false };
    expect(chosen('#view=film')).toMatchObject(film);
    expect(chosen('#view=film&time=9.5')).toMatchObject({ ...film, view: 'output', time: 9.5 });
    expect(parseHash(formatHash(chosen('#view=film&time=9.5')))).toMatchObject({
      film: true,
      time: 9.5,
    });
    expect(readAttribute('time', '12', chosen('#view=film'))).toEqual({ time: 12 });
  });

  it('plays from its beginning, and a pause leads into the step shown', () => {
    const store = new Store(chosen('#view=heatmap&time=6.5&loop=1&tour=3'));
    watch(store.dispatch);
    const begun = { film: true, playing: true, time: 0, until: whole.end, loop: false, tour: null };
    expect(store.state).toMatchObject(begun);
    store.dispatch({ type: 'seek', time: 11.4 });
    store.dispatch({ type: 'play', playing: false });
    expect(store.state).toMatchObject({ film: true, playing: false, view: 'expand', time: 11.4 });
    store.dispatch({ type: 'play', playing: true });
    expect(store.state).toMatchObject({ film: true, time: 11.4 });
  });

  it('is left for a view that is chosen, not for a word, a layer or a time', () => {
    const film = chosen('#view=film');
    const after = (action: Parameters<typeof reduce>[1]) => reduce(film, action).film;
    expect(after({ type: 'focus', token: 1 })).toBe(true);
    expect(after({ type: 'choose', choice: { time: 4 } })).toBe(true);
    expect(after({ type: 'view', view: 'heads' })).toBe(false);
    expect(after({ type: 'go', step: 'expand', layer: 0 })).toBe(false);
  });
});

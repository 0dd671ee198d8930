// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player } from '../../../web/src/element/player';
import { watch } from '../../../web/src/state/film';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { haltDuration, stepDuration, whole } from '../../../web/src/state/timeline';

/** Frames that come when the test says so, 10 ms apart. */
let frames: Map<number, FrameRequestCallback>;
let now: number;

beforeEach(() => {
  frames = new Map();
  now = 0;
  let id = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frames.set(++id, callback);
    return id;
  });
  vi.stubGlobal('cancelAnimationFrame', (request: number) => frames.delete(request));
});

afterEach(() => vi.unstubAllGlobals());

function pass(milliseconds: number): void {
  for (let t = 0; t < milliseconds; t += 10) {
    now += 10;
    const due = [...frames.values()];
    frames.clear();
    for (const callback of due) callback(now);
  }
}

function stillness(matches: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches }));
}

function begin(visible = true) {
  const store = new Store(initialState({ time: 0 }));
  const player = new Player(store);
  player.setVisible(visible);
  return { store, player };
}

describe('the player', () => {
  beforeEach(() => {
    stillness(false);
    vi.stubGlobal('foveaFilmText', () => '');
  });

  it('asks for no frame before it plays', () => {
    begin();
    expect(frames.size).toBe(0);
  });

  it('plays to the end in short bursts, and then rests', () => {
    const { store } = begin();
    store.dispatch({ type: 'play', playing: true });
    pass(stepDuration + haltDuration / 2);
    expect(store.state.time).toBe(1);
    pass((whole.end + 2) * (stepDuration + haltDuration));
    expect(store.state).toMatchObject({ time: whole.end, playing: false });
    expect(frames.size).toBe(0);
  });

  it('plays from the loss back, to the end of the first step', () => {
    const { store } = begin();
    store.dispatch({ type: 'choose', choice: { backward: true } });
    store.dispatch({ type: 'play', playing: true });
    expect(store.state).toMatchObject({ time: whole.end, playing: true });
    pass(stepDuration + haltDuration / 2);
    expect(store.state.time).toBe(whole.end - 1);
    pass((whole.end + 2) * (stepDuration + haltDuration));
    expect(store.state).toMatchObject({ time: 1, view: 'tokens', playing: false });
  });

  it('asks for the words of the caption that the halt is for', () => {
    const store = new Store(initialState({ time: 0 }));
    const player = new Player(store, () => 20);
    player.setVisible(true);
    store.dispatch({ type: 'play', playing: true });
    pass(20 * 250 - 100);
    expect(store.state.time).toBe(1);
    pass(200);
    expect(store.state.time).toBeGreaterThan(1);
    player.close();
  });

  it('plays a single step and stops', () => {
    const { store } = begin();
    store.dispatch({ type: 'step', by: 1 });
    pass(stepDuration / 2);
    expect(store.state.time).toBeGreaterThan(0.4);
    expect(store.state.time).toBeLessThan(0.6);
    pass(3 * stepDuration);
    expect(store.state).toMatchObject({ time: 1, playing: false });
  });

  it('plays one step again and again, until it is told to go on', () => {
    const { store } = begin();
    store.dispatch({ type: 'seek', time: 1.2 });
    store.dispatch({ type: 'loop', loop: true });
    const seen: number[] = [];
    store.subscribe(({ time }) => seen.push(time));
    pass(4 * (stepDuration + haltDuration));
    expect(store.state.playing).toBe(true);
    expect(Math.min(...seen)).toBeLessThan(1.1);
    expect(Math.min(...seen)).toBeGreaterThan(1);
    expect(Math.max(...seen)).toBe(2);
    store.dispatch({ type: 'loop', loop: false });
    pass(2 * (stepDuration + haltDuration));
    expect(store.state).toMatchObject({ time: 2, playing: false });
  });

  it('stands still while it cannot be seen, and goes on where it was', () => {
    const { store, player } = begin();
    store.dispatch({ type: 'play', playing: true });
    pass(stepDuration / 2);
    const { time } = store.state;
    player.setVisible(false);
    expect(frames.size).toBe(0);
    pass(5000);
    expect(store.state).toMatchObject({ time, playing: true });
    player.setVisible(true);
    pass(stepDuration);
    expect(store.state.time).toBe(1);
  });

  it('shows the film from the first frame to the last in a minute', () => {
    const { store } = begin();
    watch(store.dispatch);
    pass(55_000);
    expect(store.state).toMatchObject({ film: true, playing: true });
    expect(store.state.time).toBeLessThan(whole.end);
    pass(10_000);
    expect(store.state).toMatchObject({ film: true, playing: false, time: whole.end });
  });

  it('waits with the film until the file that draws it has come', () => {
    vi.stubGlobal('foveaFilmText', undefined);
    const { store } = begin();
    watch(store.dispatch);
    pass(3000);
    expect(store.state).toMatchObject({ film: true, playing: true, time: 0 });
    vi.stubGlobal('foveaFilmText', () => '');
    pass(1000);
    expect(store.state.time).toBeGreaterThan(0);
  });

  it('stops a film that can no longer be seen', () => {
    const { store, player } = begin();
    watch(store.dispatch);
    pass(2000);
    expect(store.state.playing).toBe(true);
    player.setVisible(false);
    expect(store.state).toMatchObject({ film: true, playing: false });
    player.setVisible(true);
    expect(frames.size).toBe(0);
  });

  it('goes on from where somebody else has moved the time', () => {
    const { store } = begin();
    store.dispatch({ type: 'play', playing: true });
    pass(100);
    store.dispatch({ type: 'seek', time: 2.5 });
    pass(stepDuration);
    expect(store.state.time).toBe(3);
  });

  it('leaves nothing behind when it is closed', () => {
    const { store, player } = begin();
    store.dispatch({ type: 'play', playing: true });
    player.close();
    expect(frames.size).toBe(0);
    store.dispatch({ type: 'play', playing: true });
    expect(frames.size).toBe(0);
  });
});

it('shows whole steps only, where motion is to be reduced', () => {
  stillness(true);
  const { store } = begin();
  const seen = new Set<number>();
  store.subscribe(({ time }) => seen.add(time));
  store.dispatch({ type: 'play', playing: true });
  pass((whole.end + 2) * (stepDuration + haltDuration));
  expect([...seen]).toEqual(Array.from({ length: whole.end + 1 }, (_, i) => i));
  expect(store.state.playing).toBe(false);
});

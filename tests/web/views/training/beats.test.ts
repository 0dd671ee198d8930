// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Beats } from '../../../../web/src/views/training/reel';
import type { BeatShown } from '../../../../web/src/views/training/scene';
import { walkOf } from '../../../../web/src/views/training/walk';
import { look, pieces } from './walk-fixtures';

let still = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] });
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
});
afterEach(() => {
  still = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows forward, backward and update one after another, and rests on the last', () => {
  const beats = new Beats(() => {});
  expect(beats.shown()).toBeNull();
  beats.follow(walkOf(look(), pieces));
  expect(beats.shown()).toEqual({ of: 'forward', share: 0 });
  vi.advanceTimersByTime(700);
  expect(beats.shown()?.share).toBeCloseTo(0.5, 1);
  vi.advanceTimersByTime(2400);
  expect(beats.shown()?.of).toBe('backward');
  vi.advanceTimersByTime(3100);
  expect(beats.shown()?.of).toBe('update');
  vi.advanceTimersByTime(9000);
  expect(beats.shown()).toEqual({ of: 'update', share: 1 });
});

it('goes on by itself where each change is drawn', () => {
  let shown: BeatShown | null = null;
  const beats: Beats = new Beats(() => {
    shown = beats.shown();
  });
  beats.follow(walkOf(look(), pieces));
  beats.shown();
  vi.advanceTimersByTime(20000);
  expect(shown).toEqual({ of: 'update', share: 1 });
});

it('stays on the beat that the reader chooses', () => {
  const beats = new Beats(() => {});
  beats.follow(walkOf(look(), pieces));
  beats.show('backward');
  vi.advanceTimersByTime(9000);
  expect(beats.shown()).toEqual({ of: 'backward', share: 1 });
  beats.show(null);
  expect(beats.shown()).toBeNull();
});

it('shows stills where motion is to be reduced, and the reader goes on', () => {
  still = true;
  const beats = new Beats(() => {});
  beats.follow(walkOf(look(), pieces));
  expect(beats.shown()).toEqual({ of: 'forward', share: 1 });
  vi.advanceTimersByTime(9000);
  expect(beats.shown()).toEqual({ of: 'forward', share: 1 });
});

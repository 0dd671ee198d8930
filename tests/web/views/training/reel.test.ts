import { describe, expect, it } from 'vitest';
import { asOf, trainingReel } from '../../../../web/src/views/training/reel';
import type { Runner } from '../../../../web/src/views/training/runner';
import { shownSeen, shownStep, type Training } from '../../../../web/src/views/training/training';
import { learned } from './fixtures';

describe('a run as it was at a step', () => {
  it('has its curves to there, and the step that was kept last', () => {
    const training = { ...learned(), at: 0 };
    const then = asOf(training, 250);
    expect(then.run.trail.every(({ step }) => step <= 250)).toBe(true);
    expect(then.run.trail.length).toBeGreaterThan(50);
    expect(then.run.trail.length).toBeLessThan(training.run.trail.length);
    expect(shownStep(then)?.step).toBe(100);
    expect(shownSeen(then)?.step).toBe(100);
  });
});

describe('a film of a run', () => {
  const { signal } = new AbortController();
  const runner = (training: Training) =>
    ({ training, isLooking: false, pause: () => {} }) as unknown as Runner;

  it('goes from its first step to the last, each time as it follows from the time', async () => {
    const shown: (number | null)[] = [];
    const show = (training: Training | null) =>
      shown.push(training && (shownStep(training)?.step ?? null));
    const training = learned();
    const run = { ...training.run, phase: 'paused' as const };
    const reel = await trainingReel(runner({ ...training, run }), show, { signal });
    for (const time of [0, reel.seconds * 0.8, reel.seconds, 0]) reel.show(time);
    expect(reel.says()).toMatch(/^step 0:/);
    reel.show(null);
    expect(shown).toEqual([0, 100, 400, 0, null]);
  });

  it('ends with the step that was asked for', async () => {
    const shown: (number | undefined)[] = [];
    const training = learned();
    const run = { ...training.run, phase: 'paused' as const };
    const show = (then: Training | null) => shown.push(then?.run.trail.at(-1)?.step);
    const reel = await trainingReel(runner({ ...training, run }), show, { signal, steps: 120 });
    reel.show(reel.seconds);
    expect(shown.at(-1)).toBeGreaterThan(110);
    expect(shown.at(-1)).toBeLessThanOrEqual(120);
  });

  it('of a run that failed says why', async () => {
    const training = learned();
    const run = { ...training.run, phase: 'failed' as const, problem: 'no memory' };
    await expect(trainingReel(runner({ ...training, run }), () => {}, { signal })).rejects.toThrow(
      'no memory',
    );
  });
});

import { describe, expect, it } from 'vitest';
import {
  newRun,
  paceOf,
  partsAt,
  reported,
  secondsLeft,
  stepOf,
  withKept,
} from '../../../../web/src/views/training/run';
import { firstSettings } from '../../../../web/src/views/training/settings';
import {
  begun,
  keeping,
  newTraining,
  pictured,
  shownAt,
  shownStep,
  started,
  unseen,
  withoutFormer,
  withReports,
  withSeen,
} from '../../../../web/src/views/training/training';
import { atAnimal, atStreet, info, keptAt, report, seenWith } from './fixtures';

const all = (count: number) => Array.from({ length: count }, (_, i) => report(i + 1));

describe('a run', () => {
  it('keeps as many points as a plot can show, each a mean of its steps', () => {
    const run = reported(newRun(firstSettings), all(5000));
    expect(run.trail.length).toBeLessThan(340);
    expect(run.trail.at(-1)?.step).toBe(5000);
    const counted = run.trail.reduce((sum, { steps }) => sum + steps, 0);
    expect(counted).toBe(5000);
    const last = run.trail.at(-1);
    const steps = all(5000).slice(-(last?.steps ?? 0));
    const mean = steps.reduce((sum, { maskedLoss }) => sum + maskedLoss, 0) / steps.length;
    expect(last?.maskedLoss).toBeCloseTo(mean, 9);
  });

  it('has the same points however its reports come', () => {
    const once = reported(newRun(firstSettings), all(300));
    const often = all(300).reduce((run, each) => reported(run, [each]), newRun(firstSettings));
    expect(often.trail).toEqual(once.trail);
    expect(often.tokens).toBe(once.tokens);
  });

  it('measures its pace from the last seconds, and what is left from that', () => {
    const run = { ...reported(newRun(firstSettings), all(100)), info: info() };
    expect(paceOf(run)?.tokensPerSecond).toBeCloseTo(1000 / 0.02);
    expect(secondsLeft(run)).toBeCloseTo(900 * 0.02);
    expect(paceOf(reported(newRun(firstSettings), [report(1)]))).toBeNull();
  });

  it('keeps steps in order, each once', () => {
    const run = [0, 5, 2, 5].reduce(
      (all, step) => withKept(all, keptAt(step)),
      newRun(firstSettings),
    );
    expect(run.kept.map(({ step }) => step)).toEqual([0, 2, 5]);
    expect(stepOf(run)).toBe(5);
  });

  it('knows gradients and updates near a step', () => {
    const run = reported(newRun(firstSettings), all(100));
    expect(partsAt(run, 40)?.step).toBe(40);
    expect(partsAt(newRun(firstSettings), 40)).toBeNull();
  });
});

describe('what is on show', () => {
  const two = [0, 10].reduce(
    (all, step) => keeping(all, keptAt(step)),
    started(newTraining(firstSettings), info()),
  );

  it('is the newest kept step, until the reader goes back', () => {
    expect(shownStep(two)?.step).toBe(10);
    const back = shownAt(two, 0);
    expect(shownStep(keeping(back, keptAt(20)))?.step).toBe(0);
    expect(shownStep(keeping(shownAt(back, 10), keptAt(20)))?.step).toBe(20);
  });

  it('has the run before beside a new one, where that had learned something', () => {
    expect(begun(two, firstSettings).former).toBeNull();
    const learned = withReports(two, [report(1)]);
    const next = begun(learned, { ...firstSettings, seed: 2 });
    expect(next.former?.settings.seed).toBe(1);
    expect(next.run.kept).toEqual([]);
    expect(begun(next, firstSettings).former?.settings.seed).toBe(1);
  });

  it('keeps the pictures of the run before, until another sentence is read', () => {
    const seen = seenWith(atAnimal, atStreet);
    const learned = withSeen(withReports(two, [report(1)]), 10, seen);
    const next = keeping(begun(learned, { ...firstSettings, seed: 2 }), keptAt(0));
    expect(pictured(next)).toBe(next);
    const shown = pictured({ ...next, showsFormer: true });
    expect(shown.run.settings.seed).toBe(1);
    expect(shown.run.kept.map(({ step }) => step)).toEqual([10]);
    expect(shown.seen.get(10)).toBe(seen);
    expect(shown.former?.settings.seed).toBe(2);
    expect(pictured(unseen({ ...next, showsFormer: true })).run.settings.seed).toBe(2);
    expect(withoutFormer(next).former).toBeNull();
  });

  it('no longer has what had to be let go', () => {
    const third = keeping(two, keptAt(20), [10]);
    expect(third.run.kept.map(({ step }) => step)).toEqual([0, 20]);
  });
});

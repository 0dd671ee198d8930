import { beforeEach, expect, it } from 'vitest';
import type { Evaluation, KeptStep, StepReport } from '../../../web/src/learn/protocol';
import { nextKept, Run } from '../../../web/src/learn/run';

const evaluation = {} as Evaluation;

let reports: (readonly StepReport[])[];
let kept: KeptStep[];
let finished: number;
let stopped: unknown[];

beforeEach(() => {
  reports = [];
  kept = [];
  finished = 0;
  stopped = [];
});

function newRun(planned: number, failAt = Number.POSITIVE_INFINITY): Run {
  const steps = {
    done: 0,
    planned,
    async step() {
      if (this.done + 1 === failAt) throw new Error('no more');
      this.done += 1;
      return { step: this.done } as StepReport;
    },
    evaluate: () => evaluation,
    keep: () => [],
  };
  return new Run(steps, {
    reports: (some) => reports.push(some),
    kept: (each) => kept.push(each),
    finished: () => {
      finished += 1;
    },
    stopped: (error) => stopped.push(error),
  });
}

const stepsTold = () => reports.flat().map(({ step }) => step);
const keptSteps = () => kept.map(({ step }) => step);

it('keeps the beginning, then steps further and further apart', () => {
  const steps = [0];
  while ((steps.at(-1) ?? 0) < 5000) steps.push(nextKept(steps.at(-1) ?? 0));
  expect(steps.slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 10]);
  expect(steps.length).toBeLessThan(45);
});

it('tells every step once, in order, and that it has come to the end', async () => {
  const run = newRun(40);
  run.play();
  await expect.poll(() => finished).toBe(1);
  expect(stepsTold()).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  expect(keptSteps().at(-1)).toBe(40);
  run.play();
  await run.stepOnce();
  expect(stepsTold()).toHaveLength(40);
});

it('tells them at intervals, not one by one', async () => {
  newRun(2000).play();
  await expect.poll(() => finished, { timeout: 20_000 }).toBe(1);
  expect(reports.length).toBeLessThan(200);
});

it('stands still when it is paused, at a step that is kept, and goes on', async () => {
  const run = newRun(100_000);
  run.play();
  await expect.poll(() => reports.length).toBeGreaterThan(2);
  await run.pause();
  const at = stepsTold().at(-1);
  expect(keptSteps().at(-1)).toBe(at);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(stepsTold().at(-1)).toBe(at);
  await run.stepOnce();
  expect(keptSteps().at(-1)).toBe((at ?? 0) + 1);
  run.play();
  await expect.poll(() => stepsTold().at(-1)).toBeGreaterThan((at ?? 0) + 1);
  await run.pause();
});

it('says so where a step fails, and makes no more', async () => {
  const run = newRun(100, 7);
  run.play();
  await expect.poll(() => stopped).toHaveLength(1);
  expect(finished).toBe(0);
});

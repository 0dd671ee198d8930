import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { strictPolicy } from '../../scripts/lib/static-server.mjs';
import type { LearnFile } from '../../web/src/learn/file';
import type { KeptStep, LearnSettings, StepReport } from '../../web/src/learn/protocol';
import { expect, test } from './fixtures';
import { type Site, servePage } from './servers';

// The second file alone, in pages as readers have them: the workers that train are real.

const tiny: LearnSettings = { size: 'tiny', seed: 3, warmup: true, structure: '' };
const text = "the animal didn't cross the street because it was too tired";

interface Ran {
  readonly reports: readonly StepReport[];
  readonly kept: readonly number[];
  readonly tensors: number;
  readonly saved: string;
}

/** Makes steps in the page, from settings or from a run that was saved; ends its workers. */
const train = (page: Page, workers: number, steps: number, saved = ''): Promise<Ran> =>
  page.evaluate(
    async ([settings, text, workers, steps, saved]) => {
      const { openLearner } = globalThis.foveaLearn as LearnFile;
      const reports: StepReport[] = [];
      const kept: number[] = [];
      const learner = openLearner({
        reports: (some) => reports.push(...some),
        kept: ({ step }: KeptStep) => kept.push(step),
        finished: () => undefined,
        failed: (error) => {
          throw error;
        },
      });
      learner.workers = workers;
      const bytes = Uint8Array.from(saved, (letter) => letter.charCodeAt(0));
      await (saved ? learner.continueFrom(bytes) : learner.start(settings));
      for (let i = 0; i < steps; i++) await learner.stepOnce();
      const { tensors } = await learner.encodeAt(kept.at(-1) ?? 0, text);
      const now = [...(await learner.save())].map((byte) => String.fromCharCode(byte)).join('');
      learner.end();
      return { reports, kept, tensors: tensors.length, saved: now };
    },
    [tiny, text, workers, steps, saved] as const,
  );

/** What a step computed, without how long it took. */
const computed = (reports: readonly StepReport[]) => reports.map(({ seconds, ...rest }) => rest);

/** A post on an origin of its own, under a strict policy, with the script from another. */
function post(scripts: Site): Promise<Site> {
  const policy = strictPolicy.replace("script-src 'self'", `script-src 'self' ${scripts.origin}`);
  const html = `<!doctype html><html lang="en"><title>A post</title><body>
    <script src="${scripts.origin}/fovea-learn.js"></script></body></html>`;
  return servePage(html, { 'content-security-policy': policy });
}

test('trains in a post under a strict policy, and leaves no worker behind', async ({
  page,
  scripts,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const site = await post(scripts);
  await page.goto(site.origin);
  const { reports, kept, tensors } = await train(page, 2, 4);
  expect(reports.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
  expect(kept).toEqual([0, 1, 2, 3, 4]);
  expect(tensors).toBeGreaterThan(20);
  await expect.poll(() => page.workers().length).toBe(0);
  expect(complaints.filter((message) => !message.includes('favicon'))).toEqual([]);
  await site.close();
});

test('two and three workers make the steps of one, bit for bit @thorough', async ({
  page,
  scripts,
}) => {
  const site = await post(scripts);
  await page.goto(site.origin);
  const one = await train(page, 1, 5);
  for (const workers of [2, 3]) {
    const shared = await train(page, workers, 5);
    expect(computed(shared.reports)).toEqual(computed(one.reports));
    expect(shared.saved === one.saved, `the checkpoint of ${workers} workers`).toBe(true);
  }
  await site.close();
});

test('a run goes on after a reload as it would have', async ({ page, scripts }) => {
  const site = await post(scripts);
  await page.goto(site.origin);
  const whole = await train(page, 1, 6);
  const first = await train(page, 1, 3);
  await page.reload();
  const second = await train(page, 2, 3, first.saved);
  expect(computed(second.reports)).toEqual(computed(whole.reports).slice(3));
  expect(second.saved === whole.saved).toBe(true);
  await site.close();
});

test('plays until it is paused, and goes on', async ({ page, scripts }) => {
  const site = await post(scripts);
  await page.goto(site.origin);
  const steps = await page.evaluate(async (settings) => {
    const { openLearner } = globalThis.foveaLearn as LearnFile;
    let last = 0;
    const learner = openLearner({
      reports: (reports) => {
        last = reports.at(-1)?.step ?? 0;
      },
      kept: () => undefined,
      finished: () => undefined,
      failed: () => undefined,
    });
    const beyond = async (step: number) => {
      while (last <= step) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await learner.start(settings);
    await learner.play();
    await beyond(3);
    await learner.pause();
    const paused = last;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const still = last;
    await learner.play();
    await beyond(paused + 3);
    learner.end();
    return { paused, still };
  }, tiny);
  expect(steps.still).toBe(steps.paused);
  await site.close();
});

test('the single file has it at its end, and trains from the disk @thorough', async ({ page }) => {
  await page.goto(`${pathToFileURL(projectPath('dist/index.html')).href}#view=training`);
  await page.waitForFunction(() => 'foveaLearn' in globalThis);
  const { reports } = await train(page, 2, 3);
  expect(reports.map(({ step }) => step)).toEqual([1, 2, 3]);
});

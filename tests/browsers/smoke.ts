import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { nativeTrace } from '../browser/native-trace';
import { meaning } from '../browser/written-number';

/** A browser with one page, driven from outside. */
export interface Browser {
  open(address: string): Promise<void>;
  /** The value of a JavaScript expression in the page; what it resolves to, for a promise. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

const page = pathToFileURL(projectPath('dist/index.html')).href;
const sentence = 'the dog chased the cat because it was hungry';
const address = `${page}#sentence=${sentence.replaceAll(' ', '+')}&view=attention&layer=2&head=3&token=7`;
const [layer, head, token] = [1, 2, 6];
const dK = 16;
const stepsBack = 4;

const root = `document.querySelector('fovea-explorer').shadowRoot`;
const slider = `${root}.querySelector('[role=slider][aria-label="Position in the animation"]')`;

/** Texts of all elements of the explorer that a selector finds. */
const texts = (selector: string): string =>
  `[...(document.querySelector('fovea-explorer')?.shadowRoot?.querySelectorAll(${JSON.stringify(selector)}) ?? [])].map((each) => each.textContent.trim())`;

const click = (selector: string): string => `void ${root}.querySelector('${selector}').click()`;

/** Leaves in the page, when they are there, the losses of a run's first steps, by one and two workers. */
const begun = `void (async () => {
  location.hash = 'view=training';
  while (!globalThis.foveaLearn) await new Promise((resolve) => setTimeout(resolve, 50));
  const losses = async (workers) => {
    const found = [];
    const learner = foveaLearn.openLearner({
      reports: (reports) => found.push(...reports.map((report) => report.maskedLoss)),
      kept() {},
      finished() {},
      failed() {},
    });
    learner.workers = workers;
    await learner.start({ size: 'tiny', seed: 3, warmup: false, structure: '' });
    for (let i = 0; i < 3; i++) await learner.stepOnce();
    learner.end();
    return found;
  };
  window.ran = [await losses(1), await losses(2)];
})().catch((error) => { window.ran = error.code + ': ' + error.message; })`;

/** What the stage must say of the chosen row: the core's own numbers, by tensor. */
function expected(): ReadonlyMap<string, readonly number[]> {
  const trace = nativeTrace(sentence);
  const name = (tensor: string) => `layers.${layer}.attention.${tensor}`;
  const scores = trace.row(name('scores'), head, token);
  return new Map([
    ['scores', scores],
    ['scaled', scores.map((score) => score / Math.sqrt(dK))],
    ['weights', trace.row(name('weights'), head, token)],
    ['heads', trace.row(name('heads'), token).slice(head * dK, (head + 1) * dK)],
  ]);
}

function expectWritten(written: readonly string[], values: readonly number[]): void {
  expect(written).toHaveLength(values.length);
  written.forEach((text, i) => {
    const [low, high] = meaning(text);
    expect(values[i], `written as ${text}`).toBeGreaterThanOrEqual(low);
    expect(values[i], `written as ${text}`).toBeLessThanOrEqual(high);
  });
}

/** Opens the single file from the disk in a browser, plays it, and reads its numbers. */
export function smokeTest(name: string, launch: () => Promise<Browser>): void {
  describe(`${name}, dist/index.html from the disk`, () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launch();
      await browser.open(address);
    });
    afterAll(() => browser?.close());

    const place = async () =>
      Number(await browser.evaluate<string>(`${slider}.getAttribute('aria-valuenow')`));

    it('shows the words of the address', async () => {
      const words = () => browser.evaluate<string[]>(texts('.figure button.word'));
      await expect.poll(words, { timeout: 30_000 }).toEqual(sentence.split(' '));
    });

    it('writes the numbers of the core', async () => {
      for (const [tensor, values] of expected()) {
        const selector = `[data-tensor="${tensor}"]`;
        expectWritten(await browser.evaluate<string[]>(texts(selector)), values);
      }
    });

    it('plays to the end, through times between the steps', async () => {
      for (let step = 0; step < stepsBack; step++) {
        await browser.evaluate(click('button[aria-label="Step back"]'));
      }
      const begin = await place();
      await browser.evaluate(click('button[aria-label="Play"]'));
      const seen = [begin];
      await expect
        .poll(async () => seen[seen.push(await place()) - 1], { timeout: 40_000, interval: 40 })
        .toBeGreaterThanOrEqual(begin + stepsBack);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(seen.some((time) => !Number.isInteger(time))).toBe(true);
    });

    it('trains as it does elsewhere: two workers make the steps of one', async () => {
      await browser.evaluate(begun);
      const found = () => browser.evaluate<number[][] | string>('window.ran');
      await expect.poll(found, { timeout: 50_000 }).toHaveLength(2);
      const [one, two] = (await found()) as number[][];
      expect(one).toHaveLength(3);
      expect(one?.[0]).toBeGreaterThan(one?.[2] ?? Number.NaN);
      expect(two).toEqual(one);
    });
  });
}

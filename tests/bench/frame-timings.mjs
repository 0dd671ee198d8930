// How evenly the page moves in headless Chromium while it plays through the whole timeline.
import { median } from './rounds.mjs';

const n = 16;
const sentence = 'the big old dog and the small cat did not cross the wide street because it';

/** One refresh of the display, in milliseconds. */
const refresh = 1000 / 60;

/**
 * Of the frames in which something moved: `ms` is the median time from the one before, `inTime` the
 * share, 0 to 1, that came at the very next refresh of the display; `inTimeBySteps` is the same for
 * each step of the timeline. `slowdown` makes the processor that many times slower.
 */
export async function frames(browser, page, slowdown = 1) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(`${page}#sentence=${sentence.replaceAll(' ', '+')}`);
  const explorer = tab.locator('fovea-explorer');
  const words = explorer.locator('.figure button.word');
  await words.nth(n - 1).waitFor();
  await explorer.getByRole('slider', { name: 'Position in the animation' }).press('Home');
  const session = await tab.context().newCDPSession(tab);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await explorer.getByRole('button', { name: 'Play' }).click();
  const recorded = await tab.evaluate(recordUntilTheEnd);
  await tab.close();
  return { d: 128, n, ...share(recorded) };
}

/** [milliseconds since the former frame, place on the timeline] of each frame that moved. */
const recordUntilTheEnd = () =>
  new Promise((resolve) => {
    const { shadowRoot } = document.querySelector('fovea-explorer');
    const slider = shadowRoot.querySelector(
      '[role=slider][aria-label="Position in the animation"]',
    );
    const place = () => Number(slider.getAttribute('aria-valuenow'));
    const end = Number(slider.getAttribute('aria-valuemax'));
    const recorded = [];
    const frame = (before, from) => (now) => {
      const at = place();
      if (at !== from) recorded.push([now - before, at]);
      if (at >= end) resolve(recorded);
      else requestAnimationFrame(frame(now, at));
    };
    requestAnimationFrame((now) => requestAnimationFrame(frame(now, place())));
  });

function share(recorded) {
  const inTime = (some) => some.filter(([elapsed]) => elapsed < 1.5 * refresh).length / some.length;
  const steps = [];
  for (const frame of recorded) {
    const step = Math.ceil(frame[1]) - 1;
    steps[step] ??= [];
    steps[step].push(frame);
  }
  const ms = median(recorded.map(([elapsed]) => elapsed));
  return { ms, inTime: inTime(recorded), inTimeBySteps: steps.map(inTime) };
}

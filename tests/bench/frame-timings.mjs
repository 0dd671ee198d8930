// How evenly the page moves in headless Chromium while it plays through the whole timeline, at twice the usual
// speed: the frames are the same, and there are half as many.
import { median } from './rounds.mjs';

const n = 16;
const sentence = 'the big old dog and the small cat did not cross the wide street because it';

/** One refresh of the display, in milliseconds. */
const refresh = 1000 / 60;

/**
 * Of the frames in which something moved: `ms` is the median time from the one before, `inTime` the
 * share, 0 to 1, that came at the very next refresh of the display; `inTimeBySteps` is the same for
 * each step of the timeline. `task` is the processor time of the main thread a frame, in
 * milliseconds: the median of quarters of a second throughout which something moved. `slowdown`
 * makes the processor that many times slower; after the milliseconds it ends wherever it is.
 */
export async function frames(browser, page, slowdown, milliseconds) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(`${page}#sentence=${sentence.replaceAll(' ', '+')}&speed=2`);
  const explorer = tab.locator('fovea-explorer');
  const words = explorer.locator('.figure button.word');
  await words.nth(n - 1).waitFor();
  await explorer.getByRole('slider', { name: 'Position in the animation' }).press('Home');
  const session = await tab.context().newCDPSession(tab);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await explorer.getByRole('button', { name: 'Play' }).click();
  const playing = tab.evaluate(recordUntilTheEnd, milliseconds);
  const task = await taskTime(tab, session, playing);
  const recorded = await playing;
  await tab.close();
  return { d: 128, n, task, ...share(recorded) };
}

/** What a frame costs the main thread. Lit renders in microtasks, which Chromium's ScriptDuration leaves out. */
async function taskTime(tab, session, playing) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const over = playing.then(() => true);
  const costs = [];
  for (let last; !(await Promise.race([over, tab.waitForTimeout(250)])); ) {
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration').value;
    const { all, moved } = await tab.evaluate(() => globalThis.foveaFrames);
    const frames = all - last?.all;
    // The frame in which the counts were read may be on its way.
    if (frames > 5 && frames - (moved - last.moved) <= 1)
      costs.push((1000 * (seconds - last.seconds)) / frames);
    last = { seconds, all, moved };
  }
  return median(costs);
}

/** [milliseconds since the former frame, place on the timeline] of each frame that moved. */
const recordUntilTheEnd = (most) =>
  new Promise((resolve) => {
    const { shadowRoot } = document.querySelector('fovea-explorer');
    const slider = shadowRoot.querySelector(
      '[role=slider][aria-label="Position in the animation"]',
    );
    const place = () => Number(slider.getAttribute('aria-valuenow'));
    const end = Number(slider.getAttribute('aria-valuemax'));
    const latest = performance.now() + most;
    const recorded = [];
    const count = { all: 0, moved: 0 };
    globalThis.foveaFrames = count;
    const frame = (before, from) => (now) => {
      const at = place();
      if (at !== from) recorded.push([now - before, at]);
      count.all++;
      count.moved = recorded.length;
      if (at >= end || now > latest) resolve(recorded);
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

// Times what a reader waits for, in headless Chromium: the first picture of dist/index.html opened
// from the disk, and a new picture after a key.
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { quietTab } from './pages.mjs';
import { median } from './rounds.mjs';

const words = 'fovea-explorer .figure button.word';

/** From the start of the navigation to the frame with the first words, each in a new profile. */
export async function coldStart(browser, rounds = 5) {
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    const page = await quietTab(browser);
    await page.goto(pathToFileURL(projectPath('dist/index.html')).href);
    await page.locator(words).first().waitFor();
    times.push(await page.evaluate(painted));
    await page.context().close();
  }
  return median(times);
}

/** The time after the next frame has been painted, from the start of the navigation. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  });

/** From a key that adds a word to the frame that shows it. */
export async function keystroke(browser, rounds = 9) {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(projectPath('dist/index.html')).href);
  const explorer = page.locator('fovea-explorer');
  await page.locator(words).first().waitFor();
  await explorer.getByRole('button', { name: 'Edit the sentence' }).click();
  const field = explorer.getByRole('textbox', { name: 'Sentence' });
  await field.press('End');
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    await field.press('Space');
    const waiting = page.evaluate(untilOneMoreWord);
    await field.press('a');
    times.push(await waiting);
  }
  await page.close();
  return median(times);
}

const untilOneMoreWord = () =>
  new Promise((resolve) => {
    const count = () =>
      document.querySelector('fovea-explorer').shadowRoot.querySelectorAll('.figure button.word')
        .length;
    const before = count();
    let pressed = 0;
    const look = () => {
      if (count() > before) setTimeout(() => resolve(performance.now() - pressed));
      else requestAnimationFrame(look);
    };
    const onKey = (event) => {
      pressed = event.timeStamp;
      requestAnimationFrame(look);
    };
    document.addEventListener('keydown', onKey, { once: true, capture: true });
  });

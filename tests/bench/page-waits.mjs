// Times what a reader waits for, in headless Chromium: the first picture of dist/index.html opened
// from the disk, and a new picture after a key.
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { quietTab } from './pages.mjs';
import { median } from './rounds.mjs';

const words = '.figure button.word';
const pageUrl = pathToFileURL(projectPath('dist/index.html')).href;

/** From the start of the navigation to the frame with the first words, each in a new profile. */
export async function coldStart(browser, rounds = 11) {
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    const page = await quietTab(browser);
    await page.addInitScript(tellWhenPainted, words);
    const told = page.waitForEvent('console');
    await page.goto(pageUrl, { waitUntil: 'commit' });
    times.push(Number((await told).text()));
    await page.context().close();
  }
  return median(times);
}

/** Says, in the page, when the frame with the words has been painted. */
const tellWhenPainted = (selector) => {
  const look = () => {
    if (document.querySelector('fovea-explorer')?.shadowRoot?.querySelector(selector))
      setTimeout(() => console.log(performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** From a key that adds a word to the frame that shows it. */
export async function keystroke(browser, rounds = 9) {
  const page = await browser.newPage();
  await page.goto(pageUrl);
  const explorer = page.locator('fovea-explorer');
  await explorer.locator(words).first().waitFor();
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

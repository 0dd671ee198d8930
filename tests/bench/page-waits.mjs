// Times what a reader waits for, in headless Chromium: the first picture of dist/index.html opened
// from the disk, and the frame after a key. Several builds of the page take turns.
import { quietTab } from './pages.mjs';
import { say } from './progress.mjs';
import { median, repeat } from './rounds.mjs';

const words = '.figure button.word';

/** Times of each build, by its name: one for each round. */
async function inTurn(builds, { milliseconds, ...rounds }, measure) {
  const times = Object.fromEntries(Object.keys(builds).map((name) => [name, []]));
  await repeat(milliseconds, rounds, async (round) => {
    say(`${Object.keys(builds).join(' and ')}, round ${round + 1}`);
    for (const [name, url] of Object.entries(builds)) times[name].push(await measure(url));
  });
  return times;
}

/**
 * `builds` names addresses of the page, the first of which is the one measured. Resolves to a record
 * for each: `ms` is the median over the rounds, `ratio` the median of the first one's time over this
 * one's in the same round.
 */
async function compareBuilds(builds, rounds, measure) {
  const times = await inTurn(builds, rounds, measure);
  const [first] = Object.values(times);
  return Object.entries(times).map(([build, own]) => ({
    ...{ build, ms: median(own) },
    ratio: own === first ? undefined : median(first.map((ms, round) => ms / own[round])),
  }));
}

/** From the start of the navigation to the frame with the first words, each in a new profile. */
export const coldStart = (browser, builds, milliseconds) =>
  compareBuilds(builds, { milliseconds, least: 5, most: 11 }, async (url) => {
    const page = await quietTab(browser);
    await page.addInitScript(tellWhenPainted, 'fovea-explorer');
    const told = page.waitForEvent('console');
    await page.goto(url, { waitUntil: 'commit' });
    const ms = Number((await told).text());
    await page.context().close();
    return ms;
  });

/** Says, in the page, when the frame with the words of the element of that name has been painted. */
export const tellWhenPainted = (element) => {
  const look = () => {
    if (document.querySelector(element)?.shadowRoot?.querySelector('.figure button.word'))
      setTimeout(() => console.log(performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** A tab whose processor is that many times slower. */
async function slowTab(browser, slowdown) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** From a key that adds a word to the frame of the attention figure that shows it: each visit types several. */
export const keystroke = (browser, builds, slowdown, milliseconds) =>
  compareBuilds(builds, { milliseconds, least: 1, most: 5 }, async (url) => {
    const page = await slowTab(browser, slowdown);
    await page.goto(`${url}#view=attention`);
    const explorer = page.locator('fovea-explorer');
    await explorer.locator(words).first().waitFor();
    await explorer.getByRole('button', { name: 'Edit the sentence' }).click();
    const field = explorer.getByRole('textbox', { name: 'Sentence' });
    await field.press('End');
    const times = [];
    for (let word = 0; word < 5; word++) {
      await field.press('Space');
      // What a key starts is over before the next one is measured.
      await page.waitForTimeout(400);
      const waiting = page.evaluate(untilOneMoreWord);
      await field.press('a');
      times.push(await waiting);
    }
    await page.close();
    return median(times);
  });

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

const sixteen = 'the big old dog and the small cat did not cross the wide street because it';

/** How the divisor of the scores is changed: its knob pressed by a key, or dragged by the pointer. */
const ways = {
  key: async (_page, slider, i) => slider.press(i < 4 ? 'ArrowRight' : 'ArrowLeft'),
  async drag(page, slider, i) {
    const { x, y, width, height } = await slider.boundingBox();
    if (i === 0) {
      await page.mouse.move(x + width * 0.3, y + height / 2);
      await page.mouse.down();
    }
    await page.mouse.move(x + width * (0.35 + 0.04 * i), y + height / 2);
  },
};

/**
 * From a change of the divisor to the frame of the figure with the numbers of that run, at 16 words.
 * The text is run again in between.
 */
export const change = (browser, builds, way, slowdown, milliseconds) =>
  compareBuilds(builds, { milliseconds, least: 1, most: 5 }, async (url) => {
    const page = await slowTab(browser, slowdown);
    await page.goto(`${url}#sentence=${sixteen.replaceAll(' ', '+')}&view=what-if`);
    const slider = page.locator('fovea-explorer .divisor input');
    await slider.waitFor();
    const times = [];
    for (let i = 0; i < 6; i++) {
      // What the change before asked for is measured by then.
      await page.waitForTimeout(1500);
      const waiting = page.evaluate(untilDividedOtherwise);
      await ways[way](page, slider, i);
      times.push(await waiting);
    }
    await page.close();
    // The first goes from the model's own run: what was comes on the stage with it.
    return median(times.slice(1));
  });

/** The figure writes the divisor of the run that it shows. */
const untilDividedOtherwise = () =>
  new Promise((resolve) => {
    const { shadowRoot } = document.querySelector('fovea-explorer');
    const divisor = () => shadowRoot.querySelector('[data-tensor="divisor"]').textContent;
    const before = divisor();
    let begun = 0;
    const look = () => {
      if (divisor() !== before) setTimeout(() => resolve(performance.now() - begun));
      else requestAnimationFrame(look);
    };
    const onChange = (event) => {
      if (begun > 0) return;
      begun = event.timeStamp;
      requestAnimationFrame(look);
    };
    for (const kind of ['keydown', 'input'])
      document.addEventListener(kind, onChange, { capture: true, once: true });
  });

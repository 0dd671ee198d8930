// A random walk over the page: whatever a reader does, it answers, complains of nothing, keeps nothing.
import { chromium, playwrightChromium } from '../chromium.mjs';
import { projectPath } from '../paths.mjs';
import { folderServer, listen, strictPolicy } from '../static-server.mjs';
import { doAction, drawAction, views } from './actions.mjs';
import { randomFrom } from './random.mjs';
import { shrink } from './shrink.mjs';
import { Finding, Watch } from './watch.mjs';

/** After how many actions the page goes back to where it began, to be counted. */
const leg = 250;

/**
 * How much more than at the beginning there may be of each, back at the start: the browser keeps what
 * was pointed at last and the page what it left last, each a picture of a view at most.
 */
const margins = {
  nodes: (before) => 1.5 * before + 3000,
  listeners: (before) => 1.5 * before + 500,
  documents: (before) => before + 1,
  workers: (before) => before,
};

const start = `#${new URLSearchParams({
  sentence: "The animal didn't cross the street because it was too tired",
  ...{ view: 'attention', layer: '3', head: '6', token: '8', time: '8', lang: 'en' },
})}`;

/** A browser of its own, which can be ended whatever its page does. */
async function openBrowser() {
  const playwright = await playwrightChromium();
  const server = await playwright.launchServer(chromium);
  return { browser: await playwright.connect(server.wsEndpoint()), end: () => server.kill() };
}

/** A page of its own that is watched, at the start. */
async function begin(browser, origin, counted) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // Nothing that the page asks for stops the walk.
  context.on('page', (other) => void other.close().catch(() => {}));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('filechooser', () => {});
  page.on('download', (download) => void download.cancel().catch(() => {}));
  await page.addInitScript(() => {
    try {
      localStorage.setItem('fovea-visited', '1');
    } catch {
      // A page without an origin of its own keeps nothing.
    }
  });
  const watch = await Watch.of(page, await browser.newBrowserCDPSession());
  const home = `${origin}/${start}`;
  await watch.during(() => page.goto(home));
  const here = { page, watch, origin, home, session: watch.session };
  if (!counted) return here;
  await seeEverything(here);
  await goBack(here);
  return { ...here, before: await watch.counts() };
}

/** What is made once and kept, templates, files, workers, is made before anything is counted. */
async function seeEverything(here) {
  await step(here, { do: 'open', file: 'experts' });
  for (const view of views) {
    await step(here, { do: 'address', hash: `view=${view}` });
    await step(here, { do: 'wait', milliseconds: 200 });
  }
}

/** To the start, whatever is open: the shipped model, the first sentence, the first window. */
async function goBack(here) {
  const { page, watch, home } = here;
  await watch.during(async () => {
    await page.emulateMedia({
      media: 'screen',
      colorScheme: 'light',
      reducedMotion: 'no-preference',
    });
    await doAction(here, { do: 'window', size: [1440, 900] });
    await doAction(here, { do: 'open', file: 'demo' });
    await page.keyboard.press('Escape');
    await page.evaluate((hash) => {
      location.hash = '#view=block';
      setTimeout(() => {
        location.hash = hash;
      }, 50);
    }, new URL(home).hash);
    await page.locator('fovea-explorer .figure button.word').nth(10).waitFor();
    await page.waitForTimeout(1500);
  });
}

/** Does an action, waits for what it draws. */
async function step(here, action) {
  const { page, watch, origin, home } = here;
  return watch.during(async () => {
    let done = action;
    try {
      done = await doAction(here, action);
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            setTimeout(resolve, 100);
            requestAnimationFrame(() => setTimeout(resolve));
          }),
      );
    } catch (error) {
      // The page may have been left in the middle of it.
      if (!/navigat|context was destroyed|Target closed|net::ERR_ABORTED/i.test(error.message))
        throw error;
      await page.waitForLoadState();
    }
    if (!page.url().startsWith(`${origin}/#`) && page.url() !== `${origin}/`) await page.goto(home);
    return done;
  });
}

async function count(here) {
  await goBack(here);
  const after = await here.watch.counts();
  for (const [name, most] of Object.entries(margins))
    if (after[name] > most(here.before[name]))
      throw new Finding(
        name,
        `back at the start: ${after[name]} ${name}, before ${here.before[name]}`,
      );
  return after;
}

/** Walks; returns what was done, and what was found, if anything. */
async function walkOnce(origin, actions, { told = () => {}, counted = true } = {}) {
  const { browser, end } = await openBrowser();
  const done = [];
  try {
    const here = await begin(browser, origin, counted);
    for (const [i, action] of actions.entries()) {
      done.push(action);
      done[done.length - 1] = await step(here, action);
      if (counted && ((i + 1) % leg === 0 || i + 1 === actions.length))
        told(i + 1, await count(here));
    }
    return { done };
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    return { done, finding: error };
  } finally {
    await end();
  }
}

const drawn = (seed, count) => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => drawAction(random));
};

/**
 * Walks `count` actions of a seed, or those given. What goes wrong is thrown with the shortest list of
 * actions that was found in `shrinkSeconds`. Without
 * `counted` nodes, listeners and workers may grow.
 */
export async function walk({
  seed = 1,
  count = 2000,
  actions,
  shrinkSeconds = 150,
  counted = true,
  log = () => {},
}) {
  const server = folderServer(projectPath('dist/site'), {
    'content-security-policy': strictPolicy,
  });
  const origin = await listen(server);
  try {
    const told = (done, counts) => log(`${done} actions: ${JSON.stringify(counts)}`);
    const { done, finding } = await walkOnce(origin, actions ?? drawn(seed, count), {
      told,
      counted,
    });
    if (!finding) return { passed: 1 };
    log(`after ${done.length} actions: ${finding.message}`);
    throw await reported(origin, { seed, done, finding, shrinkSeconds });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function reported(origin, { seed, done, finding, shrinkSeconds }) {
  const counted = finding.kind in margins;
  const fails = async (list) =>
    (await walkOnce(origin, list, { counted })).finding?.kind === finding.kind;
  const until = Date.now() + 1000 * shrinkSeconds;
  const shortest = shrinkSeconds > 0 ? await shrink(done, fails, { until }) : done;
  const error = new Error(`seed ${seed}, action ${done.length}: ${finding.message}`);
  return Object.assign(error, { finding, actions: shortest });
}

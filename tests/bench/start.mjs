// From the start of the navigation to an engine's first result, in a page as its user would write
// it, each time in a new profile.
import { quietTab, withPages } from './pages.mjs';
import { say } from './progress.mjs';
import { median, repeat } from './rounds.mjs';

const rounds = { least: 5, most: 11 };
const pages = { fovea: 'start-fovea.html', 'onnxruntime-web': 'start-onnxruntime.html' };
const peer = 'onnxruntime-web';

/** [name, milliseconds since the navigation began] of the marks that the page sets. */
const marksOf = (page) =>
  page.evaluate(() =>
    performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime]),
  );

async function visit(browser, url) {
  const page = await quietTab(browser);
  // Nothing is asked of the page before it says that it is done: the question would take its time.
  const done = page.waitForEvent('console');
  await page.goto(url, { waitUntil: 'commit' });
  await done;
  const marks = Object.fromEntries(await marksOf(page));
  await page.context().close();
  return marks;
}

/** The median of each mark over the rounds. */
const medianMarks = (visits) =>
  Object.fromEntries(
    Object.keys(visits[0]).map((name) => [name, median(visits.map((marks) => marks[name]))]),
  );

async function visitInTurn(browser, address, milliseconds) {
  const visits = Object.fromEntries(Object.keys(pages).map((engine) => [engine, []]));
  await repeat(milliseconds, rounds, async (round) => {
    say(`first result, round ${round + 1}`);
    for (const [engine, file] of Object.entries(pages))
      visits[engine].push(await visit(browser, address(file)));
  });
  return visits;
}

export async function start(browser, milliseconds) {
  const measure = (_, address) => visitInTurn(browser, address, milliseconds);
  const visits = await withPages(browser, measure, { isolated: false });
  return Object.entries(visits).map(([engine, all]) => ({
    ...{ suite: 'start', engine, model: 'demo', n: 11, ms: median(all.map((m) => m.result)) },
    ratio: median(all.map((marks, round) => visits[peer][round].result / marks.result)),
    marks: medianMarks(all),
  }));
}

// What a reader would see of a built site: the figure stands, whole, in a page that is as it was.
import { cachedByName, folderServer, listen } from '../../scripts/lib/static-server.mjs';

const ground = { light: 'rgb(252, 251, 248)', dark: 'rgb(18, 20, 25)' };

/** What the figure shows, once it has drawn. */
function figureSeen() {
  const figure = document.querySelector('fovea-encoder');
  const box = figure.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  return {
    sentence: figure.sentence,
    words: [...figure.shadowRoot.querySelectorAll('.figure button.word')].map((word) =>
      word.textContent.trim(),
    ),
    asked: figure.shadowRoot.querySelector('h2').textContent,
    ground: getComputedStyle(figure).backgroundColor,
    outside: box.left < 0 || box.right > innerWidth || box.height < 300,
    cut: parent !== window && (box.bottom > innerHeight || innerHeight - box.bottom > 40),
  };
}

/** What the page around it shows. */
function pageSeen() {
  const body = document.body.cloneNode(true);
  for (const code of body.querySelectorAll('pre, script, style')) code.remove();
  return {
    leftOver: /fovea-encoder |<\/?script/.test(body.textContent),
    after: body.textContent.includes('Each arch is a weight of attention'),
  };
}

/** One sentence for each thing that is not as it should be. */
function* faults(site, page) {
  if (page.words.join(' ') !== page.sentence.toLowerCase())
    yield `its words are ${page.words.join(' ')}`;
  if (page.asked !== 'Where does “it” look?') yield `it is headed “${page.asked}”`;
  if (page.ground !== ground[site.shade ?? 'light']) yield `its ground is ${page.ground}`;
  if (page.outside) yield 'it does not fit the page';
  if (page.cut) yield 'the frame is not as high as the figure';
  if (page.leftOver) yield 'the page shows code';
  if (!page.after) yield 'the text after the figure is gone';
}

/** What a reader who comes again asks for, of the files that are cached for ever. */
async function askedAgain(browser, server, address) {
  const page = await browser.newPage();
  const visit = async () => {
    await page.goto(address);
    await page.locator('fovea-encoder .figure button.word').first().waitFor({ timeout: 30_000 });
  };
  await visit();
  const asked = [];
  server.on('request', ({ url }) => {
    if (cachedByName(url)['cache-control'].includes('immutable')) asked.push(url);
  });
  await visit();
  await page.close();
  return asked.map((url) => `it asks for ${url} again`);
}

/** Loads a site's page in the browser, with nothing from elsewhere; returns what is wrong with it. */
export async function look(browser, site, folder) {
  const server = folderServer(folder, site.folder ? cachedByName : {});
  const origin = await listen(server);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.route(
    (url) => url.origin !== origin && /^https?:$/.test(url.protocol),
    (route) => route.abort(),
  );
  try {
    await page.goto(origin + site.page);
    const place = site.frame ? page.frameLocator('iframe') : page;
    const figure = place.locator('fovea-encoder');
    await figure.locator('.figure button.word').first().waitFor({ timeout: 30_000 });
    if (site.frame) await page.waitForTimeout(500);
    const shown = await figure.first().evaluate(figureSeen);
    complaints.push(...faults(site, { ...shown, ...(await page.evaluate(pageSeen)) }));
    await page.screenshot({ path: `${site.place}/page.png` });
    if (site.folder) complaints.push(...(await askedAgain(browser, server, origin + site.page)));
  } catch (error) {
    complaints.push(error.message);
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
  return complaints;
}

import type { Locator, Page } from '@playwright/test';
import { namedViews } from '../../scripts/lib/views.mjs';
import { expect, test, thoroughUnless } from './fixtures';
import { servePage } from './servers';

/** Views that are beside the rest of the workbench. */
const views = namedViews().filter(({ alone }) => !alone);

const long =
  'the big old dog and the small cat did not cross the wide street because it was too busy';

for (const width of [320, 360, 390, 560, 759, 760, 1000, 1199, 1200, 1280, 1440, 1920]) {
  test(`nothing hangs over the edge at ${width} px${thoroughUnless(width === 390 || width === 1280)}`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const hash of ['', '#why=2', `#sentence=${long.replaceAll(' ', '+')}`]) {
      await page.goto(`about:blank`);
      await explorer.open(`${site.origin}/${hash}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, hash).toBeLessThanOrEqual(0);
    }
  });
}

/** Pairs of names under the timeline whose letters touch each other. */
const touching = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('fovea-explorer')?.shadowRoot;
    const names = [
      ...(root?.querySelectorAll<HTMLElement>('.timeline .tick, .timeline .group:not(.here)') ??
        []),
    ];
    const seen = names.filter((name) => getComputedStyle(name).visibility === 'visible');
    const boxes = seen.map((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return { name: name.textContent, ...range.getBoundingClientRect().toJSON() };
    });
    return boxes
      .toSorted((a, b) => a.left - b.left)
      .filter((box, i, all) => box.width > 0 && (all[i + 1]?.left ?? Infinity) < box.right + 3)
      .map((box) => box.name);
  });

for (const width of [360, 768, 1000, 1280, 1440, 1920]) {
  test(`the names under the timeline keep apart at ${width} px${thoroughUnless(width === 360)}`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await explorer.open(site.origin);
    for (let step = 0; step <= 17; step++) {
      await page.evaluate((time) => {
        location.hash = `#time=${time}`;
      }, step);
      await expect(explorer.slider()).toHaveAttribute('aria-valuenow', String(step));
      expect(await touching(page), `step ${step}`).toEqual([]);
    }
  });
}

/** Goes to a view without a reload, and waits until it is drawn. */
async function goTo(page: Page, view: string): Promise<void> {
  await page.evaluate((name) => {
    location.hash = `#view=${name}`;
  }, view);
  await page.waitForFunction((name) => {
    const root = document.querySelector('fovea-explorer')?.shadowRoot;
    const hosted = root?.querySelector(`.view fovea-${name}`)?.shadowRoot;
    return hosted
      ? hosted.querySelector('svg, canvas, .experts-grid, .cards, .labels .kinds') &&
          !hosted.querySelector('.runs')
      : root?.querySelector('.view .figure:not(.empty), .view .step');
  }, view);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
}

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`no view is covered by the timeline, nor leaves the stage empty, at ${width} × ${height} @thorough`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await explorer.open(site.origin);
    for (const { id } of views) {
      await goTo(page, id);
      // What a view has computed for comparison comes later than the view.
      await expect(async () => {
        const { top, bottom, end } = await page.evaluate(() => {
          const root = document.querySelector('fovea-explorer')?.shadowRoot;
          const box = (part: string) => root?.querySelector(part)?.getBoundingClientRect();
          const { top = 0, bottom = 0 } = box('.view') ?? {};
          return { top, bottom, end: box('.time')?.top ?? innerHeight };
        });
        expect(bottom, `${id}, beneath the timeline`).toBeLessThanOrEqual(end);
        expect((bottom - top) / (end - top), `${id}, filled`).toBeGreaterThan(0.66);
      }).toPass({ timeout: 20_000 });
    }
  });
}

test('a view in which nothing plays has no timeline, and none has a guess beside its own @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin);
  for (const { id, still = false, says = false } of views) {
    await goTo(page, id);
    await expect(explorer.root.locator('.time'), id).toHaveCount(still ? 0 : 1);
    const beside = explorer.root.locator(':is(.side, .top-bar) :is(.prediction, .reading)');
    await expect(beside, id).toHaveCount(says ? 0 : 1);
  }
  expect(views.filter(({ says }) => says)).toHaveLength(16);
});

for (const [width, height, what] of [
  [640, 400, '200 % of 1280 × 800'],
  [720, 450, '200 % of 1440 × 900'],
  [390, 844, 'a phone'],
] as const) {
  test(`the picture and the model’s guess are on the first screen: ${what}`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await explorer.open(site.origin);
    await expect(explorer.root.locator('.reading')).toBeInViewport({ ratio: 1 });
    // The place to press is higher than the word in it.
    for (const word of await explorer.words().all())
      await expect(word).toBeInViewport({ ratio: 0.6 });
  });
}

/** Parts of a caption's sentences that do not flow with their text. */
const tornCaptions = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('fovea-explorer')?.shadowRoot;
    const parts = [...(root?.querySelectorAll('.step figcaption *') ?? [])];
    return parts
      .filter((e) => !getComputedStyle(e).display.startsWith('inline'))
      .map((e) => e.outerHTML);
  });

for (const width of [360, 390]) {
  test(`no view scrolls sideways at ${width} px, and Play stands by the figure${thoroughUnless(width === 390)}`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 740 });
    await explorer.open(site.origin);
    await expect(explorer.button('Play')).toBeInViewport();
    for (const { id } of views) {
      await goTo(page, id);
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beyond, id).toBeLessThanOrEqual(0);
      expect(await tornCaptions(page), `${id}, parts of its caption that break its lines`).toEqual(
        [],
      );
    }
  });
}

test('the first keys of the workbench reach the picture and Play', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin);
  await page.keyboard.press('Tab');
  await expect(explorer.button('Skip to the picture')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(explorer.button('Play')).toBeFocused();
});

test('the first screen of a laptop holds the whole page', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  const { height, screen } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    screen: innerHeight,
  }));
  expect(height).toBe(screen);
});

test('while the next sentence is computed the former picture stays @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin);
  await page.evaluate(() => {
    const figure = document.querySelector('fovea-explorer')?.shadowRoot?.querySelector('.view');
    Object.assign(window, { empty: 0 });
    new MutationObserver(() => {
      if (!figure?.querySelector('.figure button.word')) Object.assign(window, { empty: 1 });
    }).observe(figure as Node, { childList: true, subtree: true });
  });
  await explorer.button('Edit the sentence').click();
  const text = explorer.root.getByRole('textbox', { name: 'Sentence' });
  await text.pressSequentially(' today', { delay: 5 });
  await expect(explorer.words()).toHaveCount(12);
  expect(await page.evaluate(() => Reflect.get(window, 'empty'))).toBe(0);
});

/** Words that have not the room they need, and end in an ellipsis. */
const cutWords = (figure: Locator) =>
  figure.locator('.word .piece').evaluateAll((pieces) =>
    pieces
      .filter((piece) => {
        const letters = document.createRange();
        letters.selectNodeContents(piece);
        const { width } = piece.getBoundingClientRect();
        return letters.getBoundingClientRect().width > width + 0.05;
      })
      .map((piece) => piece.textContent),
  );

for (const width of [320, 560, 900]) {
  test(`each step of attention stands alone in a column of ${width} px${thoroughUnless(width === 560)}`, async ({
    page,
    scripts,
  }) => {
    await page.setViewportSize({ width: width + 16, height: 900 });
    const views = ['scores', 'scale', 'softmax', 'sum'];
    const figures = views.map((view) => `<fovea-encoder view="${view}"></fovea-encoder>`);
    const post = await servePage(`<!doctype html><html lang="en"><title>A post</title><body>
      ${figures.join('<p>Text.</p>')}<script src="${scripts.origin}/fovea.js"></script></body>`);
    await page.goto(post.origin);
    for (const view of views) {
      const figure = page.locator(`fovea-encoder[view=${view}]`);
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator('p.caption'), view).toHaveText(/\S/);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow, view).toBeLessThanOrEqual(0);
      expect(await cutWords(figure), view).toEqual([]);
    }
    const matrix = page.locator('fovea-encoder[view=scores] .matrix canvas.asks');
    await matrix.focus();
    await matrix.press('Home');
    await matrix.press('Enter');
    await expect(page.locator('fovea-encoder[view=scores] .why.beneath .name')).toContainText(
      'score of the first “the” for the first “the”',
    );
    await post.close();
  });
}

import type { Locator } from '@playwright/test';
import { expect, test, viewIds } from './fixtures';
import { textCollisions } from './text-collisions';

/** The most words that stand beside a picture at first sight. */
const most = 150;

/** The words that can be seen around the picture, part by part of the page. */
const wordsAround = (root: Locator): Promise<readonly string[]> =>
  root.evaluate((explorer) => {
    const words: string[] = [];
    const isSeen = (text: Text, parent: Element): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const side = parent.closest('.side')?.getBoundingClientRect();
      const isCut = side && (box.left >= side.right || box.top >= side.bottom);
      const isFolded = parent.closest('details:not([open])') && !parent.closest('summary');
      const isShown =
        parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        getComputedStyle(parent).clipPath === 'none';
      const isOnScreen = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight;
      return isShown && isOnScreen && !isCut && !isFolded;
    };
    const walk = (node: Node): void => {
      for (const child of node.childNodes) {
        if (child instanceof Text && child.parentElement && isSeen(child, child.parentElement))
          words.push(...(child.data.match(/\p{L}[\p{L}'’]*/gu) ?? []));
        if (
          child instanceof Element &&
          !child.matches('style, option, dialog, .unseen, .skip, .view')
        )
          walk(child);
      }
    };
    if (explorer.shadowRoot) walk(explorer.shadowRoot);
    return words;
  });

test(`at most ${most} words are beside any picture at first sight @thorough`, async ({
  explorer,
  site,
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await explorer.open(site.origin);
  for (const id of viewIds()) {
    await page.evaluate((view) => {
      location.hash = `view=${view}`;
    }, id);
    await expect
      .poll(async () => (await wordsAround(explorer.root)).length, id)
      .toBeGreaterThan(15);
    const words = await wordsAround(explorer.root);
    expect(words.length, `${id}: ${words.join(' ')}`).toBeLessThanOrEqual(most);
  }
});

/** The captions that can be seen, without what stands under them in small print. */
const captionsIn = (root: Locator): Promise<readonly string[]> =>
  root.evaluate((explorer) => {
    const found: string[] = [];
    const said = (node: Node): string =>
      [...node.childNodes]
        .map((child) =>
          child instanceof Text
            ? child.data
            : child instanceof Element && !child.matches('style, .about')
              ? said(child)
              : '',
        )
        .join('');
    const walk = (within: ParentNode): void => {
      for (const each of within.children) {
        const isCaption = each.matches('figcaption, .lead, p.told, .said > p, .side .told');
        const isSeen = each.checkVisibility() && !each.closest('details:not([open])');
        const text = said(each).replace(/\s+/g, ' ').trim();
        if (isCaption && isSeen && text) found.push(text);
        else {
          if (each.shadowRoot) walk(each.shadowRoot);
          walk(each);
        }
      }
    };
    if (explorer.shadowRoot) walk(explorer.shadowRoot);
    return found;
  });

/** The most that a caption says at first sight. */
const atMost = { sentences: 1, words: 30, numbers: 3 };

const sizeOf = (caption: string) => ({
  sentences: caption.split(/[.!?]['”]?\s+(?=[\p{Lu}“])/u).length,
  words: caption.match(/\p{L}[\p{L}'’-]*/gu)?.length ?? 0,
  numbers: caption.match(/\d[\d.,]*|\.\d+/g)?.length ?? 0,
});

test('every caption is at first sight one sentence of 30 words and three numbers @thorough', async ({
  explorer,
  site,
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await explorer.open(site.origin);
  for (const id of viewIds()) {
    await page.evaluate((view) => {
      location.hash = `view=${view}`;
    }, id);
    await expect(explorer.root.locator(`fovea-${id}, .figure, .step`).first()).toBeVisible();
    // What another file draws comes in its time.
    await page.waitForTimeout(1200);
    for (const caption of await captionsIn(explorer.root))
      for (const [what, count] of Object.entries(sizeOf(caption)))
        expect
          .soft(count, `${what} of ${id}: ${caption}`)
          .toBeLessThanOrEqual(atMost[what as keyof typeof atMost]);
  }
});

test('the map stands where layers and heads are looked at, and not beside other runs and models @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await explorer.open(site.origin);
  const map = explorer.root.locator('.map-area');
  const menu = (name: string) => explorer.root.getByRole('combobox', { name, exact: true });
  await expect(map).toBeVisible();
  for (const [view, shown, layer, head] of [
    ['gaze', 0, 1, 1],
    ['what-if', 1, 1, 1],
    ['masks', 0, 1, 1],
    ['heads', 1, 1, 1],
    ['norms', 0, 1, 0],
    ['experts', 0, 0, 0],
  ] as const) {
    await page.evaluate((id) => {
      location.hash = `view=${id}`;
    }, view);
    await expect(explorer.root.locator(`fovea-${view}, .figure, .step`).first()).toBeVisible();
    await expect(map).toHaveCount(shown);
    await expect(menu('Layer')).toHaveCount(layer);
    await expect(menu('Head')).toHaveCount(head);
  }
});

test('on a phone the heads can be chosen below what is about one, and nowhere else', async ({
  explorer,
  site,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open(site.origin);
  const heads = explorer.root.getByRole('radiogroup', { name: 'Head' });
  for (const [view, shown] of [
    ['gaze', 1],
    ['experts', 0],
    ['attention', 1],
    ['residual', 0],
  ] as const) {
    await page.evaluate((id) => {
      location.hash = `view=${id}`;
    }, view);
    await expect(explorer.root.locator(`fovea-${view}, .figure`).first()).toBeVisible();
    await expect(heads).toHaveCount(shown);
  }
});

test('the opening keeps within a page of 320 px', async ({ explorer, site, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(site.origin);
  await expect(explorer.root.locator('.recorded .frame')).not.toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const tops = await explorer.root
    .locator('.top-bar .links > *')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(0);
  for (const name of ['Start the tour', 'Watch \\(']) {
    const button = explorer.root.getByRole('button', { name: new RegExp(`^${name}`) });
    const [border, text] = await button.evaluate((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return [each.getBoundingClientRect(), range.getBoundingClientRect()].map(
        ({ left, right }) => ({
          left,
          right,
        }),
      );
    });
    expect((text?.left ?? 0) - (border?.left ?? 0), name).toBeGreaterThanOrEqual(8);
    expect((border?.right ?? 0) - (text?.right ?? 0), name).toBeGreaterThanOrEqual(8);
  }
});

test('the longest German texts have room at 1280 × 800 @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await explorer.open(`${site.origin}/#lang=de`);
  for (const id of ['bench', 'cost', 'training', 'patches', 'order', 'output'])
    await expect(async () => {
      await page.evaluate((view) => {
        location.hash = `view=${view}&lang=de`;
      }, id);
      await expect(explorer.root.locator(`fovea-${id}, .step, .figure`).first()).toBeVisible();
      await page.waitForTimeout(300);
      expect(await page.evaluate(textCollisions, 'fovea-explorer'), id).toEqual([]);
      const beneath = () => document.documentElement.scrollHeight - innerHeight;
      expect(await page.evaluate(beneath), id).toBe(0);
    }).toPass({ timeout: 15_000 });
});

test('in German the head of the page has two rows at 1024 px', async ({ explorer, site, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await explorer.open(`${site.origin}/#lang=de&view=attention`);
  const box = await explorer.root.locator('.top-bar').boundingBox();
  expect(box?.height).toBeLessThan(90);
});

test('from the first page two presses lead to the figure that answers a question', async ({
  explorer,
  site,
  page,
}) => {
  await page.goto(site.origin);
  await explorer.words().first().waitFor();
  await explorer.button('Find an answer').click();
  await page.keyboard.type('why sqrt');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=scale/);
});

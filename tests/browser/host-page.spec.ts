import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { post, words } from './post';
import { servePage } from './servers';

const grounds = { light: 'rgb(252, 251, 248)', dark: 'rgb(18, 20, 25)' };

const expectGround = (page: Page, shade: keyof typeof grounds) =>
  expect(page.locator('#a')).toHaveCSS('background-color', grounds[shade]);

/** Runs a line on the page's outermost elements. */
const onPage = (page: Page, change: (root: HTMLElement, body: HTMLElement) => void) =>
  page.evaluate(`(${change})(document.documentElement, document.body)`);

test('a figure without a theme of its own is as the page around it, and turns with it', async ({
  page,
  scripts,
}) => {
  const site = await post(scripts, '<main><fovea-encoder id="a"></fovea-encoder></main>');
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  await expectGround(page, 'light');

  await onPage(page, (root) => root.classList.add('dark'));
  await expectGround(page, 'dark');
  await onPage(page, (root) => root.classList.replace('dark', 'highlight-dark-blue'));
  await expectGround(page, 'light');
  await onPage(page, (root) => root.setAttribute('data-theme', 'dark'));
  await expectGround(page, 'dark');
  await onPage(page, (root) => root.setAttribute('data-theme', 'light'));
  await expectGround(page, 'light');
  await onPage(page, (_, body) => body.setAttribute('data-md-color-scheme', 'slate'));
  await expectGround(page, 'dark');
  await onPage(page, (_, body) => body.setAttribute('data-md-color-scheme', 'default'));
  await expectGround(page, 'light');

  // What the page is rendered as counts more than how a class is called.
  await onPage(page, (root) => root.style.setProperty('color-scheme', 'dark'));
  await expectGround(page, 'dark');
  await page.locator('#a').evaluate((figure) => figure.setAttribute('theme', 'light'));
  await expectGround(page, 'light');
  await page.locator('#a').evaluate((figure) => figure.removeAttribute('theme'));
  await onPage(page, (root, body) => {
    root.removeAttribute('style');
    root.removeAttribute('data-theme');
    body.removeAttribute('data-md-color-scheme');
  });
  await expectGround(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectGround(page, 'dark');
  await onPage(page, (root) => root.setAttribute('data-theme', 'light'));
  await expectGround(page, 'light');
  await site.close();
});

test('on a ground that nobody calls dark a figure is as dark as the ground', async ({
  page,
  scripts,
}) => {
  const ground = (color: string) => `<div style="background: ${color}">`;
  const site = await post(
    scripts,
    `${ground('oklch(0.2 0.02 250)')}${ground('rgb(255 255 255 / 0.1)')}
      <fovea-encoder id="a"></fovea-encoder></div></div>`,
  );
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  await expectGround(page, 'dark');
  await page.locator('#a').evaluate((figure) => {
    figure.parentElement?.style.setProperty('background', '#fdf6e3');
  });
  await expectGround(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectGround(page, 'light');
  // A ground that fades is looked at when it has faded.
  await page.locator('#a').evaluate(({ parentElement }) => {
    parentElement?.style.setProperty('transition', 'background-color 0.2s');
    parentElement?.style.setProperty('background', '#1b1b1b');
  });
  await expectGround(page, 'dark');
  await page.locator('#a').evaluate((figure) => figure.setAttribute('theme', 'light'));
  await expectGround(page, 'light');
  await site.close();
});

/** Where each element of the figure is seen, and how it is written. */
const drawn = (page: Page) =>
  page.locator('#a').evaluate((figure) => {
    const at = figure.getBoundingClientRect();
    const all = figure.shadowRoot?.querySelectorAll('*:not(table.hidden, table.hidden *)');
    const seen = [...(all ?? [])].filter((each) => each.getClientRects().length > 0);
    return seen.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      const { color, cursor, textShadow } = getComputedStyle(each);
      const look = [each.localName, color, cursor, textShadow].join(' ');
      return { look, box: [x - at.x, y - at.y, width, height] };
    });
  });

test('what text inherits from a page changes nothing in a figure @thorough', async ({
  page,
  scripts,
}) => {
  const site = await post(
    scripts,
    '<div style="width: 700px"><fovea-encoder id="a" time="10"></fovea-encoder></div>',
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  const before = await drawn(page);
  expect(before.length).toBeGreaterThan(200);
  const inherited = {
    'letter-spacing': '4px',
    'word-spacing': '9px',
    'text-indent': '3em',
    'white-space': 'pre',
    'text-transform': 'uppercase',
    'text-align': 'right',
    'text-shadow': '1px 1px 2px red',
    'line-height': '3',
    'font-size': '27px',
    'font-style': 'italic',
    'font-variant': 'small-caps',
    'font-weight': '900',
    'word-break': 'break-all',
    hyphens: 'auto',
    cursor: 'crosshair',
    color: 'red',
    'list-style': 'square',
    direction: 'rtl',
    'font-feature-settings': '"smcp"',
    'font-kerning': 'none',
    'text-rendering': 'geometricPrecision',
    visibility: 'visible',
  };
  for (const [property, value] of Object.entries(inherited)) {
    await onPage(page, (_, body) => body.removeAttribute('style'));
    await page.evaluate(([name, as]) => document.body.style.setProperty(name, as), [
      property,
      value,
    ] as const);
    const now = await drawn(page);
    expect(
      now.map(({ look }) => look),
      property,
    ).toEqual(before.map(({ look }) => look));
    const moves = now.flatMap(({ look, box }, i) =>
      box.every((length, k) => Math.abs(length - (before[i]?.box[k] ?? 0)) < 0.5)
        ? []
        : [`${property}: ${look} ${box} was ${before[i]?.box}`],
    );
    expect(moves).toEqual([]);
  }

  // A page that is written from right to left, and one that is zoomed: the same figure, only larger.
  await onPage(page, (root, body) => {
    body.removeAttribute('style');
    root.dir = 'rtl';
  });
  const boxes = (all: Awaited<ReturnType<typeof drawn>>) => all.map(({ box }) => box);
  const apart = (a: number[][], b: number[][], zoom: number) =>
    Math.max(...a.flatMap((box, i) => box.map((x, k) => Math.abs(x - zoom * (b[i]?.[k] ?? 0)))));
  expect(apart(boxes(await drawn(page)), boxes(before), 1)).toBeLessThan(0.5);
  await onPage(page, (root, body) => {
    root.removeAttribute('dir');
    body.style.setProperty('zoom', '1.5');
  });
  const zoomed = await drawn(page);
  expect(zoomed.map(({ look }) => look)).toEqual(before.map(({ look }) => look));
  // Text is as wide as whole pixels of its own size let it be.
  expect(apart(boxes(zoomed), boxes(before), 1.5)).toBeLessThan(4);
  await site.close();
});

/** How the page's own elements are rendered, whatever their heights. */
const ownLook = (page: Page) =>
  page.evaluate(() => {
    const own = [...document.querySelectorAll('html, body, body > :not(fovea-encoder, script)')];
    const free = /size|height|origin|bottom/;
    return own.map((each) => {
      const style = getComputedStyle(each);
      const names = [...style].filter((name) => !free.test(name));
      return [each.outerHTML.length < 200 ? each.outerHTML : each.localName].concat(
        names.map((name) => `${name}: ${style.getPropertyValue(name)}`),
      );
    });
  });

test('nothing of a figure leaks into its page', async ({ page, scripts }) => {
  const body = `<p>Text, <a href="#x">a link</a></p><button>press</button><input value="a">
    <svg width="9" height="9"><text class="word">a</text></svg><div class="figure view frame">a</div>`;
  const bare = await servePage(
    `<!doctype html><html lang="en"><title>A post</title><body><h1>A post</h1>${body}</body></html>`,
  );
  await page.goto(bare.origin);
  const before = await ownLook(page);
  const globals = await page.evaluate(() => Object.keys(globalThis));
  const site = await post(scripts, `${body}<fovea-encoder id="a"></fovea-encoder>`);
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  expect(await ownLook(page)).toEqual(before);
  expect(await page.evaluate(() => document.head.innerHTML)).toBe('<title>A post</title>');
  const added = await page.evaluate(
    (known) => Object.keys(globalThis).filter((name) => !known.includes(name)),
    globals,
  );
  // Lit's are its records of the versions in a page.
  expect(added.filter((name) => !/^(?:a|fovea\w*|lit\w*|reactiveElement\w*)$/.test(name))).toEqual(
    [],
  );
  await bare.close();
  await site.close();
});

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { post, words } from './post';

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

test('what text inherits from a page changes nothing in a figure', async ({ page, scripts }) => {
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
  await site.close();
});

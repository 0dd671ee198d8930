import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Explorer, expect, test } from './fixtures';

async function saved(explorer: Explorer, format: 'SVG' | 'PNG'): Promise<Buffer> {
  await explorer.button(/^Embed$/).click();
  const [download] = await Promise.all([
    explorer.page.waitForEvent('download'),
    explorer.button(`save as ${format}`).click(),
  ]);
  await explorer.page.keyboard.press('Escape');
  return readFile(await download.path());
}

/** Whether a page that holds nothing else can draw the file, and in which size. */
function sizeAsImage(page: Page, svg: string): Promise<readonly [number, number]> {
  return page.evaluate(async (text) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await image.decode();
    return [image.naturalWidth, image.naturalHeight] as const;
  }, svg);
}

for (const view of ['attention', 'attention-norm', 'block']) {
  test(`${view} is saved as a drawing with its text as text`, async ({ explorer, page, site }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${site.origin}/#view=${view}`);
    await expect(explorer.root.locator('.view figcaption, .view .caption').first()).toHaveText(
      /\S/,
    );
    const svg = (await saved(explorer, 'SVG')).toString('utf8');
    const lines = svg.replace(/data:image\/png;base64,[^"]*/g, '');
    expect(lines).not.toMatch(/NaN|undefined|var\(|color-mix/);
    const left = [...lines.matchAll(/<text x="(-?[\d.]+)"/g)].map((match) => Number(match[1]));
    expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
    expect(svg.slice(0, 300)).toMatch(/fill="#fcfbf8"/i);
    expect(svg).toMatch(/<text[^>]*>\s*animal\s*<\/text>/);
    // What the page says can be pressed cannot be in a picture.
    await expect(explorer.root.locator('.view').getByText('click a word')).toHaveCount(
      view === 'block' ? 0 : 1,
    );
    expect(svg).not.toMatch(/click a word|drag an arch/);
    await page.goto('about:blank');
    const [width, height] = await sizeAsImage(page, svg);
    expect(width).toBeGreaterThan(900);
    expect(height).toBeGreaterThan(300);
  });
}

test('the stage is saved as a sharp image @thorough', async ({ explorer, page, site }) => {
  await explorer.open(site.origin);
  const png = await saved(explorer, 'PNG');
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect(png.readUInt32BE(16)).toBeGreaterThan(1800);
  expect(explorer.complaints).toEqual([]);
  await expect(page.locator('fovea-explorer')).toHaveAttribute('theme', 'auto');
});

test('an enlarged page lights the column under the pointer, and is saved as it lies', async ({
  explorer,
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await explorer.open(site.origin);
  const words = explorer.words();
  const lit = () =>
    words.evaluateAll((all) => all.findIndex((word) => !word.classList.contains('dim')));
  for (const i of [1, 5, 10]) {
    const box = await words.nth(i).boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 120);
    await expect.poll(lit).toBe(i);
  }
  await page.mouse.move(0, 0);
  const svg = (await saved(explorer, 'SVG')).toString('utf8');
  // A number of a drawing and the word above it, which is text of the page.
  const score = (await explorer.numbers('scores'))[10] ?? '';
  const textOf = (text: string) =>
    new RegExp(`<text[^>]* x="([\\d.]+)"[^>]*>\\s*${text}\\s*</text>`).exec(svg);
  const leftOf = (text: string) => Number(textOf(text)?.[1]);
  const drawings = [...svg.slice(0, textOf(score)?.index).matchAll(/<svg x="([\d.]+)"/g)];
  const middle = Number(drawings.at(-1)?.[1]) + leftOf(score);
  const word = leftOf('tired');
  expect(word).toBeLessThan(middle);
  expect(word).toBeGreaterThan(middle - 40);
});

import { readFileSync } from 'node:fs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures';
import { nativeTrace } from './native-trace';
import { eventually, expectNumbers } from './stage-numbers';

const sentence = "The animal didn't cross the street because it was too tired";
const [animal, it, layers] = [1, 7, 4];

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, each, i) => sum + each * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

test('how two words come near each other is the cosine of the core’s vectors', async ({
  explorer,
  site,
  page,
}) => {
  // As wide and high as the column needs to be whole.
  await page.setViewportSize({ width: 1440, height: 1000 });
  await explorer.open(site.origin);
  const trace = nativeTrace(sentence);
  const names = [
    'embedding.output',
    ...Array.from({ length: layers }, (_, i) => `layers.${i}.feedForward.norm`),
  ];
  const near = explorer.root.locator('.nearness');
  await expect(near.locator('h2')).toHaveText('How “it” gets close to “animal”');
  await eventually(async () =>
    expectNumbers(
      await near.locator('[data-tensor="nearness"]').allTextContents(),
      names.map((name) => cosine(trace.row(name, it), trace.row(name, animal))),
    ),
  );
});

test('a part of the map tells what it is for while the pointer or the keyboard is on it', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin);
  const part = explorer.root.locator('.map button[data-step="projections"]').first();
  const card = explorer.root.locator('.map .card', { hasText: 'query' }).first();
  await expect(card).toBeHidden();
  await part.hover();
  await expect(card).toBeVisible();
  await expect(card.locator('.shape')).toHaveText('11×128');
  await expect(card.locator('.purpose')).toHaveText(/\S+ \S+/);
  await expect(card.locator('.equation')).toHaveText(/q/);
  await page.waitForTimeout(1600);
  await page.mouse.move(700, 700);
  await expect(card).toBeHidden();
  // Read once, it comes by the keyboard alone.
  await part.hover();
  await page.waitForTimeout(500);
  await expect(card).toBeHidden();
  await page.keyboard.press('Tab');
  await part.focus();
  await expect(card).toBeVisible();
});

test('a link to the page is shown with a picture', () => {
  const page = readFileSync(projectPath('dist/site/index.html'), 'utf8');
  const tag = (name: string) =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)" />`).exec(page)?.[1];
  expect(tag('image')).toMatch(/share\.png$/);
  const picture = readFileSync(projectPath('dist/site/share.png'));
  expect(picture.toString('latin1', 1, 4)).toBe('PNG');
  const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  expect([tag('image:width'), tag('image:height')]).toEqual([String(width), String(height)]);
  expect(tag('image:alt')).toMatch(/\S/);
});

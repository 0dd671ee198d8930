import { execFileSync } from 'node:child_process';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { nativePath } from '../../scripts/lib/paths.mjs';
import { nameOf, structureOf, wirings } from '../../web/src/views/kit/depth/study';
import { type Explorer, expect, test } from './fixtures';

const view = (root: Locator): Locator => root.locator('fovea-gradients');
const slider = (root: Locator): Locator =>
  view(root).getByRole('slider', { name: 'Depth of the encoder' });
const told = (root: Locator): Locator => view(root).locator('.told');

/** Opens the view, and waits until all that it compares has been measured. */
async function open({ page, root }: Explorer, address: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('fovea-visited', '1'));
  await page.goto(address);
  await told(root).waitFor();
  await expect(view(root).locator('td', { hasText: '…' })).toHaveCount(0, { timeout: 60_000 });
}

const powers = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** "3.3 · 10⁻⁷" as a number. */
function numberIn(text: string): number {
  const [front = '', power = ''] = text.replace(/[\s,]/g, '').split(/·?10(?=[⁻⁰¹²³⁴⁵⁶⁷⁸⁹])/);
  const digits = [...power].map((c) => (c === '⁻' ? '-' : powers.indexOf(c))).join('');
  return (front === '' ? 1 : Number(front)) * 10 ** (digits === '' ? 0 : Number(digits));
}

/** The middle seed's number at the words, as the native program has it. */
function native(depth: number, structure: string, column: 2 | 3 | 4, layer: number): number {
  const args = ['gradients', '--csv', '--depth', String(depth), '--structure', structure];
  const rows = execFileSync(nativePath('fovea'), args).toString().trim().split('\n');
  const numbers = rows
    .map((row) => row.split(',').map(Number))
    .filter((row) => row[1] === layer)
    .map((row) => row[column] ?? Number.NaN);
  return numbers.sort((a, b) => a - b)[2] ?? Number.NaN;
}

test('the numbers of the study are the native program’s', async ({ explorer, site }) => {
  test.slow();
  await open(explorer, `${site.origin}/#view=gradients`);
  await view(explorer.root).getByText('The numbers at other depths').click();
  const rows = view(explorer.root).getByRole('row', { name: /^6 / });
  const texts = await Promise.all(
    [0, 1].map((i) => rows.nth(i).getByRole('cell').allTextContents()),
  );
  wirings.forEach((wiring, i) => {
    const structure = structureOf(wiring);
    const [gradient, difference] = texts.map((row) => row[i] ?? '');
    const wanted = native(6, structure, 2, 0);
    expect(numberIn(gradient ?? '') / wanted, nameOf(wiring)).toBeCloseTo(1, 1);
    const left = native(6, structure, 3, 6);
    if (left < 1e-12) expect(difference).toBe('<10⁻¹²');
    else expect(numberIn(difference ?? '') / left, nameOf(wiring)).toBeCloseTo(1, 1);
  });
});

test('depth is chosen by keys and by dragging, and stands in the address @thorough', async ({
  explorer,
  site,
}) => {
  const { page, root } = explorer;
  await open(explorer, `${site.origin}/#view=gradients`);
  await expect(told(root)).toContainText('after layer 24');
  await slider(root).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(told(root)).toContainText('after layer 23');
  await expect(slider(root)).toHaveAttribute(
    'aria-valuetext',
    /^23 layers\. Gradient at the words/,
  );
  await page.keyboard.press('Home');
  await expect(told(root)).toContainText(/after layer 1\b/i);
  const box = await slider(root).boundingBox();
  if (!box) throw new Error('the slider is not drawn');
  const at = (depth: number) => box.x + (box.width * depth) / 48;
  await page.mouse.move(at(10), box.y + 40);
  await page.mouse.down();
  await page.mouse.move(at(12), box.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(told(root)).toContainText('after layer 12');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('depth=12');
  await page.reload();
  await expect(told(root)).toContainText('after layer 12', { timeout: 30_000 });
  expect(explorer.complaints).toEqual([]);
});

test('switches take lines away and bring them back; a layer is read under the pointer @thorough', async ({
  explorer,
  site,
}) => {
  const { page, root } = explorer;
  await open(explorer, `${site.origin}/#view=gradients&study=depth=6`);
  const names = view(root)
    .locator('svg text')
    .filter({ hasText: /path [.<\d]/ });
  const all = await names.count();
  const norms = view(root).getByRole('group', { name: 'Norm' });
  for (const name of ['post', 'none']) await norms.getByRole('button', { name }).click();
  await expect(norms.getByRole('button', { name: 'post' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  expect(await names.count()).toBeLessThan(all);
  const box = await slider(root).boundingBox();
  if (!box) throw new Error('the slider is not drawn');
  await page.mouse.move(box.x + (box.width * 3) / 48, box.y + 40);
  await expect(view(root).locator('.readout')).toContainText(
    /^After layer 3: pre-norm, path: gradient [.\d]+, difference [.\d]+; pre-norm, no path/,
  );
  await norms.getByRole('button', { name: 'pre' }).click();
  await expect(norms.getByRole('button', { name: 'pre' })).toHaveAttribute('aria-pressed', 'true');
  await norms.getByRole('button', { name: 'post' }).click();
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/norm=pre.post/);
});

/** Whether anything of the view is wider than its place. */
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const [width, theme] of [
  [1280, 'light'],
  [320, 'dark'],
] as const) {
  test(`nothing is hidden from anybody at ${width} pixels, ${theme} @thorough`, async ({
    explorer,
    site,
  }) => {
    const { page, root } = explorer;
    await page.setViewportSize({ width, height: 800 });
    await open(explorer, `${site.origin}/#view=gradients&theme=${theme}`);
    expect(await isWide(page)).toBe(false);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    const overlapping = await view(root).evaluate((element) => {
      const texts = [...(element.shadowRoot?.querySelectorAll('.picture svg text') ?? [])];
      const boxes = texts
        .filter((text) => text.textContent?.trim())
        .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter(
            ({ box }) =>
              Math.min(a.box.right, box.right) - Math.max(a.box.left, box.left) > 3 &&
              Math.min(a.box.bottom, box.bottom) - Math.max(a.box.top, box.top) > 5,
          )
          .map((b) => `${a.text} / ${b.text}`),
      );
    });
    expect(overlapping).toEqual([]);
  });
}

test('both orders of norm and addition are told apart by what was measured @thorough', async ({
  explorer,
  site,
}) => {
  const { page, root } = explorer;
  await page.addInitScript(() => localStorage.setItem('fovea-visited', '1'));
  await page.goto(`${site.origin}/#view=order&study=depth=6`);
  const order = root.locator('fovea-order');
  const said = order.locator('.told');
  const saysLengthAfter = async (layers: number) => {
    const grown = native(layers, 'norm=pre,residual=on', 4, layers);
    const share = async () =>
      Number(/grows from [\d.]+ to ([\d.]+)/.exec((await said.textContent()) ?? '')?.[1]) / grown;
    await expect.poll(share, { timeout: 30_000 }).toBeCloseTo(1, 1);
  };
  await saysLengthAfter(6);
  await order.getByRole('slider', { name: 'Depth of the encoder' }).focus();
  await page.keyboard.press('ArrowRight');
  await saysLengthAfter(7);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(explorer.complaints).toEqual([]);
});

test('the worker ends when the view is left @thorough', async ({ explorer, site }) => {
  const { page, root } = explorer;
  await page.addInitScript(() => {
    const alive = { studies: 0 };
    Object.assign(window, { alive });
    window.Worker = class extends Worker {
      private studies = false;

      // biome-ignore lint/suspicious/noExplicitAny: as the interface has it
      override postMessage(message: any, other?: any): void {
        if (message.kind === 'studyDepth' && !this.studies) alive.studies += 1;
        this.studies ||= message.kind === 'studyDepth';
        super.postMessage(message, other);
      }

      override terminate(): void {
        if (this.studies) alive.studies -= 1;
        super.terminate();
      }
    };
  });
  const studies = () =>
    page.evaluate(() => (window as unknown as { alive: { studies: number } }).alive.studies);
  await open(explorer, `${site.origin}/#view=gradients`);
  expect(await studies()).toBe(1);
  await page.evaluate(() => {
    location.hash = '#view=attention';
  });
  await expect(view(root)).toHaveCount(0);
  expect(await studies()).toBe(0);
});

import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { projectPath } from '../../scripts/lib/paths.mjs';
import type { KeptStep, LessonReport, StepLook, StepReport } from '../../web/src/learn/protocol';
import type { Encoding } from '../../web/src/model/protocol';
import { type Explorer, expect, test } from './fixtures';
import { serveFolder, servePage } from './servers';

/** What the page's workers that train have said, and how many run. */
interface Heard {
  readonly reports: readonly StepReport[];
  readonly kept: readonly KeptStep[];
  /** By step and text. */
  readonly encodings: Readonly<Record<string, Encoding>>;
  readonly lessons: readonly LessonReport[];
  readonly looks: readonly StepLook[];
  readonly workers: number;
}

/** Listens to all workers of a page. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = {
      reports: [] as unknown[],
      kept: [] as unknown[],
      encodings: {} as Record<string, unknown>,
      lessons: [] as unknown[],
      looks: [] as unknown[],
      workers: 0,
    };
    Object.assign(window, { heard });
    window.Worker = class extends Worker {
      private readonly asked = new Map<number, string>();
      private trains = false;

      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', ({ data }) => {
          if (data.kind === 'reports') heard.reports.push(...data.reports);
          if (data.kind === 'kept') heard.kept.push(data.kept);
          if (data.value?.moves) heard.lessons.push(data.value);
          if (data.value?.targets) heard.looks.push(data.value);
          const text = this.asked.get(data.id);
          if (text && data.kind === 'answered') heard.encodings[text] = data.value;
        });
      }

      // biome-ignore lint/suspicious/noExplicitAny: as the interface has it
      override postMessage(message: any, other?: any): void {
        const { kind, id, step, text, team } = message;
        if (kind === 'encode' && step !== undefined) this.asked.set(id, `${step} ${text}`);
        if (kind === 'start' && team) {
          this.trains = true;
          heard.workers += 1;
        }
        super.postMessage(message, other);
      }

      override terminate(): void {
        if (this.trains) heard.workers -= 1;
        this.trains = false;
        super.terminate();
      }
    };
  });
}

const heardBy = (page: Page): Promise<Heard> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard);

const view = (root: Locator) => root.locator('fovea-training');

const value = (root: Locator, name: string): Locator =>
  view(root).locator(`[data-value="${name}"]`).first();

/** Opens the view, and waits until a run is ready. */
async function open({ page, root }: Explorer, address: string): Promise<void> {
  await listen(page);
  await page.addInitScript(() => {
    try {
      localStorage.setItem('fovea-visited', '1');
    } catch {
      // A page without an origin of its own keeps nothing.
    }
  });
  await page.goto(address);
  await ready(root);
}

async function ready(root: Locator): Promise<void> {
  const play = view(root).getByRole('button', { name: 'Play' });
  await expect(play).toHaveAttribute('aria-disabled', 'false', { timeout: 30_000 });
  await expect(view(root).locator('.told')).not.toBeEmpty();
}

/** Learns until a step, then pauses. */
async function learn({ page, root }: Explorer, steps: number): Promise<void> {
  await view(root).getByRole('button', { name: 'Play' }).click();
  await expect
    .poll(async () => (await heardBy(page)).reports.at(-1)?.step ?? 0, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(steps);
  await view(root).getByRole('button', { name: 'Pause' }).click();
  await settled({ page, root } as Explorer);
}

/** Waits until what is on the screen is of the last kept step. */
async function settled({ page, root }: Explorer): Promise<void> {
  await expect(async () => {
    const { kept, reports } = await heardBy(page);
    expect(kept.at(-1)?.step).toBe(reports.at(-1)?.step);
    await expect(view(root).locator('.looks')).toContainText(`after ${kept.at(-1)?.step} steps`);
  }).toPass({ timeout: 20_000 });
}

/** A share as the page writes it. */
const share = (x: number): string =>
  x === 0 || x === 1 ? String(x) : x.toFixed(3).replace(/^0/, '');

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join('\n')}`,
  );
  expect(findings).toEqual([]);
}

test('the numbers on the screen are those of the learner', async ({ explorer, site }) => {
  await open(explorer, `${site.origin}/#view=training`);
  await learn(explorer, 12);
  const { root, page } = explorer;
  const { reports, kept } = await heardBy(page);
  const last = kept.at(-1) as KeptStep;
  await expect(value(root, 'step')).toHaveText(String(reports.at(-1)?.step));
  await expect(value(root, 'maskedLoss')).toHaveText(
    `${last.evaluation.maskedLoss.toFixed(2)} nats`,
  );
  await expect(value(root, 'references')).toHaveText(share(last.evaluation.references));
  await expect(value(root, 'pairs')).toHaveText(share(last.evaluation.pairs));
  expect(reports.map(({ step }) => step)).toEqual(reports.map((_, i) => i + 1));
  expect(explorer.complaints).toEqual([]);
});

test('the arches’ numbers are the weights of the head on show @thorough', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=training`);
  await learn(explorer, 5);
  const { root, page } = explorer;
  const { kept, encodings } = await heardBy(page);
  const name = await view(root)
    .getByLabel('Head', { exact: true })
    .locator('option')
    .first()
    .textContent();
  const [, layer, head] = /layer (\d+), head (\d+)/.exec(name ?? '') ?? [];
  const text = "The animal didn't cross the street because it was too tired";
  const encoding = encodings[`${kept.at(-1)?.step} ${text}`] as Encoding;
  const n = encoding.tokens.length;
  const info = encoding.tensors.find(
    ({ name: own }) => own === `layers.${Number(layer) - 1}.attention.weights`,
  );
  const it = encoding.tokens.findIndex(({ piece }) => piece === 'it');
  const begin = (info?.offset ?? 0) + ((Number(head) - 1) * n + it) * n;
  const row = Array.from({ length: n }, (_, i) => encoding.data[begin + i] ?? 0);
  const written = await view(root)
    .locator('.looks text[font-weight="700"][fill="var(--weight)"]')
    .allTextContents();
  const upper = row.filter((w) => w >= 0.045).map((w) => w.toFixed(3).replace(/^0/, ''));
  expect(upper.length).toBeGreaterThan(0);
  for (const each of upper) expect(written).toContain(each);
});

test('goes back through the history by keys and by the pointer @thorough', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=training`);
  await learn(explorer, 8);
  const { root, page } = explorer;
  const slider = view(root).getByRole('slider', { name: 'Kept step' });
  await slider.press('Home');
  await expect(view(root).locator('.told')).toContainText('Nothing has been learned yet');
  const [first] = (await heardBy(page)).kept;
  await expect(value(root, 'maskedLoss')).toHaveText(
    `${first?.evaluation.maskedLoss.toFixed(2)} nats`,
  );
  await slider.press('ArrowRight');
  await expect(view(root).locator('.looks')).toContainText('after 1 steps');
  const box = await slider.boundingBox();
  if (box) await page.mouse.click(box.x + 20, box.y + 40);
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  await expect(slider).toHaveAttribute('aria-valuetext', /^step 0: \d/);
});

test('one step is seen forward, backward and as an update, with the learner’s numbers', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=training`);
  const { root, page } = explorer;
  await view(root).getByRole('button', { name: 'One step' }).click();
  const picture = view(root).locator('.walk');
  await expect(picture.locator('.told')).toContainText('Forward: ');
  await picture.getByRole('radio', { name: 'update' }).check();
  await expect(picture.locator('.told')).toContainText('Update: step 1 ');
  const [look] = (await heardBy(page)).looks;
  const cells = await picture.locator('td[data-asked]').allTextContents();
  expect(cells).toEqual(look?.before.map(share));
  await expect(picture.locator('svg')).toContainText(
    `${share(look?.before[0] ?? 0)} → ${share(look?.after[0] ?? 0)}`,
  );
  await picture.getByRole('button', { name: 'Step through it in the timeline' }).click();
  const { text, masked } = look?.encoding ?? { text: '', masked: [] };
  await expect(page).toHaveURL(new RegExp(`masked=${masked.map((i) => i + 1).join('%2C')}&`));
  expect(decodeURIComponent(page.url().replaceAll('+', ' '))).toContain(`sentence=${text}&`);
});

test('keys play, pause and make one step', async ({ explorer, site }) => {
  await open(explorer, `${site.origin}/#view=training`);
  const { root, page } = explorer;
  await page.keyboard.press('.');
  await expect(value(root, 'step')).toHaveText('1');
  await page.keyboard.press(' ');
  await expect(view(root).getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press(' ');
  await expect(view(root).getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a switch begins another run beside the first, and the address says so @thorough', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=training`);
  await learn(explorer, 4);
  const { root, page } = explorer;
  await view(root).getByRole('checkbox', { name: 'positions' }).uncheck();
  await ready(root);
  await expect(page).toHaveURL(/train=positions/);
  await expect(view(root).locator('.loss .keys')).toContainText('with positions');
  await expect(value(root, 'step')).toHaveText('0');
  await page.goBack().catch(() => null);
});

/** The encoder that was trained opens in the page, with its four heads. */
async function opensItsEncoder(explorer: Explorer): Promise<void> {
  await view(explorer.root)
    .getByRole('button', { name: /Open this encoder/ })
    .click();
  await expect(explorer.words().first()).toBeVisible();
  await expect(
    explorer.root.getByRole('combobox', { name: 'Head', exact: true }).locator('option'),
  ).toHaveCount(4);
  expect(explorer.complaints).toEqual([]);
}

test('the encoder opens on the figure’s own stage', async ({ explorer, site }) => {
  await open(explorer, `${site.origin}/#view=training`);
  await learn(explorer, 3);
  await opensItsEncoder(explorer);
});

test('an encoder of other parts learns, and opens on the figure’s own stage @thorough', async ({
  explorer,
  site,
}) => {
  const train = 'positions=rotary,rms-norm=on,gated=on,activation=silu,experts=4';
  await open(explorer, `${site.origin}/#view=training&train=${encodeURIComponent(train)}`);
  const { root } = explorer;
  const made = view(root).locator('.made');
  await expect(made.locator('summary')).toContainText('rotary positions, RMSNorm');
  await made.locator('summary').click();
  await expect(made.getByLabel('experts')).toHaveValue('1');
  await learn(explorer, 3);
  await expect(view(root).locator('.sizes svg')).toContainText('router 2');
  await opensItsEncoder(explorer);
});

test('another view pauses the run, which is there when the reader comes back @thorough', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=training`);
  const { root, page } = explorer;
  await view(root).getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await heardBy(page)).reports.length).toBeGreaterThan(2);
  await root.getByRole('radio', { name: 'matrix' }).click();
  await expect(root.locator('.step')).toBeVisible();
  await page.waitForTimeout(500);
  const { reports } = await heardBy(page);
  await page.waitForTimeout(1000);
  expect((await heardBy(page)).reports.length).toBe(reports.length);
  await root.getByRole('radio', { name: 'training' }).click();
  await expect(value(root, 'step')).toHaveText(String(reports.at(-1)?.step));
  expect((await heardBy(page)).workers).toBeGreaterThan(0);
});

test('a lesson says which weights moved and what else changed, and is undone @thorough', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=training`);
  await learn(explorer, 4);
  const { root, page } = explorer;
  const before = (await heardBy(page)).kept.at(-1)?.evaluation;
  await view(root).getByText('Teach it one sentence').click();
  await view(root).getByLabel('What it means').selectOption('street');
  await view(root).getByRole('button', { name: 'Teach five steps' }).click();
  await expect(view(root).locator('.outcome')).toContainText(
    'You taught it that “it” means “street”',
  );
  const [lesson] = (await heardBy(page)).lessons;
  const moves = [...(lesson?.moves ?? [])].sort((x, y) => y.moved - x.moved);
  const written = view(root).locator('.outcome [data-moved]');
  await expect(written).toHaveCount(5);
  for (const [i, { name, moved }] of moves.slice(0, 5).entries()) {
    await expect(written.nth(i)).toHaveAttribute('data-moved', name);
    expect(Number(await written.nth(i).textContent())).toBeCloseTo(moved, 3);
  }
  const [first, last] = [lesson?.losses[0] ?? 0, lesson?.losses.at(-1) ?? 0];
  expect(last).toBeLessThan(first);
  await expect(view(root).locator('.outcome')).toContainText(
    `from ${first.toFixed(2)} to ${last.toFixed(2)} nats`,
  );
  await expectNoFindings(page);
  await view(root).getByRole('button', { name: 'Undo the lesson' }).click();
  await expect(view(root).locator('.outcome')).toHaveCount(0);
  expect((await heardBy(page)).kept.at(-1)?.evaluation).toEqual(before);
});

test('a saved run goes on after a reload @thorough', async ({ explorer, site }) => {
  await open(explorer, `${site.origin}/#view=training`);
  await learn(explorer, 3);
  const { root, page } = explorer;
  const step = await value(root, 'step').textContent();
  const nats = await value(root, 'maskedLoss').textContent();
  const saving = page.waitForEvent('download');
  await view(root).getByRole('button', { name: 'Save the run' }).click();
  const path = await (await saving).path();
  await page.reload();
  await ready(root);
  await expect(value(root, 'step')).toHaveText('0');
  await view(root).locator('input[type=file]').setInputFiles(path);
  await expect(value(root, 'step')).toHaveText(step ?? '');
  await expect(value(root, 'maskedLoss')).toHaveText(nats ?? '');
  await page.keyboard.press('.');
  await expect(value(root, 'step')).toHaveText(String(Number(step) + 1));
});

test('the view is saved as a picture', async ({ explorer, site }) => {
  await open(explorer, `${site.origin}/#view=training`);
  await explorer.button(/^Embed$/).click();
  const saving = explorer.page.waitForEvent('download');
  await explorer.button('save as SVG').click();
  const svg = readFileSync(await (await saving).path(), 'utf8');
  expect(svg).toContain('How unsure it is');
  expect(svg).toContain('>animal<');
});

for (const [width, height, colorScheme] of [
  [1280, 800, 'light'],
  [320, 700, 'dark'],
] as const) {
  test(`axe finds nothing, and nothing hangs over, ${colorScheme}, ${width} px @thorough`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await open(explorer, `${site.origin}/#view=training`);
    await learn(explorer, 3);
    await expectNoFindings(page);
    const { beyond, below } = await page.evaluate(() => ({
      beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      below: document.documentElement.scrollHeight - innerHeight,
    }));
    expect(beyond).toBeLessThanOrEqual(0);
    if (width === 1280) expect(below).toBeLessThanOrEqual(0);
  });
}

const post = (scripts: { origin: string }) =>
  servePage(`<!doctype html><html lang="en"><title>A post</title><body><h1>A post</h1>
    <fovea-encoder view="training" train="seed=3"></fovea-encoder>
    <script src="${scripts.origin}/fovea.js"></script></body></html>`);

test('a figure trains in a post, and ends its workers with itself', async ({ page, scripts }) => {
  const site = await post(scripts);
  await listen(page);
  await page.goto(site.origin);
  await ready(page.locator('fovea-encoder'));
  expect((await heardBy(page)).workers).toBeGreaterThan(0);
  await page.evaluate(() => document.querySelector('fovea-encoder')?.remove());
  await expect.poll(async () => (await heardBy(page)).workers).toBe(0);
  await site.close();
});

test('a figure says which file is missing', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-'));
  symlinkSync(projectPath('dist/fovea.js'), join(folder, 'fovea.js'));
  const scripts = await serveFolder(folder, { 'content-type': 'text/javascript' });
  const site = await post(scripts);
  await page.goto(site.origin);
  await expect(page.locator('fovea-encoder [role=alert]')).toContainText(
    `${scripts.origin}/fovea-learn.js`,
    { timeout: 20_000 },
  );
  await site.close();
  await scripts.close();
  rmSync(folder, { recursive: true });
});

test('a page in one file trains from a disk', async ({ page, explorer }) => {
  await open(explorer, `file://${projectPath('dist/index.html')}#view=training`);
  await view(explorer.root).getByRole('button', { name: 'One step' }).click();
  await expect(value(explorer.root, 'step')).toHaveText('1');
  expect(explorer.complaints).toEqual([]);
  await page.close();
});

import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { type Explorer, expect, test } from './fixtures';
import { modelPath, type NativeTrace, nativeTrace } from './native-trace';
import { compareWithCore, eventually, expectNumbers } from './stage-numbers';
import { meaning, slack } from './written-number';

/**
 * Every kind of change by the reader's hand: what the screen says of it, against a native run with the
 * same `--set` or `--structure`.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const sentence = "The animal didn't cross the street because it was too tired";

/** The number that every test begins with: how much "it" attends to "animal" in layer 3, head 6. */
const at = '#view=attention&layer=3&head=6&token=8&time=8';
const cell = 'layers.2.attention.weights[5,7,1]';

const own = nativeTrace(sentence);

function nativeRun(changes: readonly string[], structure = ''): NativeTrace {
  const set = changes.flatMap((change) => ['--set', change]);
  return nativeTrace(sentence, modelPath, [
    ...set,
    ...(structure ? ['--structure', structure] : []),
  ]);
}

/** What the address says that the reader changed. */
function changesIn(page: Page): { changes: readonly string[]; structure: string } {
  const fields = new URLSearchParams(new URL(page.url()).hash.slice(1));
  return {
    changes: (fields.get('change') ?? '').split(';').filter(Boolean),
    structure: fields.get('structure') ?? '',
  };
}

const weightOf = ({ root }: Explorer, token: number): Locator =>
  root.locator(`.shares button[data-token="${token}"]`);

function softmax(logits: readonly number[]): readonly number[] {
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The probability of the best piece at "it". */
const likeliest = (trace: NativeTrace): number => Math.max(...softmax(trace.row('logits', 7)));

function expectGuess(text: string, trace: NativeTrace): void {
  const [low, high] = meaning(text.trim());
  expect(likeliest(trace), text).toBeGreaterThanOrEqual(low - slack);
  expect(likeliest(trace), text).toBeLessThanOrEqual(high + slack);
}

const expectLikely = (offer: Locator, trace: NativeTrace): Promise<void> =>
  eventually(async () => expectGuess((await offer.locator('.likely').textContent()) ?? '', trace));

/** The prediction beside the picture. */
async function expectPrediction({ root }: Explorer, trace: NativeTrace): Promise<void> {
  const share = root.locator('.prediction .share').first();
  await expect
    .poll(async () => {
      const [low, high] = meaning(((await share.textContent()) ?? '').replace(/\s*%/, ''));
      const percent = 100 * likeliest(trace);
      return percent >= low - 0.06 && percent <= high + 0.06;
    })
    .toBe(true);
}

/** The run in the address is on the stage, number for number, and beside it what was. */
async function expectRun(explorer: Explorer, changes: readonly string[]): Promise<void> {
  await expect.poll(() => changesIn(explorer.page).changes).toEqual(changes);
  await expect(explorer.root.locator('.ledger')).toBeVisible();
  await compareWithCore(explorer, nativeRun(changes));
}

for (const [key, change] of [
  ['m', `${cell}=0`],
  ['2', `${cell}*=2`],
  ['-', `${cell}*=-1`],
] as const) {
  test(`the key ${key} on a number makes it ${change.slice(cell.length)}`, async ({
    explorer,
    site,
    page,
  }) => {
    await explorer.open(site.origin + at);
    await weightOf(explorer, 1).focus();
    await page.keyboard.press(key);
    await expectRun(explorer, [change]);
    await expect(weightOf(explorer, 1)).toBeFocused();
    const former = await explorer.numbers('former-weights');
    expectNumbers(former, [own.row('layers.2.attention.weights', 5, 7)[1] ?? 0]);
    const live = explorer.root.locator('.unseen.changed');
    await expect(live).toHaveText(
      /weight of “animal” for “it” .*: animal [\d.]+\s%, (unchanged|was animal [\d.]+\s%)/,
    );
  });
}

test('every change is offered in every scope with what comes of it @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(`${site.origin}/${at}&why=2`);
  const regions = [
    [cell],
    ['layers.2.attention.weights[:,7,1]'],
    [0, 1, 2, 3].map((layer) => `layers.${layer}.attention.weights[:,7,1]`),
  ];
  const operations = ['=0', '*=2', '*=-1'];
  const offers = explorer.root.locator('.what-if .offers tbody tr');
  await expect(offers).toHaveCount(3);
  await expect(explorer.root.locator('.what-if')).not.toContainText('…');
  for (const [i, scope] of regions.entries()) {
    for (const [j, operation] of operations.entries()) {
      const button = offers.nth(i).getByRole('button').nth(j);
      const changes = scope.map((region) => region + operation);
      const run = nativeRun(changes);
      await expectLikely(button, run);
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await expectRun(explorer, changes);
      await expectPrediction(explorer, run);
    }
  }
  await page.keyboard.press('Escape');
});

test('a number is set in the field and by the slider @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(`${site.origin}/${at}`);
  await weightOf(explorer, 1).focus();
  await page.keyboard.press('=');
  const field = explorer.root.locator('.what-if input[type=number]');
  await expect(field).toBeFocused();
  await field.fill('0.25');
  await field.press('Enter');
  await expectRun(explorer, [`${cell}=0.25`]);
  const slider = explorer.root.locator('.what-if input[type=range]');
  await slider.focus();
  await slider.press('ArrowRight');
  await expect.poll(() => changesIn(page).changes).not.toEqual([`${cell}=0.25`]);
  await expectRun(explorer, changesIn(page).changes);
  await expect(explorer.root.locator('.what-if .title')).toBeVisible();
  await explorer.button('reset').last().click();
  await compareWithCore(explorer, own);
});

test('a score, asked further back, is changed too @thorough', async ({ explorer, site }) => {
  await explorer.open(`${site.origin}/${at}&why=2`);
  await explorer.button('further back').click();
  await explorer.root.getByRole('button', { name: /^negate, every head of layer 3/ }).click();
  const change = 'layers.2.attention.scores[:,7,1]*=-1';
  await expectRun(explorer, [change]);
  expectNumbers(await explorer.numbers('former-scores'), [
    own.row('layers.2.attention.scores', 5, 7)[1] ?? 0,
  ]);
});

test('an operand in an answer is changed by its own keys @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(`${site.origin}/${at}&why=2`);
  const row = explorer.root.locator('.what-if .without tbody tr').nth(1);
  await row.locator('button.operand').first().focus();
  await page.keyboard.press('m');
  await expect
    .poll(() => changesIn(page).changes.join())
    .toMatch(/^layers\.2\.attention\.query\[7,\d+\]=0$/);
  await expectRun(explorer, changesIn(page).changes);
});

test('an arch is dragged: the picture follows, undo leads back to the same numbers', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin + at);
  const all = async () => {
    const tensors = ['scores', 'scaled', 'weights', 'heads'];
    const texts = [];
    for (const tensor of tensors) texts.push(await explorer.numbers(tensor));
    return texts;
  };
  const before = await all();
  const address = page.url();
  const crown = await explorer.root.locator('.crown[data-token="1"]').boundingBox();
  if (!crown) throw new Error('The arch has no handle');
  const [x, y] = [crown.x + crown.width / 2, crown.y + crown.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 18, { steps: 6 });
  const weight = explorer.root.locator('[data-tensor="weights"][data-token="1"]');
  await expect(weight).not.toHaveText(before[2]?.[1] ?? '');
  const first = await weight.textContent();
  await page.mouse.move(x, y + 36, { steps: 6 });
  await expect(weight).not.toHaveText(first ?? '');
  await page.mouse.up();
  await expectRun(explorer, [`${cell}*=0.4`]);
  await page.keyboard.press('z');
  await expect.poll(() => page.url()).toBe(address);
  await expect(explorer.button('undo')).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(all).toEqual(before);
  await compareWithCore(explorer, own);
});

test('an arch is scaled and muted by the keyboard @thorough', async ({ explorer, site, page }) => {
  await explorer.open(site.origin + at);
  const crown = explorer.root.locator('.crown[data-token="1"]');
  await crown.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectRun(explorer, [`${cell}*=0.8`]);
  await page.keyboard.press('m');
  await expectRun(explorer, [`${cell}=0`]);
  await expect(crown).toHaveAccessibleName(/muted/);
});

test('a head is muted in the view of all heads', async ({ explorer, site, page }) => {
  await explorer.return();
  await page.goto(`${site.origin}/#view=heads&layer=3&head=6&token=8`);
  const tile = explorer.root.locator('.step button.area.chosen');
  await tile.focus();
  await page.keyboard.press('m');
  const change = 'layers.2.attention.heads[:,80:96]=0';
  await expect.poll(() => changesIn(page).changes).toEqual([change]);
  await expectPrediction(explorer, nativeRun([change]));
  await explorer.root.getByRole('button', { name: /^layer 3, head 6, muted/ }).click();
  await expect.poll(() => changesIn(page).changes).toEqual([]);
});

test('a sublayer, a residual connection and a layer are changed where they are drawn @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.return();
  await page.goto(`${site.origin}/#view=block&layer=3&head=6&token=8`);
  const { root } = explorer;
  const expectBoth = async (changes: readonly string[], structure: string) => {
    await expect.poll(() => changesIn(page)).toEqual({ changes, structure });
    await expectPrediction(explorer, nativeRun(changes, structure));
  };
  await root.getByRole('button', { name: /^the feed-forward network of layer 3/ }).click();
  const muted = 'layers.2.feedForward.output=0';
  await expectBoth([muted], '');
  const path = root.getByRole('button', { name: /^residual connections of layer 3/ }).first();
  await path.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
  await expectBoth([muted], 'residual@2=0.5');
  await page.keyboard.press('m');
  await expectBoth([muted], 'residual@2=off');
  await page.keyboard.press('0');
  await expectBoth([], '');
  await root.getByRole('button', { name: /^the whole of layer 3/ }).click();
  await expectBoth([], 'layer@2=off');
});

/** The weight of “animal” for “it” in a run, as the first number of a row says it. */
const expectNumber = (row: Locator, trace: NativeTrace): Promise<void> =>
  eventually(async () => {
    const [weight] = await row.locator('.number').allTextContents();
    expectNumbers([weight?.trim() ?? ''], [trace.row('layers.2.attention.weights', 5, 7)[1] ?? 0]);
  });

test('without it: the number and the guess are those of a run without the operand', async ({
  explorer,
  site,
}) => {
  await explorer.open(`${site.origin}/${at}&why=2`);
  const rows = explorer.root.locator('.what-if .without tbody tr');
  await expect(rows.filter({ hasText: '÷ √16' })).toHaveCount(1);
  await expect(
    rows.filter({ hasNot: explorer.page.locator('.likely', { hasText: /\d/ }) }),
  ).toHaveCount(0);
  const undivided = rows.filter({ hasText: '÷ √16' });
  const run = nativeRun(['layers.2.attention.scores[5,7,:]*=4']);
  await expectNumber(undivided, run);
  await expectLikely(undivided, run);
  const itself = rows.filter({ hasText: 'eˢ of “it”' });
  const masked = nativeRun(['layers.2.attention.scores[5,7,7]=-1e9']);
  await expectNumber(itself, masked);
});

test('axe finds nothing in the answer and beside changed numbers @thorough', async ({
  explorer,
  site,
  page,
}) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await explorer.open(`${site.origin}/${at}&why=2&change=${encodeURIComponent(`${cell}=0`)}`);
    await expect(explorer.root.locator('.what-if')).not.toContainText('…');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html)}`)).toEqual([]);
  }
  expect(explorer.complaints).toEqual([]);
});

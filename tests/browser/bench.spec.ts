import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { type Explorer, expect, test } from './fixtures';
import { modelPath, type NativeTrace, nativeTrace, showcaseHead } from './native-trace';
import { servePage } from './servers';
import { eventually } from './stage-numbers';
import { meaning, slack } from './written-number';

const sentence = "The animal didn't cross the street because it was too tired";
const it = 7;
const [layers, heads] = [4, 8];

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const sum = (row: readonly number[]) => row.reduce((total, x) => total + x, 0);
const length = (row: readonly number[]) => Math.sqrt(sum(row.map((x) => x * x)));
const bits = (row: readonly number[]) => -sum(row.map((w) => (w > 0 ? w * Math.log2(w) : 0)));

interface Where {
  readonly layer: number;
  readonly head: number;
}

/** What the core says of a picture's last column, or of the sums at a matrix's rows. */
type Measure = (trace: NativeTrace, where: Where, other: NativeTrace | null) => readonly number[];

const rowSums: Measure = (trace, { layer, head }) =>
  upTo(trace.tensor('tokens.ids').data.length).map((query) =>
    sum(trace.row(`layers.${layer}.attention.weights`, head, query)),
  );

const streams = (name: string) => [
  'embedding.output',
  ...upTo(layers).map((layer) => `layers.${layer}.feedForward.${name}`),
];

const words = upTo(sentence.split(' ').length);

const standardised = (trace: NativeTrace, token: number, name: string) => {
  const [mean, rstd] = [trace.tensor(`${name}.norm.mean`), trace.tensor(`${name}.norm.rstd`)];
  const at = (data: readonly number[], i: number) =>
    data[data.length === words.length ? token : i] ?? Number.NaN;
  return trace
    .row(`${name}.residual`, token)
    .map((x, i) => (x - at(mean.data, i)) * at(rstd.data, i));
};

interface Played {
  readonly id: string;
  readonly broken: string;
  readonly right: string;
  /** The place of the right guess. */
  readonly at: number;
  readonly measure: Measure;
  readonly text?: string;
  readonly other?: string;
}

const cases: readonly Played[] = [
  { id: 'softmax-axis', broken: 'softmax=columns', right: '', at: 1, measure: rowSums },
  {
    ...{ id: 'positions', broken: 'positions=off', right: '', at: 2 },
    other: sentence.split(' ').reverse().join(' '),
    measure: (trace, _, other) =>
      streams('norm').map((name) => {
        const back = other?.row(name, words.length - 1 - it) ?? [];
        return length(trace.row(name, it).map((x, i) => x - (back[i] ?? 0)));
      }),
  },
  {
    ...{ id: 'scale', broken: 'scale=off', right: '', at: 3 },
    measure: (trace, { layer }) =>
      upTo(heads).map((head) => {
        const all = words.map((query) =>
          bits(trace.row(`layers.${layer}.attention.weights`, head, query)),
        );
        return sum(all) / all.length;
      }),
  },
  {
    ...{ id: 'norm-axis', broken: 'norm_axis=tokens', right: '', at: 2 },
    measure: (trace, { layer }) =>
      words.map((token) => length(standardised(trace, token, `layers.${layer}.attention`))),
  },
  { id: 'leaky-mask', broken: 'mask=leaky', right: 'mask=causal', at: 3, measure: rowSums },
  {
    ...{ id: 'heads', broken: 'heads=reshaped', right: '', at: 2 },
    measure: (trace, { layer, head }) => trace.row(`layers.${layer}.attention.scores`, head, it),
  },
  {
    ...{ id: 'output', broken: 'output=off', right: '', at: 0 },
    measure: (trace) =>
      upTo(layers).map((layer) => length(trace.row(`layers.${layer}.attention.output`, it))),
  },
  {
    ...{ id: 'residual', broken: 'norm=pre,residual=normed', right: 'norm=pre', at: 2 },
    measure: (trace) => streams('residual').map((name) => length(trace.row(name, it))),
  },
  {
    ...{ id: 'embedding-scale', broken: 'embedding_scale=off', right: '', at: 1 },
    measure: (trace) => words.map((token) => length(trace.row('embedding.tokens', token))),
  },
  {
    ...{ id: 'padding', broken: '', right: 'mask=padding', at: 0, measure: rowSums },
    text: `${sentence}${' [PAD]'.repeat(4)}`,
  },
];

function run(structure: string, text: string): NativeTrace {
  return nativeTrace(text, modelPath, structure === '' ? [] : ['--structure', structure]);
}

/** What the core measures in one of a case's two runs. */
function measured(played: Played, structure: string, where: Where): readonly number[] {
  const { text = sentence, other, measure } = played;
  return measure(run(structure, text), where, other ? run(structure, other) : null);
}

/** The head that a matrix is of, or the one that the page opens with. */
async function whereOf(bench: Locator): Promise<Where> {
  const of = await bench.locator('header p').textContent();
  const [, layer, head] = /layer (\d+), head (\d+)/.exec(of ?? '') ?? [];
  return layer ? { layer: Number(layer) - 1, head: Number(head) - 1 } : showcaseHead();
}

/** The numbers that a picture measures: the sums of a matrix, or the last column. */
async function written(bench: Locator): Promise<string[]> {
  const sums = await bench.locator('[data-tensor="row-sum"]').allTextContents();
  if (sums.length > 0) return sums;
  const all = bench.locator('[data-tensor="bench"]');
  const index = await all.evaluateAll((texts) =>
    Math.max(...texts.map((text) => Number(text.getAttribute('data-index')))),
  );
  return bench.locator(`[data-tensor="bench"][data-index="${index}"]`).allTextContents();
}

const expectNumbers = (bench: Locator, expected: readonly number[]): Promise<void> =>
  eventually(() => compareNow(bench, expected));

async function compareNow(bench: Locator, expected: readonly number[]): Promise<void> {
  const texts = await written(bench);
  expect(texts).toHaveLength(expected.length);
  texts.forEach((text, i) => {
    const [low, high] = meaning(text);
    expect(expected[i], text).toBeGreaterThanOrEqual(low - slack);
    expect(expected[i], text).toBeLessThanOrEqual(high + slack);
  });
}

/** A case, put on the bench of a page that does not move. */
async function openCase(explorer: Explorer, origin: string, id: string): Promise<Locator> {
  await explorer.page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.return();
  await explorer.page.goto(`${origin}/#view=bench&case=${id}`);
  return explorer.root.locator('.bench');
}

for (const played of cases) {
  test(`the case ${played.id}: a wrong guess is cleared, the right one mends it`, async ({
    explorer,
    site,
    page,
  }) => {
    const bench = await openCase(explorer, site.origin, played.id);
    await expect(bench.getByRole('heading', { name: 'The symptom' })).toBeVisible();
    const where = await whereOf(bench);
    await expectNumbers(bench, measured(played, played.broken, where));

    const guesses = bench.getByRole('group', { name: 'Which line is wrong?' }).getByRole('button');
    const wrong = played.at === 0 ? 1 : 0;
    await guesses.nth(wrong).click();
    await expect(bench.locator('.verdict')).toHaveText(/^Not that one\. .+\.$/);
    await expect(guesses.nth(wrong)).toHaveAttribute('aria-pressed', 'true');
    await expect(bench.locator('.lines')).toHaveCount(0);
    await guesses.nth(played.at).focus();
    await page.keyboard.press('Enter');
    await expect(bench.locator('.verdict')).toHaveText(/^Right\. .+\.$/);
    await expect(bench.getByRole('heading', { name: 'This encoder is fixed.' })).toBeVisible();
    await expect(bench.locator('.lines code')).toHaveCount(2);
    await expect(bench.locator('.question span')).toHaveText('2 guesses, found');
    await expectNumbers(bench, measured(played, played.right, where));
    await expect(page).toHaveURL(new RegExp(`guess=${wrong + 1}%2C${played.at + 1}`));
    expect(explorer.complaints).toEqual([]);
  });
}

test('the softmax that overflows shows NaN and ∞ as they are, and finite numbers once mended', async ({
  explorer,
  site,
}) => {
  const bench = await openCase(explorer, site.origin, 'overflow');
  const numbers = bench.locator('[data-tensor="bench"]');
  await expect(numbers.filter({ hasText: /^NaN$/ })).not.toHaveCount(0);
  await expect(numbers.filter({ hasText: /^∞$/ })).not.toHaveCount(0);
  await expect(bench).toContainText('none: every score is NaN');
  await bench.getByRole('button', { name: 'does not subtract the maximum' }).click();
  await expect(numbers.filter({ hasText: /^(NaN|∞)$/ })).toHaveCount(0);
  await expect(bench.locator('[data-tensor="former"]').filter({ hasText: 'NaN' })).not.toHaveCount(
    0,
  );
  expect(explorer.complaints).toEqual([]);
});

test('cases follow one another, break again, survive a reload and leave the reader’s run alone @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(`${site.origin}/#structure=norm%3Dnone`);
  await explorer.root.getByRole('button', { name: 'find an answer' }).click();
  await explorer.root.getByRole('button', { name: 'Which line of the code is wrong?' }).click();
  const bench = explorer.root.locator('.bench');
  await bench.getByRole('button', { name: 'next case' }).click();
  await expect(bench.locator('header p')).toContainText('Case 2 of 11');
  await bench.getByRole('button', { name: 'no positions are added' }).click();
  await expect(bench).toContainText('This encoder is fixed.');
  await expect(page).toHaveURL(/case=positions&guess=3/);
  await page.reload();
  await expect(bench).toContainText('This encoder is fixed.');
  await bench.getByRole('button', { name: 'break it again' }).click();
  await expect(bench).toContainText('Something is wrong in this encoder.');
  await expect(bench.getByRole('button', { name: 'break it again' })).toBeFocused();
  await expect(page).toHaveURL(/structure=norm%3Dnone/);
  await bench.getByRole('button', { name: 'previous case' }).click();
  await explorer.button('Open the broken run in the other views').click();
  await expect(page).toHaveURL(/structure=softmax%3Dcolumns.*view=attention/);
  expect(explorer.complaints).toEqual([]);
});

test('a number of the bench is asked why; Escape closes the answer', async ({
  explorer,
  site,
  page,
}) => {
  const bench = await openCase(explorer, site.origin, 'padding');
  const cells = bench.getByRole('slider');
  await cells.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const answer = explorer.root.locator('.why.beneath');
  await expect(answer.getByRole('heading').first()).toHaveText(/^Why [.<>]\d+\?$/);
  await expect(answer.getByRole('button', { name: 'mute' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(answer).toHaveCount(0);
});

test('the page says which case there is not', async ({ explorer, site }) => {
  await openCase(explorer, site.origin, 'nothing');
  await expect(explorer.root.getByRole('alert')).toContainText('The cases are softmax-axis');
});

const findings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join()}`);
};

for (const theme of ['light', 'dark'] as const) {
  test(`alone in another page at 320 and 900 px, ${theme} @thorough`, async ({ scripts, page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const post =
      await servePage(`<!doctype html><html lang="en"><title>A post</title><body><main><h1>A post</h1>
      <fovea-encoder view="bench" case="leaky-mask" theme="${theme}" page="https://example.org/"></fovea-encoder>
      </main><script src="${scripts.origin}/fovea.js"></script></body></html>`);
    await page.goto(post.origin);
    const figure = page.locator('fovea-encoder');
    await expect(figure.locator('.bench')).toContainText('The symptom');
    await expect(
      figure.getByRole('link', { name: 'Open the broken run in Fovea' }),
    ).toHaveAttribute('href', /^https:\/\/example\.org\/#.*structure=mask%3Dleaky/);
    for (const width of [320, 900]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(figure.locator('.drawing')).toBeVisible();
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${width} px`).toBeLessThanOrEqual(0);
      expect(await findings(page), `${width} px`).toEqual([]);
    }
    await figure.getByRole('button', { name: 'words see what comes next' }).click();
    await expect(figure.locator('.lines')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await figure.evaluate((element) => element.setAttribute('case', 'heads'));
    await expect(figure.locator('.bench')).toContainText('Something is wrong in this encoder.');
    await expect(figure.locator('.bench header p')).toContainText('Case 6 of 11');
    await post.close();
  });
}

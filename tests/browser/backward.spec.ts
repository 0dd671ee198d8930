import { type Explorer, expect, test } from './fixtures';
import { modelPath, type NativeTrace, nativeTrace } from './native-trace';
import { servePage } from './servers';

const sentence = "The animal didn't cross the street because it was too tired";
const focus = 7;

const gradients = (piece: string, structure = ''): NativeTrace =>
  nativeTrace(sentence, modelPath, [
    ...['--gradients', '--loss', `prediction:${focus}=${piece}`],
    ...(structure ? ['--structure', structure] : []),
  ]);

/** "−4.2e−4" as a number. */
const read = (text: string): number =>
  Number(text.replace('∂', '').replaceAll('−', '-').replaceAll(' ', ''));

/** Two digits are written; the two builds of the core differ by rounding. */
function expectClose(texts: readonly string[], values: readonly number[]): void {
  expect(texts).toHaveLength(values.length);
  texts.forEach((text, i) => {
    const value = values[i] ?? Number.NaN;
    expect(Math.abs(read(text) - value), text).toBeLessThan(0.06 * Math.abs(value) + 6e-4);
  });
}

async function open(explorer: Explorer, origin: string, more: string): Promise<void> {
  await explorer.return();
  const loss = `backward=1&loss=${focus}%3Dstreet&token=${focus + 1}`;
  await explorer.page.goto(`${origin}/#${loss}&${more}`);
  await explorer.root.locator('.loss').waitFor();
}

const caption = ({ root }: Explorer) => root.locator('.side .happens, .side .result');

test('beneath the numbers of attention stand their gradients', async ({ explorer, site }) => {
  await open(explorer, site.origin, 'view=attention&layer=4&head=6');
  await explorer.root.locator('[data-tensor="grad.weights"]').first().waitFor();
  const trace = gradients('street');
  const name = 'grad.layers.3.attention';
  expectClose(await explorer.numbers('grad.scores'), trace.row(`${name}.scores`, 5, focus));
  expectClose(await explorer.numbers('grad.weights'), trace.row(`${name}.weights`, 5, focus));
  const heads = trace.row(`${name}.heads`, focus);
  expectClose(await explorer.numbers('grad.heads'), heads.slice(5 * 16, 6 * 16));
});

test('a gradient is asked why, back to the loss', async ({ explorer, site }) => {
  await open(explorer, site.origin, 'view=attention&layer=4&head=6');
  const asks = explorer.root.locator('[aria-label^="Gradients"] .ask');
  await asks.first().focus();
  await asks.first().press('Enter');
  const answer = explorer.root.locator('.why.beneath');
  await expect(answer.locator('.name')).toHaveText('gradient: score of the first “the” for “it”');
  const trace = gradients('street');
  const value = trace.row('grad.layers.3.attention.scores', 5, focus)[0] ?? 0;
  const written = (await answer.locator('h2').textContent())?.replace(/Why |\?/g, '') ?? '';
  expectClose([written], [value]);
  await expect(answer.locator('.about').first()).toContainText('Softmax passes back');
  await expect(answer.getByRole('slider')).toHaveCount(0);
  // Always the gradient of what read it, until the loss.
  for (let i = 0; i < 40; i++) {
    if ((await answer.locator('.about').first().textContent())?.includes('Here is the loss')) break;
    await answer.locator('.operand[data-cell^="grad."]').first().click();
  }
  await expect(answer.locator('.about').first()).toContainText(
    'Here is the loss: −ln of the probability of “street”',
  );
});

test('the sum splits the gradient, and passes it on unchanged', async ({ explorer, site }) => {
  await open(explorer, site.origin, 'view=attention-norm&layer=4');
  await expect(caption(explorer).first()).toContainText('The sum sends the same gradient');
  const trace = gradients('street');
  const row = (name: string) => trace.row(`grad.layers.3.attention.${name}`, focus);
  expect(row('output')).toEqual(row('residual'));
  const [happens, result] = await caption(explorer).allTextContents();
  const said = (text: string | undefined, pattern: RegExp) => pattern.exec(text ?? '')?.[1] ?? '';
  const length = (values: readonly number[]) => Math.hypot(...values);
  const x = trace.row('grad.layers.2.feedForward.norm', focus);
  const through = x.map((g, j) => g - (row('residual')[j] ?? 0));
  expectClose(
    [
      said(happens, /LayerNorm receives ([\d.]+)/),
      said(happens, /same gradient, ([\d.]+)/),
      said(result, /has length ([\d.]+);/),
      said(result, /add up to ([\d.]+)\./),
    ],
    [length(row('norm')), length(row('residual')), length(through), length(x)],
  );
});

test('the loss is the reader’s @thorough', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  await explorer.button('← from the loss').click();
  const line = explorer.root.locator('.loss');
  await expect(line.getByRole('textbox')).toHaveValue('animal');
  await line.getByRole('textbox').fill('zebra crossing');
  await line.getByRole('textbox').press('Tab');
  await expect(line.getByRole('alert')).toContainText('is not in this model’s vocabulary');
  await line.getByRole('textbox').fill('street');
  await line.getByRole('textbox').press('Tab');
  await expect(line.getByRole('alert')).toHaveCount(0);
  const logits = gradients('street').row('logits', focus);
  const street = gradients('street').row('grad.logits', focus);
  expect(Math.min(...street)).toBeLessThan(-0.9);
  expect(logits.length).toBe(street.length);
  await line.getByRole('combobox').selectOption('1');
  await expect.poll(() => explorer.page.url()).toContain('loss=1%3Dstreet');
  await line.getByRole('button', { name: 'forward again' }).click();
  await expect(line).toHaveCount(0);
});

test('a bug in the structure is said to have no gradients', async ({ explorer, site }) => {
  await open(explorer, site.origin, 'view=attention&structure=softmax%3Dcolumns');
  await expect(explorer.root.locator('.loss').getByRole('alert')).toContainText(
    'softmax=columns is a bug that only runs forward',
  );
  await expect(explorer.root.locator('[data-tensor="grad.weights"]')).toHaveCount(0);
});

test('play walks from the loss to the words @thorough', async ({ explorer, site, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(explorer, site.origin, 'view=tokens');
  await explorer.button('Play').click();
  await expect(explorer.slider()).toHaveAttribute('aria-valuetext', 'prediction');
  await expect(caption(explorer).first()).toContainText('The loss: “it” should say “street”');
  await expect(explorer.slider()).toHaveAttribute('aria-valuetext', 'stack', { timeout: 15_000 });
});

test('an embedded figure goes back too', async ({ scripts, page }) => {
  const figure = '<fovea-encoder backward loss="7=street" view="activate"></fovea-encoder>';
  const post = await servePage(
    `<!doctype html><html lang="en"><title>A post</title><body>${figure}<script src="${scripts.origin}/fovea.js"></script></body></html>`,
    {},
  );
  await page.goto(post.origin);
  const element = page.locator('fovea-encoder');
  await expect(element.locator('figcaption')).toContainText('fired and pass their gradient on');
  await expect(element.locator('.loss')).toBeVisible();
  await post.close();
});

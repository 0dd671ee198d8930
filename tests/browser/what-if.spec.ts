import type { Locator, Page } from '@playwright/test';
import { type Explorer, expect, test, thoroughUnless } from './fixtures';
import {
  modelPath,
  type NativeTrace,
  nativeTrace,
  shippedMetadata,
  showcaseHead,
} from './native-trace';
import { servePage } from './servers';
import { eventually, expectNumbers } from './stage-numbers';

/** At once: numbers on their way would be read between the old and the new. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const sentence = "The animal didn't cross the street because it was too tired";
const token = 7;
const { layer, head } = showcaseHead();
const layers = [0, 1, 2, 3];

/** The pieces of the model that the page ships with. */
const vocabulary = (): readonly string[] => (shippedMetadata().vocab ?? '').split('\n');

/** The best piece at the word in focus and its probability, by a trace's logits. */
function guessIn(trace: NativeTrace): { readonly piece: string; readonly probability: number } {
  const logits = trace.row('logits', token);
  const most = Math.max(...logits);
  const total = logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0);
  return { piece: vocabulary()[logits.indexOf(most)] ?? '', probability: 1 / total };
}

const weightsIn = (trace: NativeTrace) =>
  trace.row(`layers.${layer}.attention.weights`, head, token);

/** The view in any page: a page's own, or a figure's. */
const viewIn = (root: Locator) => root.locator('[data-view="what-if"]');

/** Opens the workbench with that view, and waits for its prediction. */
async function open(explorer: Explorer, address: string): Promise<void> {
  await explorer.return();
  await explorer.page.goto(address);
  await viewIn(explorer.root).locator('[data-tensor="guess"]').waitFor();
}

/** Opens a switch, and waits until each of its values is measured. */
async function unfold({ root }: Explorer, id: string): Promise<Locator> {
  const row = root.locator(`[data-switch="${id}"]`);
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
  const control = root.locator('.control');
  await expect(control).not.toContainText('…');
  return control;
}

/** What the screen says against the core's own run, once it has been computed. */
const compare = (root: Locator, trace: NativeTrace): Promise<void> =>
  eventually(() => compareNow(root, trace));

async function compareNow(root: Locator, trace: NativeTrace): Promise<void> {
  const { piece, probability } = guessIn(trace);
  const view = viewIn(root);
  const [weights = [], guess = ''] = [
    await view.locator('[data-tensor="weights"]').allTextContents(),
    (await view.locator('[data-tensor="guess"]').textContent()) ?? '',
  ];
  expectNumbers(weights, weightsIn(trace));
  expect(guess.split(' ')[0]).toBe(piece);
  expectNumbers([guess.split(' ')[1] ?? ''], [probability]);
}

const value = (of: string, scope: string) => `[data-value="${of}"][data-scope="${scope}"]`;

interface Flip {
  readonly id: string;
  /** What is pressed in the switch's control. */
  readonly press: string;
  /** Options of the program for the same run. */
  readonly run: readonly string[];
  /** One of each way that a switch changes a run; the rest are tried thoroughly. */
  readonly usual?: boolean;
}

const structure = (text: string) => ['--structure', text];
const set = (...changes: readonly string[]) => changes.flatMap((change) => ['--set', change]);

const flips: readonly Flip[] = [
  { id: 'positions', press: value('off', 'text'), run: structure('positions=off'), usual: true },
  { id: 'norm', press: value('none', 'text'), run: structure('norm=none') },
  { id: 'norm', press: value('pre', 'text'), run: structure('norm=pre') },
  {
    id: 'activation',
    press: value('gelu', 'layer'),
    run: structure(`activation@${layer}=gelu`),
    usual: true,
  },
  { id: 'activation', press: value('silu', 'all'), run: structure('activation=silu') },
  { id: 'activation', press: value('none', 'all'), run: structure('activation=none') },
  { id: 'mask', press: value('causal', 'text'), run: structure('mask=causal'), usual: true },
  { id: 'mask', press: value('padding', 'text'), run: structure('mask=padding') },
  {
    id: 'heads',
    press: `[aria-label^="layer ${layer + 1}, head 3"]`,
    run: set(`layers.${layer}.attention.heads[:,32:48]=0`),
    usual: true,
  },
  {
    id: 'feed-forward',
    press: value('off', 'layer'),
    run: set(`layers.${layer}.feedForward.output=0`),
  },
  {
    id: 'feed-forward',
    press: value('off', 'all'),
    run: set(...layers.map((l) => `layers.${l}.feedForward.output=0`)),
  },
  { id: 'layers', press: '[aria-label^="layer 2: skipped"]', run: structure('layer@1=off') },
];

for (const { id, press, run, usual = false } of flips) {
  test(`the switch ${id} does what the program does with ${run.join(' ')}${thoroughUnless(usual)}`, async ({
    explorer,
    site,
  }) => {
    await open(explorer, `${site.origin}/#view=what-if`);
    const own = nativeTrace(sentence);
    await compare(explorer.root, own);
    const control = await unfold(explorer, id);
    await control.locator(press).click();
    await expect(explorer.root.locator('.ledger')).toContainText('◆');
    const trace = nativeTrace(sentence, modelPath, run);
    await compare(explorer.root, trace);
    // What was stands struck through beside what is written otherwise now.
    const view = viewIn(explorer.root);
    const was = await view.locator('[data-tensor="weights was"]').allTextContents();
    const changed = await view
      .locator('[data-tensor="weights was"]')
      .evaluateAll((all) => all.map((text) => Number(text.getAttribute('data-token'))));
    expectNumbers(
      was,
      changed.map((key) => weightsIn(own)[key] ?? 0),
    );
    await explorer.page.keyboard.press('z');
    await compare(explorer.root, own);
  });
}

for (const [name, knob, keys, run] of [
  ['divisor', 'Score divisor', ['ArrowRight'], `scale@${layer}=8`],
  ['divisor', 'Score divisor', ['ArrowLeft', 'ArrowLeft'], `scale@${layer}=off`],
  ['gain', 'Residual gain', ['ArrowLeft', 'ArrowLeft'], `residual@${layer}=0.5`],
] as const) {
  test(`the ${name} by keys: ${run}`, async ({ explorer, site }) => {
    await open(explorer, `${site.origin}/#view=what-if`);
    if (name === 'gain') await unfold(explorer, 'residual');
    const slider = explorer.root.getByRole('slider', { name: knob });
    for (const key of keys) await slider.press(key);
    const trace = nativeTrace(sentence, modelPath, structure(run));
    await compare(explorer.root, trace);
    const title = name === 'gain' ? 'residual connection' : '÷ √dₖ';
    await explorer.button(new RegExp(`^${title} in all layers`)).click();
    const everywhere = run.replace(`@${layer}`, '');
    const whole = nativeTrace(sentence, modelPath, structure(everywhere));
    await compare(explorer.root, whole);
  });
}

test('a value’s measured outcome is what it then gives @thorough', async ({ explorer, site }) => {
  await open(explorer, `${site.origin}/#view=what-if`);
  const control = await unfold(explorer, 'activation');
  await expect(control.locator('.choice')).toHaveCount(8);
  const foretold = await control.locator('.choice').allTextContents();
  // The first two are the model's own.
  for (const [i, outcome] of foretold.entries()) {
    if (i < 2) continue;
    await control.locator('.choice').nth(i).click();
    await expect(viewIn(explorer.root).locator('[data-tensor="guess"]')).toHaveText(outcome.trim());
    await explorer.page.keyboard.press('0');
    await expect(explorer.root.locator('.ledger p')).toHaveText('Model unchanged');
  }
});

/** Everything that the view says in numbers. */
const numbersOf = async (page: Page) =>
  JSON.stringify(
    await page.locator('fovea-explorer [data-view="what-if"] [data-tensor]').allTextContents(),
  );

test('undo leads back to the same numbers, redo on, and a held B shows what was', async ({
  explorer,
  site,
}) => {
  const { page, root } = explorer;
  await open(explorer, `${site.origin}/#view=what-if`);
  const before = await numbersOf(page);
  const slider = root.getByRole('slider', { name: 'Score divisor' });
  await slider.press('ArrowRight');
  await expect(root.locator('[data-tensor="divisor was"]')).toHaveText('÷ √16');
  await expect(root.locator('[data-tensor="guess"]')).toHaveText(/animal/);
  const after = await numbersOf(page);
  await page.keyboard.press('z');
  await expect.poll(() => numbersOf(page)).toBe(before);
  await page.keyboard.press('Shift+Z');
  await expect.poll(() => numbersOf(page)).toBe(after);
  await page.keyboard.down('b');
  await expect.poll(() => numbersOf(page)).toBe(before);
  await page.keyboard.up('b');
  await expect.poll(() => numbersOf(page)).toBe(after);
  await root.getByRole('button', { name: 'reset' }).click();
  await expect.poll(() => numbersOf(page)).toBe(before);
});

test('a change is kept by typing, reloading and another view @thorough', async ({
  explorer,
  site,
}) => {
  const { page, root } = explorer;
  await open(explorer, `${site.origin}/#view=what-if`);
  const control = await unfold(explorer, 'activation');
  await control.locator(value('gelu', 'all')).click();
  const said = 'GELU instead of ReLU, in all layers';
  await expect(root.locator('.ledger p')).toContainText(said);
  await root.getByRole('radio', { name: 'matrix' }).click();
  await expect(root.locator('.ledger p')).toContainText(said);
  await explorer.type('the dog chased the cat because it was hungry');
  await expect(root.locator('.ledger p')).toContainText(said);
  await expect(page).toHaveURL(/structure=activation%3Dgelu/);
  await page.reload();
  await expect(root.locator('.ledger p')).toContainText(said);
});

test('a change that the sentence has no place for says so, and is kept', async ({
  explorer,
  site,
}) => {
  const change = encodeURIComponent(`layers.${layer}.attention.weights[${head},7,10]=0`);
  await open(explorer, `${site.origin}/#view=what-if&change=${change}`);
  await explorer.type('dog bites man');
  await expect(explorer.root.locator('.messages')).toContainText('does not fit this sentence');
  await explorer.type(sentence);
  await expect(explorer.root.locator('.messages .error')).toHaveCount(0);
  await expect(explorer.root.locator('.ledger p')).toContainText('weight of “tired” for “it”');
});

test('a drag is one step of the history, and is told once, when it ends', async ({
  explorer,
  site,
}) => {
  const { page, root } = explorer;
  await open(explorer, `${site.origin}/#view=what-if`);
  const spoken = root.locator('.unseen[aria-live]');
  const slider = root.getByRole('slider', { name: 'Score divisor' });
  const { x, y, width, height } = (await slider.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const at = (share: number) => [x + 9 + share * (width - 18), y + height / 2] as const;
  await page.mouse.move(...at(2 / 7));
  await page.mouse.down();
  for (const octave of [2.5, 3.1, 3.7, 4.4]) {
    await page.mouse.move(...at(octave / 7));
    await expect(root.locator('[data-tensor="divisor was"]')).toHaveText('÷ √16');
    await expect(spoken).toHaveText('');
  }
  await page.mouse.up();
  await expect(spoken).toContainText('Divided by 21');
  await page.keyboard.press('z');
  await expect(root.locator('[data-tensor="divisor"]')).toHaveText('÷ √16');
  await expect(root.locator('.ledger p')).toHaveText('Model unchanged');
});

for (const [w, h] of [
  [1280, 800],
  [1024, 768],
  [390, 844],
] as const)
  test(`the divisor’s axis stays under the pointer that drags it at ${w} × ${h}${thoroughUnless(w === 390)}`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.setViewportSize({ width: w, height: h });
    await open(explorer, `${site.origin}/#view=what-if`);
    const slider = explorer.root.getByRole('slider', { name: 'Score divisor' });
    await slider.scrollIntoViewIfNeeded();
    const before = await slider.boundingBox();
    expect(before).not.toBeNull();
    if (!before) return;
    const y = before.y + before.height / 2;
    await page.mouse.move(before.x + before.width * 0.5, y);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width * 0.7, y, { steps: 4 });
    await expect(explorer.root.locator('.ledger p')).toContainText('÷ √16');
    expect(await slider.boundingBox()).toEqual(before);
    await page.mouse.up();
    expect(await slider.boundingBox()).toEqual(before);
  });

test('without positions two orders of words give the same vectors', async ({ explorer, site }) => {
  const off = structure('positions=off');
  const [one, other] = ['dog bites man', 'man bites dog'].map((text) =>
    nativeTrace(text, modelPath, off),
  );
  const last = [0, 1, 2].map((word) => {
    const [a, b] = [one?.row('output', word) ?? [], other?.row('output', 2 - word) ?? []];
    return Math.max(...a.map((number, i) => Math.abs(number - (b[i] ?? 0))));
  });
  expect(Math.max(...last)).toBeLessThan(1e-4);
  await open(
    explorer,
    `${site.origin}/#sentence=dog+bites+man&view=what-if&structure=positions%3Doff`,
  );
  await expect(explorer.root.locator('.told')).toContainText(
    '“dog bites man” and “man bites dog” give the same vectors',
  );
});

test('the page’s code and the shorthand give the same figure in another page @thorough', async ({
  explorer,
  site,
  scripts,
}) => {
  const { page, root } = explorer;
  await open(explorer, `${site.origin}/#view=what-if&structure=scale%3Doff,layer%401%3Doff`);
  const trace = nativeTrace(sentence, modelPath, structure('scale=off,layer@1=off'));
  await compare(root, trace);
  await explorer.button('Embed').click();
  const code = await root.getByRole('textbox', { name: 'Code to embed' }).inputValue();
  const element = code.match(/<fovea-encoder.*$/)?.[0] ?? '';
  const short = '<fovea-encoder view="what-if" without="scale,layers=2"></fovea-encoder>';
  for (const figure of [element, short]) {
    const post = await servePage(
      `<!doctype html><title>A post</title>${figure}<script src="${scripts.origin}/fovea.js"></script>`,
    );
    await page.goto(post.origin);
    const own = page.locator('fovea-encoder');
    await expect(own.locator('[data-tensor="guess"]')).toBeVisible();
    await compare(own, trace);
    await post.close();
  }
});

test('nothing of it is forbidden by the page’s policy', async ({ explorer, site }) => {
  await open(explorer, `${site.origin}/#view=what-if&structure=scale%3Doff`);
  for (const id of ['heads', 'residual', 'mask']) await unfold(explorer, id);
  expect(explorer.complaints).toEqual([]);
});

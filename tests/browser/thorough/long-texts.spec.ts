import { writeFileSync } from 'node:fs';
import { type Explorer, expect, test } from '../fixtures';
import { nativeTrace, untrainedModel } from '../native-trace';
import { meaning } from '../written-number';

const n = 512;
const letters = [...'abcdefgh'];
const words = letters.flatMap((a) => letters.map((b) => a + b));
const text = Array.from({ length: n }, (_, i) => words[(i * 7 + (i >> 6)) % 64]).join(' ');

const config = {
  hidden_size: 8,
  num_attention_heads: 2,
  intermediate_size: 8,
  num_hidden_layers: 2,
  vocab_size: 5 + words.length,
  max_position_embeddings: n,
  type_vocab_size: 0,
  hidden_act: 'relu',
  position_embedding_type: 'absolute',
  norm_order: 'post',
  layer_norm_eps: 1e-5,
  embedding_norm: true,
  embedding_scale: false,
  masked_word_head: false,
  add_special_tokens: false,
};

const model = () =>
  untrainedModel(config, ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...words]);

/** Opens the page with a model of its own and the text. */
async function openLong(explorer: Explorer, origin: string, file: string): Promise<void> {
  await explorer.open(origin);
  await explorer.root.locator('.model-line input[type=file]').setInputFiles(file);
  await expect(explorer.root.locator('.model-line')).toContainText('2 heads');
  await explorer.type(text);
  await expect(explorer.root.locator('.beyond').last()).toHaveText(/^4\d\d more$/);
}

/** The tokens that are drawn, and how many words lie beyond either end. */
async function drawn(explorer: Explorer) {
  const tokens = await explorer
    .words()
    .evaluateAll((buttons) =>
      buttons.map((button) => Number((button as HTMLElement).dataset.token)),
    );
  const beyond = await explorer.root.locator('.beyond').allTextContents();
  return { tokens, beyond };
}

const menu = (explorer: Explorer) =>
  explorer.root.getByRole('combobox', { name: 'The word to look from', exact: true });

test('of 512 tokens a window is drawn, and what lies beyond it is summed', async ({
  explorer,
  site,
}, info) => {
  const file = info.outputPath('model.safetensors');
  writeFileSync(file, model());
  await openLong(explorer, site.origin, file);
  await menu(explorer).selectOption({ index: 200 });
  await expect(explorer.root.locator('.figure button.word.focus')).toHaveAttribute(
    'data-token',
    '200',
  );

  const { tokens, beyond } = await drawn(explorer);
  expect(tokens.length).toBeLessThanOrEqual(32);
  expect(tokens).toContain(200);
  const [first = 0, last = 0] = [tokens[0], tokens.at(-1)];
  expect(beyond).toEqual([`${first} more`, `${n - last - 1} more`]);

  const { layer, head } = await explorer.place();
  const row = nativeTrace(text, file).row(`layers.${layer}.attention.weights`, head, 200);
  const sum = (from: number, to: number) => row.slice(from, to).reduce((all, w) => all + w, 0);
  const expected = [sum(0, first), ...row.slice(first, last + 1), sum(last + 1, n)];
  const rest = await explorer.numbers('rest-weights');
  const own = await explorer.root.locator('.share [data-tensor="weights"]').allTextContents();
  const written = [rest[0] ?? '', ...own, rest[1] ?? ''];
  expect(written).toHaveLength(expected.length);
  written.forEach((number, i) => {
    const [low, high] = meaning(number.trim());
    expect(expected[i], number).toBeGreaterThanOrEqual(low);
    expect(expected[i], number).toBeLessThanOrEqual(high);
  });
  expect(expected.reduce((all, w) => all + w, 0)).toBeCloseTo(1, 5);
  expect(explorer.complaints).toEqual([]);
});

test('the keyboard takes the window to any word of a long text', async ({
  explorer,
  site,
  page,
}, info) => {
  const file = info.outputPath('model.safetensors');
  writeFileSync(file, model());
  await openLong(explorer, site.origin, file);
  await menu(explorer).focus();
  await page.keyboard.press('End');
  await expect(explorer.words().last()).toHaveAttribute('data-token', String(n - 1));
  await expect(explorer.words().last()).toHaveAttribute('aria-pressed', 'true');
  expect((await drawn(explorer)).beyond).toHaveLength(1);

  await explorer.words().last().focus();
  await page.keyboard.press('Home');
  const { tokens } = await drawn(explorer);
  await page.keyboard.press('Enter');
  const next = String((tokens[0] ?? 0) - 1);
  await expect(explorer.root.locator('.word.focus')).toHaveAttribute('data-token', next);
  expect(explorer.complaints).toEqual([]);
});

const openings = [
  ['matrix', 'heatmap'],
  ['all heads', 'heads'],
  ['whole block', 'block'],
] as const;

test('the other views of a long text draw few things', async ({ explorer, site }, info) => {
  const file = info.outputPath('model.safetensors');
  writeFileSync(file, model());
  await openLong(explorer, site.origin, file);
  const isSmall = async (view: string) => {
    const figure = explorer.root.locator(`.step[data-view="${view}"]`);
    await expect(figure.getByRole('button', { name: /more words/ }).first()).toBeVisible();
    const count = await figure.evaluate((element) => element.querySelectorAll('*').length);
    expect(count, view).toBeLessThan(400);
  };
  for (const [choice, view] of openings) {
    await explorer.root.getByRole('radio', { name: choice }).click();
    await isSmall(view);
  }
  await explorer.button(/^all heads: open the step/).click();
  await isSmall('concat');
  expect(explorer.complaints).toEqual([]);
});

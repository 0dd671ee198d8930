import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test, thoroughUnless } from './fixtures';
import { modelPath, nativeTrace, untrainedModel } from './native-trace';
import { compareFormulas, compareWithCore, eventually } from './stage-numbers';
import { meaning, slack } from './written-number';

/** At once: a view on its way out would stand beside the next. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heads = 8;

test('every number on the stage is the core’s', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  await compareWithCore(
    explorer,
    nativeTrace("The animal didn't cross the street because it was too tired"),
  );
});

test('so it is for a typed sentence, in every head of a layer @thorough', async ({
  explorer,
  site,
}) => {
  const sentence = 'the dog chased the cat because it was hungry';
  const trace = nativeTrace(sentence);
  await explorer.open(site.origin);
  await explorer.type(sentence);
  await expect(explorer.words()).toHaveText(sentence.split(' '));
  await explorer.words().nth(6).click();
  for (let head = 0; head < heads; head++) {
    await explorer.root.getByRole('radio', { name: `Head ${head + 1},` }).click();
    await compareWithCore(explorer, trace);
  }
});

test('the swap moves "it" from the animal to the street', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  const most = explorer.root.locator('.figure button.word.top');
  await expect(most).toHaveText('animal');
  await explorer.button(/^swap for/).click();
  await expect(explorer.words().last()).toHaveText('wide');
  await expect(most).toHaveText('street');
  await compareWithCore(
    explorer,
    nativeTrace("The animal didn't cross the street because it was too wide"),
  );
});

test('the prediction is the softmax of the core’s logits', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  const logits = nativeTrace("The animal didn't cross the street because it was too tired").row(
    'logits',
    (await explorer.place()).token,
  );
  const top = Math.max(...logits);
  const total = logits.reduce((sum, logit) => sum + Math.exp(logit - top), 0);
  const shares = logits.map((logit) => Math.exp(logit - top) / total).sort((a, b) => b - a);
  await eventually(async () => {
    const texts = await explorer.root.locator('.prediction .share').allTextContents();
    expect(texts).toHaveLength(3);
    texts.forEach((text, i) => {
      const [low, high] = meaning(text.replace(/\s%/, ''));
      expect(shares[i], text).toBeGreaterThanOrEqual(low / 100 - slack);
      expect(shares[i], text).toBeLessThanOrEqual(high / 100 + slack);
    });
  });
});

const sentences = ['dog bites man', 'your cat is a lovely cat'];

/** Pre-norm, GELU, learned positions: what the shipped model is not. */
const preNorm = {
  hidden_size: 32,
  num_attention_heads: 4,
  intermediate_size: 48,
  num_hidden_layers: 2,
  max_position_embeddings: 16,
  type_vocab_size: 0,
  hidden_act: 'gelu',
  position_embedding_type: 'absolute',
  norm_order: 'pre',
  layer_norm_eps: 1e-5,
  embedding_norm: true,
  embedding_scale: false,
  masked_word_head: true,
  add_special_tokens: false,
};

const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

function preNormModel(): Buffer {
  const vocabulary = [...specials, ...new Set(sentences.join(' ').split(' '))];
  return untrainedModel({ ...preNorm, vocab_size: vocabulary.length }, vocabulary);
}

const views = ['embedding', 'position', 'projections', 'heatmap', 'concat', 'output'].concat([
  'attention-norm',
  'expand',
  'activate',
  'compress',
  'feed-forward-norm',
  'stack',
  'prediction',
]);

for (const [name, bytes, size, texts] of [
  ['the shipped model', () => readFileSync(modelPath), '8 heads', sentences],
  ['a pre-norm model with GELU', preNormModel, '4 heads', sentences.slice(0, 1)],
] as const) {
  test(`numbers of every step are the core’s, of ${name}${thoroughUnless(name === 'the shipped model')}`, async ({
    explorer,
    site,
    page,
  }, info) => {
    test.slow();
    const file = info.outputPath('model.safetensors');
    writeFileSync(file, bytes());
    await explorer.open(site.origin);
    await explorer.root.locator('.model-line input[type=file]').setInputFiles(file);
    await expect(explorer.root.locator('.model-line')).toContainText(size);
    for (const sentence of texts) {
      const trace = nativeTrace(sentence, file);
      const go = (view: string) =>
        page.evaluate(
          (hash) => {
            location.hash = hash;
          },
          `#sentence=${sentence.replaceAll(' ', '+')}&view=${view}&layer=2&head=2&token=2`,
        );
      await go('attention');
      await expect(explorer.words()).toHaveText(sentence.split(' '));
      await compareWithCore(explorer, trace);
      for (const view of views) {
        await go(view);
        await expect(explorer.root.locator('figure.step')).toHaveAttribute('data-view', view);
        await compareFormulas(explorer, trace, 1);
      }
    }
    expect(explorer.complaints).toEqual([]);
  });
}

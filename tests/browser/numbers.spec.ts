import { type Explorer, expect, test } from './fixtures';
import { nativeTrace } from './native-trace';
import { meaning, slack } from './written-number';

const heads = 8;
const dK = 16;

function expectNumbers(texts: readonly string[], values: readonly number[]): void {
  expect(texts).toHaveLength(values.length);
  texts.forEach((text, i) => {
    const [low, high] = meaning(text);
    expect(values[i], `written as ${text}`).toBeGreaterThanOrEqual(low);
    expect(values[i], `written as ${text}`).toBeLessThanOrEqual(high);
  });
}

/** Reads every number of the stage off the screen, and compares it with the core's own. */
async function compareWithCore(explorer: Explorer, sentence: string): Promise<void> {
  const trace = nativeTrace(sentence);
  const { layer, head, token } = await explorer.place();
  const name = (tensor: string) => `layers.${layer}.attention.${tensor}`;
  const scores = trace.row(name('scores'), head, token);
  const scaled = scores.map((score) => score / Math.sqrt(dK));
  const output = trace.row(name('heads'), token).slice(head * dK, (head + 1) * dK);
  expectNumbers(await explorer.numbers('scores'), scores);
  expectNumbers(await explorer.numbers('scaled'), scaled);
  expectNumbers(await explorer.numbers('weights'), trace.row(name('weights'), head, token));
  expectNumbers(await explorer.numbers('heads'), output);
}

test('every number on the stage is the core’s', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  await compareWithCore(explorer, "The animal didn't cross the street because it was too tired");
});

test('so it is for a typed sentence, in every head of a layer', async ({ explorer, site }) => {
  const sentence = 'the dog chased the cat because it was hungry';
  await explorer.open(site.origin);
  await explorer.type(sentence);
  await expect(explorer.words()).toHaveText(sentence.split(' '));
  await explorer.words().nth(6).click();
  for (let head = 0; head < heads; head++) {
    await explorer.root.getByRole('radio', { name: `Head ${head + 1},` }).click();
    await compareWithCore(explorer, sentence);
  }
});

test('the swap moves "it" from the animal to the street', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  const most = explorer.root.locator('.figure button.word.top');
  await expect(most).toHaveText('animal');
  await explorer.button(/^swap for/).click();
  await expect(explorer.words().last()).toHaveText('wide');
  await expect(most).toHaveText('street');
  await compareWithCore(explorer, "The animal didn't cross the street because it was too wide");
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
  const texts = await explorer.root.locator('.prediction .share').allTextContents();
  expect(texts).toHaveLength(5);
  texts.forEach((text, i) => {
    const [low, high] = meaning(text.replace(' %', ''));
    expect(shares[i], text).toBeGreaterThanOrEqual(low / 100 - slack);
    expect(shares[i], text).toBeLessThanOrEqual(high / 100 + slack);
  });
});

import { type Explorer, expect, test } from './fixtures';
import { modelPath, nativeTrace } from './native-trace';
import { expectNumbers } from './stage-numbers';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const text = "The animal didn't cross the street because it was too tired";
const focus = 7;

/** What is written of each word in one way, as numbers. */
const values = (texts: readonly string[]) =>
  texts.map((each) => Number(each.replace('−', '-').replace(/^</, '')));

async function openEffects(explorer: Explorer, origin: string): Promise<void> {
  await explorer.return();
  await explorer.page.goto(`${origin}/#view=effects`);
  await expect(explorer.root.locator('[data-tensor="left-out"]')).toHaveCount(11);
}

test('weights are the core’s, and the gradient is autograd’s', async ({ explorer, site }) => {
  await openEffects(explorer, site.origin);
  const options = ['--gradients', '--loss', `prediction:${focus}=animal`];
  const trace = nativeTrace(text, modelPath, options);
  const { layer, head } = await explorer.place();
  expectNumbers(
    await explorer.numbers('weight'),
    trace.row(`layers.${layer}.attention.weights`, head, focus),
  );
  const logits = trace.row('logits', focus);
  const most = Math.max(...logits);
  const p = 1 / logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0);
  // Of the loss −ln p; that of the log-odds is ÷ (1 − p), and of the opposite sign.
  const along = (token: number) => {
    const x = trace.row('embedding.output', token);
    const slope = trace.row('grad.embedding.output', token);
    return -x.reduce((sum, each, i) => sum + each * (slope[i] ?? 0), 0) / (1 - p);
  };
  // Differences over 0.3 % of a vector against the derivative (the probability is so near 1 that the log-odds bend
  // within them), and two decimals on the screen.
  values(await explorer.numbers('gradient')).forEach((found, token) => {
    expect(Math.abs(found - along(token))).toBeLessThan(0.01 + 0.08 * Math.abs(along(token)));
  });
});

test('each measure says the end of its own scale', async ({ explorer, site }) => {
  await openEffects(explorer, site.origin);
  const largest = async (tensor: string) =>
    Math.max(...values(await explorer.numbers(tensor)).map(Math.abs));
  const ends = await explorer.root.getByText(/^its own scale: /).allTextContents();
  const numbers = ends.map((text) => Number(/[\d.]+$/.exec(text)?.[0]));
  expect(numbers).toEqual(
    await Promise.all(['weight', 'rollout', 'gradient', 'left-out'].map(largest)),
  );
});

test('another word in focus is measured anew, and the figure says that it measures', async ({
  explorer,
  site,
}) => {
  await openEffects(explorer, site.origin);
  const before = await explorer.numbers('left-out');
  await explorer.root.getByRole('button', { name: 'look from street' }).click();
  await expect(explorer.root.locator('[data-tensor="left-out"]')).toHaveCount(11);
  await expect.poll(() => explorer.numbers('left-out')).not.toEqual(before);
  expect(explorer.complaints).toEqual([]);
});

import { type Explorer, expect } from './fixtures';
import type { NativeTrace } from './native-trace';
import { meaning } from './written-number';

/** Compares numbers as they are written with their values. */
export function expectNumbers(texts: readonly string[], values: readonly number[]): void {
  expect(texts).toHaveLength(values.length);
  texts.forEach((text, i) => {
    const [low, high] = meaning(text);
    expect(values[i], `written as ${text}`).toBeGreaterThanOrEqual(low);
    expect(values[i], `written as ${text}`).toBeLessThanOrEqual(high);
  });
}

/** Asks again until it holds: what is on the screen may still be that of a moment ago. */
export const eventually = (holds: () => Promise<void>): Promise<void> =>
  expect(holds).toPass({ timeout: 20_000 });

/** Reads every number of the stage off the screen, and compares it with the core's own. */
export const compareWithCore = (explorer: Explorer, trace: NativeTrace): Promise<void> =>
  eventually(() => compareNow(explorer, trace));

async function compareNow(explorer: Explorer, trace: NativeTrace): Promise<void> {
  const { layer, head, token } = await explorer.place();
  const name = (tensor: string) => `layers.${layer}.attention.${tensor}`;
  const scores = trace.row(name('scores'), head, token);
  const dK = trace.row(name('heads'), token).length / (trace.tensor(name('scores')).shape[0] ?? 1);
  const scaled = scores.map((score) => score / Math.sqrt(dK));
  const output = trace.row(name('heads'), token).slice(head * dK, (head + 1) * dK);
  expectNumbers(await explorer.numbers('scores'), scores);
  expectNumbers(await explorer.numbers('scaled'), scaled);
  expectNumbers(await explorer.numbers('weights'), trace.row(name('weights'), head, token));
  expectNumbers(await explorer.numbers('heads'), output);
}

/** The number of the trace that a formula's left side names by tensor and place. */
function named(trace: NativeTrace, tensor: string, where: string, token: number): number {
  const place = (what: string) => Number(new RegExp(`${what} (\\d+)`).exec(where)?.[1] ?? 0) - 1;
  if (tensor.endsWith('.weights')) return Math.max(...trace.row(tensor, place('head'), token));
  const row = trace.row(tensor, token);
  if (tensor === 'logits') return Math.max(...row);
  const heads = trace.tensor('layers.0.attention.scores').shape[0] ?? 1;
  return row[Math.max(0, place('head')) * (row.length / heads) + place('number')] ?? Number.NaN;
}

/** Compares the result of each formula below the stage, once there is one, with the core's own. */
export const compareFormulas = (
  explorer: Explorer,
  trace: NativeTrace,
  token: number,
): Promise<void> => eventually(() => compareFormulasNow(explorer, trace, token));

async function compareFormulasNow(
  { root }: Explorer,
  trace: NativeTrace,
  token: number,
): Promise<void> {
  await expect(root.locator('.formula')).not.toHaveCount(0);
  for (const formula of await root.locator('.formula').all()) {
    await expect(formula.locator('.symbols math')).toHaveText(/=/);
    const result = formula.locator('.numbers mn').first();
    const tensor = (await result.getAttribute('data-of')) ?? '';
    const where = (await formula.locator('button.about').textContent()) ?? '';
    expectNumbers([(await result.textContent()) ?? ''], [named(trace, tensor, where, token)]);
  }
}

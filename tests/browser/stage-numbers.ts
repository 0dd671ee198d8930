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

/** Reads every number of the stage off the screen, and compares it with the core's own. */
export async function compareWithCore(explorer: Explorer, trace: NativeTrace): Promise<void> {
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

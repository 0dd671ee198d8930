import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { buildPath } from '../../scripts/lib/paths.mjs';

/** Of each step, the loss of the masked words and that of the references. */
const losses = (command: string, ...args: string[]): number[] =>
  execFileSync(command, args).toString().trim().split(/\s+/).map(Number);

it('the trainer does as wasm what it does natively', () => {
  const native = losses(buildPath('release/tests/wasm/fovea_training_losses'));
  const wasm = losses(process.execPath, buildPath('wasm/tests/wasm/fovea_training_losses.js'));
  expect(native).toHaveLength(2 * 10);
  expect(wasm).toHaveLength(native.length);
  native.forEach((loss, i) => {
    expect(Math.abs((wasm[i] ?? Number.NaN) - loss), `loss ${i}`).toBeLessThan(1e-4);
  });
  // It has learned something meanwhile.
  expect(native.at(-2)).toBeLessThan((native[0] ?? 0) - 0.5);
});

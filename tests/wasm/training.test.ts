import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { buildPath, nativePath } from '../../scripts/lib/paths.mjs';
import { learnModules, likeMixtral, loadLearn, step, tiny } from './learn-module';

const steps = 40;
/** Of the encoder that is made otherwise. */
const variantSteps = 10;

/** Of each step, the loss of the masked words and that of the references. */
const losses = (command: string, ...args: string[]): number[] =>
  execFileSync(command, args).toString().trim().split(/\s+/).map(Number);

const native = losses(nativePath('tests/wasm/fovea_training_losses'));

function expectNative(found: readonly number[]): void {
  expect(found).toHaveLength(native.length);
  native.forEach((loss, i) => {
    expect(Math.abs((found[i] ?? Number.NaN) - loss), `loss ${i}`).toBeLessThan(1e-4);
  });
}

it('the trainer learns natively', () => {
  expect(native).toHaveLength(2 * (steps + variantSteps));
  expect(native[2 * (steps - 1)]).toBeLessThan((native[0] ?? 0) - 0.3);
});

it('the trainer does as wasm what it does natively @thorough', () => {
  expectNative(losses(process.execPath, buildPath('wasm/tests/wasm/fovea_training_losses.js')));
});

it.each(learnModules)('%s trains step by step as the native trainer', async (file) => {
  const fovea = await loadLearn(file);
  const lossesOf = (settings: typeof tiny, count: number): number[] => {
    const trainer = fovea.createTrainer(settings);
    return Array.from({ length: count }, () => {
      const { maskedLoss, referenceLoss } = step(trainer);
      return [maskedLoss, referenceLoss];
    }).flat();
  };
  expectNative([...lossesOf(tiny, steps), ...lossesOf(likeMixtral, variantSteps)]);
});

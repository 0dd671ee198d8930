import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { firstSettings } from '../../web/src/views/training/settings';
import { loadLearn, step } from './learn-module';

interface Frame {
  readonly step: number;
  readonly tired: readonly number[];
  readonly wide: readonly number[];
}

const { place, frames } = JSON.parse(
  readFileSync(projectPath('web/src/element/recorded-training.json'), 'utf8'),
) as { place: { layer: number; head: number }; frames: readonly Frame[] };

const text = (end: string) => `The animal didn't cross the street because it was too ${end}`;
const [animal, street] = [1, 5];

it('the strip of the first page begins as the training that it opens does @thorough', async () => {
  const fovea = await loadLearn('fovea_learn_relaxed.wasm');
  const trainer = fovea.createTrainer({ ...firstSettings });
  /** The head's weights at "it", in hundredths. */
  const rowOf = (end: string): readonly number[] => {
    const model = fovea.loadModel(sourceOf(trainer.model()));
    const { tokens, tensors, data } = model.encode(text(end), {});
    const { offset = 0 } =
      tensors.find(({ name }) => name === `layers.${place.layer}.attention.weights`) ?? {};
    const token = tokens.findIndex(({ piece }) => piece === 'it');
    const begin = offset + (place.head * tokens.length + token) * tokens.length;
    model.delete();
    return [...data.subarray(begin, begin + tokens.length)].map((w) => 100 * w);
  };
  let made = 0;
  for (const frame of frames.filter(({ step }) => step <= 300)) {
    for (; made < frame.step; made++) step(trainer);
    for (const end of ['tired', 'wide'] as const)
      rowOf(end).forEach((w, i) => {
        // Processors that multiply and add in one rounding train a little differently.
        expect(Math.abs(w - (frame[end][i] ?? 0)), `step ${frame.step}, ${i}`).toBeLessThan(3);
      });
  }
  expect(made).toBe(300);
}, 120_000);

it('it goes from random numbers to the right noun of each sentence', () => {
  const [first, last] = [frames[0], frames.at(-1)];
  expect(first?.step).toBe(0);
  expect(Math.max(...(first?.tired ?? []))).toBeLessThan(15);
  expect(last?.tired[animal]).toBeGreaterThan(90);
  expect(last?.wide[street]).toBeGreaterThan(90);
  for (const { tired, wide } of frames)
    for (const row of [tired, wide])
      expect(Math.abs(row.reduce((sum, w) => sum + w, 0) - 100)).toBeLessThan(5);
});

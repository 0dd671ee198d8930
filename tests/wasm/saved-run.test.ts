import { expect, it } from 'vitest';
import type { LearnSettings } from '../../web/src/learn/protocol';
import { savedSettings } from '../../web/src/views/training/saved';
import { loadLearn, tiny, withOptions } from './learn-module';

const all: readonly LearnSettings[] = [
  { size: 'tiny', seed: 2, warmup: true, structure: '' },
  { size: 'tiny', seed: 5, warmup: false, structure: 'positions=off,norm=pre', rate: 0.01 },
  { size: 'small', seed: 1, warmup: true, structure: 'residual=off' },
  {
    ...{ size: 'tiny', seed: 1, warmup: true, structure: 'norm=pre,activation=silu' },
    ...{ positions: 'rotary', kvHeads: 2, rmsNorm: true, gated: true },
    ...{ experts: 3, expertsPerToken: 1, balance: 0.1 },
  },
];
const shipped: LearnSettings = { size: 'shipped', seed: 3, warmup: true, structure: '' };

it.each([...all.map((settings) => ['', settings] as const), [' @thorough', shipped] as const])(
  'a saved run says with what it was begun%s: %j',
  async (_, settings) => {
    const trainer = (await loadLearn()).createTrainer(settings);
    expect(savedSettings(trainer.checkpoint())).toEqual(settings);
    trainer.delete();
  },
);

it('what is no saved run says nothing', async () => {
  expect(savedSettings(new Uint8Array(4))).toBeNull();
  expect(savedSettings(new Uint8Array(400))).toBeNull();
  const trainer = (await loadLearn()).createTrainer(all[0] as LearnSettings);
  expect(savedSettings(trainer.model())).toBeNull();
});

it.each([-1, 0.5, null, 1e300, '"2"'])('a saved run of the seed %s says nothing', async (seed) => {
  const saved = (await loadLearn()).createTrainer(tiny).checkpoint();
  expect(savedSettings(withOptions(saved, { seed: 7 }))?.seed).toBe(7);
  expect(savedSettings(withOptions(saved, { seed: seed as number }))).toBeNull();
});

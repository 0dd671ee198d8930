import createFoveaLearn from 'fovea-learn-wasm';
import { expect, it } from 'vitest';
import { lookAhead } from '../../web/src/learn/look-ahead';
import type { Encoding } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { Trace } from '../../web/src/model/trace';
import { streamName } from '../../web/src/state/stream';
import {
  likeMixtral,
  loadLearn,
  same,
  step,
  stepTogether,
  tiny,
  withOptions,
} from './learn-module';
import { loadShipped, loadWithMemory, thrownBy } from './shipped';

const text = "The animal didn't cross the street because it was too tired";

it('two and three trainers that share a step make what one makes, bit for bit', async () => {
  const fovea = await loadLearn();
  const one = fovea.createTrainer(tiny);
  const two = [1, 2].map(() => fovea.createTrainer(tiny));
  const three = [1, 2, 3].map(() => fovea.createTrainer(tiny));
  for (let i = 0; i < 3; ++i) {
    const report = step(one);
    for (const other of [...stepTogether(two), ...stepTogether(three)])
      expect(other).toEqual(report);
  }
  const checkpoint = one.checkpoint();
  for (const trainer of [...two, ...three])
    expect(same(trainer.checkpoint(), checkpoint)).toBe(true);
});

it('an encoder made otherwise is trained by two as by one, and says how it is made', async () => {
  const fovea = await loadLearn();
  const one = fovea.createTrainer(likeMixtral);
  const two = [1, 2].map(() => fovea.createTrainer(likeMixtral));
  for (let i = 0; i < 2; ++i) {
    const report = step(one);
    for (const other of stepTogether(two)) expect(other).toEqual(report);
    const { parts, shares } = report;
    expect(parts.map(({ name }) => name)).toContain('layers.1.router');
    expect(shares).toHaveLength(8);
    expect(shares.slice(4).reduce((sum, share) => sum + share, 0)).toBeCloseTo(2, 5);
  }
  for (const trainer of two) expect(same(trainer.checkpoint(), one.checkpoint())).toBe(true);
  const { config } = one.info();
  expect(config).toMatchObject({ position_embedding_type: 'rotary', norm_type: 'rms_norm' });
  expect(config).toMatchObject({ num_key_value_heads: 2, num_local_experts: 4 });
  const encoded = fovea.loadModel(sourceOf(one.model())).encode(text, {});
  const trace = new Trace(encoded as unknown as Encoding);
  expect(trace.has('layers.0.feedForward.choice')).toBe(true);
  expect(streamName(trace, 1)).toBe('layers.0.feedForward.residual');
});

it('an encoder that cannot be made so is refused, by the key', async () => {
  const fovea = await loadLearn();
  const refused = (settings: object) =>
    thrownBy(() => fovea.createTrainer({ ...tiny, ...settings }));
  expect(refused({ kvHeads: 3 })).toMatchObject({ code: 'invalid-config' });
  expect(refused({ kvHeads: 3 }).message).toContain('num_key_value_heads is 3');
  expect(refused({ positions: 'round' }).message).toContain('must be one of sinusoidal');
  expect(refused({ experts: 2, expertsPerToken: 3 }).message).toContain(
    'at most num_local_experts',
  );
});

it.each([-1, Number.NaN, 0.5, Number.POSITIVE_INFINITY])('the seed %s is refused', async (seed) => {
  const fovea = await loadLearn();
  expect(thrownBy(() => fovea.createTrainer({ ...tiny, seed }))).toEqual({
    code: 'invalid-input',
    message: `seed is ${seed}, but must be a whole number from 0 to 9007199254740991`,
  });
});

it('a run that is continued goes on as it would have', async () => {
  const fovea = await loadLearn();
  const trainer = fovea.createTrainer({ ...tiny, structure: 'positions=off', rate: 0.002 });
  step(trainer);
  const saved = trainer.checkpoint();
  const next = step(trainer);
  const continued = fovea.restoreTrainer(saved);
  expect(continued.info().done).toBe(1);
  expect(step(continued)).toEqual(next);
  expect(same(continued.checkpoint(), trainer.checkpoint())).toBe(true);
});

it('the settings reach the trainer', async () => {
  const fovea = await loadLearn();
  const rate = (settings: object) => step(fovea.createTrainer({ ...tiny, ...settings })).rate;
  expect(rate({ warmup: false, rate: 0.003 })).toBeCloseTo(0.003, 5);
  expect(rate({ rate: 0.003 })).toBeLessThan(0.0003);
  const other = step(fovea.createTrainer({ ...tiny, seed: 3 }));
  expect(other.maskedLoss).not.toBe(step(fovea.createTrainer(tiny)).maskedLoss);
});

it('what has been learned is a model file, for this module and for the page’s', async () => {
  const learn = await loadLearn();
  const trainer = learn.createTrainer(tiny);
  step(trainer);
  const file = trainer.model();
  const page = (await loadShipped()).loadModel(sourceOf(file));
  const here = learn.loadModel(sourceOf(file));
  expect(page.info().parameters).toBe(trainer.info().parameters);
  expect(page.info().vocabulary).toEqual(trainer.info().vocabulary);
  const encoded = here.encode(text, {});
  expect(encoded.tensors.length).toBeGreaterThan(20);
  const bytesOf = ({ data }: { data: Float32Array }) => new Uint8Array(data.buffer);
  expect(same(bytesOf(page.encode(text, {})), bytesOf(encoded))).toBe(true);
});

it('a lesson moves the weights towards what it says, and can be taken back', async () => {
  const fovea = await loadLearn();
  const trainer = fovea.createTrainer(tiny);
  step(trainer);
  const before = trainer.checkpoint();
  const { vocabulary } = trainer.info();
  const lesson = { text: 'it was tired', token: 0, piece: vocabulary.indexOf('tired') };
  const { losses, moves, mended, broken } = trainer.teach({ ...lesson, steps: 3, rate: 0.05 });
  expect(losses).toHaveLength(4);
  expect(losses).toEqual(losses.toSorted((a, b) => b - a));
  expect(moves.some(({ moved, norm }) => moved > 0 && moved < norm)).toBe(true);
  expect(mended + broken).toBeGreaterThanOrEqual(0);
  expect(same(trainer.checkpoint(), before)).toBe(false);
  trainer.restore(before);
  expect(same(trainer.checkpoint(), before)).toBe(true);
});

it('a sentence of the batch is looked at: its numbers, its gradients, and what it is asked', async () => {
  const fovea = await loadLearn();
  const trainer = fovea.createTrainer({ ...tiny, warmup: false });
  trainer.beginStep();
  const { ids, targets, tensors, data } = trainer.look();
  expect(targets.some(({ reference }) => reference)).toBe(true);
  expect(targets.some(({ reference }) => !reference)).toBe(true);
  const of = (name: string) => {
    const tensor = tensors.find((each) => each.name === name);
    if (!tensor) throw new Error(`no ${name}`);
    return data.subarray(tensor.offset, tensor.offset + tensor.length);
  };
  expect(of('grad.layers.0.attention.weights').some((x) => x !== 0)).toBe(true);
  const logits = of('logits');
  const pieces = logits.length / ids.length;
  const share = ({ token, piece }: { token: number; piece: number }) => {
    const row = logits.subarray(token * pieces, (token + 1) * pieces);
    const powers = Array.from(row, Math.exp);
    return (powers[piece] ?? 0) / powers.reduce((sum, x) => sum + x, 0);
  };
  const before = trainer.answers();
  expect(before).toHaveLength(targets.length);
  for (const [i, target] of targets.entries()) expect(before[i]).toBeCloseTo(share(target), 5);
  step(trainer);
  expect(trainer.answers()).not.toEqual(before);
  expect(thrownBy(() => trainer.look()).code).toBe('invalid-input');
});

it('what cannot be is refused with a code', async () => {
  const fovea = await loadLearn();
  const refused = (settings: object) =>
    thrownBy(() => fovea.createTrainer({ ...tiny, ...settings })).code;
  expect(refused({ size: 'huge' })).toBe('invalid-config');
  expect(refused({ structure: 'norm=sideways' })).toBe('invalid-input');
  expect(refused({ structure: 'softmax=columns' })).toBe('invalid-input');
  expect(thrownBy(() => fovea.restoreTrainer(new Uint8Array(100))).code).toBeTypeOf('string');
  const trainer = fovea.createTrainer(tiny);
  expect(thrownBy(() => trainer.runShard(0)).code).toBe('invalid-input');
  trainer.beginStep();
  expect(thrownBy(() => trainer.finishStep([null])).code).toBe('invalid-input');
});

it('two thousand steps take no more memory than the first ones @thorough', async () => {
  const { fovea, memory } = await loadWithMemory(createFoveaLearn, 'fovea_learn.wasm');
  const whole = fovea.createTrainer(tiny).checkpoint();
  const trainer = fovea.restoreTrainer(withOptions(whole, { sentencesPerStep: 2, steps: 3000 }));
  const round = () => {
    const shards = trainer.beginStep();
    const gradients = Array.from({ length: shards }, (_, shard) =>
      trainer.gradientOf(shard, false),
    );
    trainer.finishStep(gradients);
  };
  for (let i = 0; i < 100; ++i) round();
  trainer.evaluate();
  trainer.model();
  const settled = memory.buffer.byteLength;
  for (let i = 0; i < 1900; ++i) round();
  trainer.evaluate();
  trainer.model();
  expect(trainer.info().done).toBe(2000);
  expect(memory.buffer.byteLength).toBe(settled);
});

it('looks at a sentence whose hidden piece would join its neighbour, and cannot read it as a text @thorough', async () => {
  const fovea = await loadLearn();
  const trainer = fovea.createTrainer({ ...tiny, size: 'shipped' });
  const model = fovea.loadModel(sourceOf(trainer.model() as Uint8Array<ArrayBuffer>));
  const { vocabulary } = model.info();
  // In the seventh step "num" is hidden before "##b" and "##er": as a text, they are the word "number".
  const readable = Array.from({ length: 7 }, () => {
    const seen = lookAhead(trainer, model, vocabulary);
    step(trainer);
    return seen.readable;
  });
  expect(readable).toEqual([true, true, true, true, true, true, false]);
  model.delete();
  trainer.delete();
});

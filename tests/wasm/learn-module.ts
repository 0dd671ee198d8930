import { readFileSync } from 'node:fs';
import createFoveaLearn, {
  type FoveaLearnModule,
  type StepReport,
  type Trainer,
} from 'fovea-learn-wasm';
import { buildPath } from '../../scripts/lib/paths.mjs';
import { partsOf } from '../../web/src/learn/shared-steps';
// It has Node run relaxed SIMD.
import './shipped';

export const learnModules = ['fovea_learn.wasm', 'fovea_learn_relaxed.wasm'] as const;

/** A module that trains, in Node. */
export const loadLearn = (
  file: (typeof learnModules)[number] = 'fovea_learn.wasm',
): Promise<FoveaLearnModule> =>
  createFoveaLearn({ wasmBinary: readFileSync(buildPath(`wasm/${file}`)) });

export const tiny = { size: 'tiny', seed: 2, warmup: true, structure: '' };

/** The same made otherwise in all that it can be. */
export const likeMixtral = {
  ...{ ...tiny, structure: 'norm=pre,activation=silu', positions: 'rotary', kvHeads: 2 },
  ...{ rmsNorm: true, gated: true, experts: 4 },
};

/** Whether two arrays of bytes are the same; `toEqual` would take seconds. */
export const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** One step of a trainer alone. */
export function step(trainer: Trainer): StepReport {
  const shards = trainer.beginStep();
  for (let shard = 0; shard < shards; shard++) trainer.runShard(shard);
  return trainer.finishStep(Array<null>(shards).fill(null));
}

/** One step of trainers that share it as the page's workers do. */
export function stepTogether(trainers: readonly Trainer[]): StepReport[] {
  const [shards = 0] = trainers.map((trainer) => trainer.beginStep());
  const parts = partsOf(shards, trainers.length).map(({ first, pair, owner }) => {
    const trainer = trainers[owner] as Trainer;
    return { first, trainer, gradient: trainer.gradientOf(first, pair) };
  });
  return trainers.map((own) => {
    own.drawAhead();
    const gradients = Array<Float32Array | null>(shards).fill(null);
    for (const { first, trainer, gradient } of parts)
      if (trainer !== own) gradients[first] = gradient;
    return own.finishStep(gradients);
  });
}

/** A checkpoint whose training is of other options: smaller steps, say. */
export function withOptions(
  checkpoint: Uint8Array,
  changed: Record<string, number>,
): Uint8Array<ArrayBuffer> {
  const view = new DataView(checkpoint.buffer, checkpoint.byteOffset);
  const length = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(checkpoint.subarray(8, 8 + length)));
  const { __metadata__: metadata } = header;
  for (const [key, value] of Object.entries(changed))
    metadata.options = metadata.options.replace(new RegExp(`"${key}":[^,}]+`), `"${key}":${value}`);
  const json = new TextEncoder().encode(JSON.stringify(header));
  const padded = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(8 + padded + checkpoint.length - 8 - length).fill(32);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(padded), true);
  bytes.set(json, 8);
  bytes.set(checkpoint.subarray(8 + length), 8 + padded);
  return bytes;
}

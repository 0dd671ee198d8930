// What small trainings show, made by the page's own trainer.
import { fixed, whole } from '../format.mjs';

const rate = 0.01;
const steps = 160;

function step(trainer) {
  const shards = trainer.beginStep();
  for (let shard = 0; shard < shards; shard++) trainer.runShard(shard);
  return trainer.finishStep(Array(shards).fill(null));
}

/** A small training at a high rate: its first step, and the loss at hidden words in the end. */
function trained(studies, warmup) {
  const trainer = studies.createTrainer({ size: 'tiny', seed: 1, rate, warmup, structure: '' });
  const first = step(trainer);
  for (let i = 1; i < steps; i++) step(trainer);
  const { maskedLoss } = trainer.evaluate();
  trainer.delete();
  return { first, maskedLoss };
}

/** Adam's first step: how long the gradient of two parts is, and how far they are moved. */
function adam({ parts }) {
  const of = (name) => parts.find((part) => part.name === name);
  const [table, layer] = [of('embedding'), of('layers.0')];
  return {
    'adam-gradients': fixed(table.gradient / layer.gradient, 0),
    'adam-moves': fixed(table.update / layer.update, 1),
  };
}

export function numbers(_model, studies) {
  const [warm, cold] = [true, false].map((warmup) => trained(studies, warmup));
  return {
    'high-rate': fixed(rate),
    'high-rate-steps': whole(steps),
    'warm-loss': fixed(warm.maskedLoss, 1),
    'cold-loss': fixed(cold.maskedLoss, 1),
    ...adam(cold.first),
  };
}

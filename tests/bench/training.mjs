// Steps of the trainer beside PyTorch and TensorFlow.js, which make the same steps of the same batches,
// and on two threads or workers beside one.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { withPages } from './pages.mjs';
import { installPeers } from './peers.mjs';
import { withPrograms } from './programs.mjs';
import { say } from './progress.mjs';
import { compare, median, medianRatio, repeat } from './rounds.mjs';
import { hasFastTorch, python } from './torch.mjs';

/** The first of them warms up; the median of few would be that of odd batches. */
const steps = { least: 8, most: 20 };
const folder = buildPath('bench-models');
const filesOf = (threads) => [
  `${folder}/training-${threads}.safetensors`,
  `${folder}/training-${threads}.json`,
];
const onTwo = 'fovea, 2 threads';

/** On one core two threads would only wait for each other. */
function foveaCommands() {
  const command = (threads) => [
    buildPath('release/fovea_training'),
    ...filesOf(threads),
    `${threads}`,
  ];
  return { fovea: command(1), ...(availableParallelism() > 1 && { [onTwo]: command(2) }) };
}

/** By the name of what has two threads or workers, that of the same with one. */
const alone = { [onTwo]: 'fovea' };

/** Resolves to functions that make a step in the page and give its milliseconds and loss. */
async function pageTrainers(open) {
  const trainers = {};
  for (const kind of ['relaxed', 'plain'])
    for (const workers of availableParallelism() > 1 ? [1, 2] : [1]) {
      const page = await open();
      await page.evaluate(
        async ([kind, workers]) => {
          const { training } = await import('./page-training.mjs');
          globalThis.trainer = await training(kind, workers);
        },
        [kind, workers],
      );
      const name = `fovea ${kind}`;
      const shared = `${name}, 2 workers`;
      if (workers > 1) alone[shared] = name;
      trainers[workers > 1 ? shared : name] = () => page.evaluate(() => globalThis.trainer.step());
    }
  return trainers;
}

/** The same in TensorFlow.js, of what the native program has written. */
async function tensorflowTrainer(open) {
  const page = await open();
  const files = filesOf(1).map((file) => `/bench-models/${basename(file)}`);
  await page.evaluate(async ([model, batches]) => {
    const { training } = await import('./page-tensorflow-training.mjs');
    globalThis.trainer = await training(model, batches);
  }, files);
  return { 'tfjs-wasm': () => page.evaluate(() => globalThis.trainer.step()) };
}

/** The same weights, batches and updates: all losses go together. */
function checkLosses(results, step) {
  const losses = results.map(({ loss }) => loss);
  const spread = (Math.max(...losses) - Math.min(...losses)) / Math.max(...losses);
  if (!(spread < 1e-2)) throw new Error(`training, step ${step}: the losses differ by ${spread}`);
}

async function alternateSteps(trainers, milliseconds) {
  const names = Object.keys(trainers);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const tokens = [];
  await repeat(milliseconds, steps, async (step) => {
    say(`train: step ${step + 1}`);
    const results = [];
    for (const name of names) results.push(await trainers[name]());
    checkLosses(results, step);
    if (step === 0) return;
    for (const [i, name] of names.entries()) times[name].push(results[i].ms);
    tokens.push(results[names.indexOf('fovea')].tokens);
  });
  return { times, tokens };
}

const torchCommand = () => {
  const script = projectPath('tests/bench/torch_training.py');
  return hasFastTorch() ? { pytorch: [python, script, ...filesOf(1)] } : {};
};

async function measure(programs, inPage, milliseconds) {
  const trainers = { ...inPage };
  for (const [name, program] of Object.entries(programs))
    trainers[name] = () => program.ask('step');
  const { times, tokens } = await alternateSteps(trainers, milliseconds);
  const n = median(tokens);
  return compare(times, 'pytorch').map((result) => ({
    ...{ suite: 'train', model: 'demo', n, ...result },
    tokensPerSecond: (1000 * n) / result.ms,
    ...(alone[result.engine] && {
      ofOneThread: medianRatio(times[alone[result.engine]], times[result.engine]),
    }),
  }));
}

export const training = (browser, milliseconds) =>
  withPages(browser, async (open) => {
    mkdirSync(folder, { recursive: true });
    await installPeers();
    const inPage = await pageTrainers(open);
    return withPrograms(foveaCommands(), async (native) => {
      // It writes what PyTorch reads.
      await native.fovea.ask('ready');
      const pages = { ...inPage, ...(await tensorflowTrainer(open)) };
      return withPrograms(torchCommand(), (torch) =>
        measure({ ...native, ...torch }, pages, milliseconds),
      );
    });
  });

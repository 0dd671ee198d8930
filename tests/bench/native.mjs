// Fovea beside other engines natively: a process each, one thread, the same weights and ids.
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { flops, lengthsOf, modelPath, onnxPath } from './peer-models.mjs';
import { withPrograms } from './programs.mjs';
import { say } from './progress.mjs';
import { alternate, captureCost, compare, largestDifference } from './rounds.mjs';
import { Time } from './time.mjs';
import { hasFastTorch, python } from './torch.mjs';

const peer = 'onnxruntime-node';
const capturing = 'fovea, all layers captured';
const changing = 'fovea, captured and changed';
/** Longer traces of the large models do not fit into the memory of a small machine. */
const longestCaptured = 128;

const script = (name) => projectPath(`tests/bench/${name}`);

function commandsOf({ name, config }) {
  const engine = [buildPath('release/fovea_engine'), modelPath(name)];
  const onnxruntime = [script('onnxruntime-forward.mjs'), onnxPath(name), `${config.vocab_size}`];
  return {
    fovea: engine,
    eigen: [...engine, 'eigen'],
    [peer]: [process.execPath, ...onnxruntime],
    ...(hasFastTorch() && { pytorch: [python, script('torch_forward.py'), modelPath(name)] }),
  };
}

/** Turns of n tokens; `samples` takes up values of the outputs. */
function turnsOf(programs, n, samples) {
  const turn = (name, program, suffix) => async (passes) => {
    const { ms, sample } = await program.ask(`${n} ${passes}${suffix}`);
    samples[name] = sample;
    return ms;
  };
  const turns = {};
  for (const [name, program] of Object.entries(programs)) turns[name] = turn(name, program, '');
  if (n <= longestCaptured) {
    turns[capturing] = turn(capturing, programs.fovea, ' all');
    turns[changing] = turn(changing, programs.fovea, ' changed');
  }
  return turns;
}

/** Refuses engines that do not compute the same. */
function check(samples, where) {
  for (const [name, sample] of Object.entries(samples)) {
    const difference = largestDifference(sample, samples[peer]);
    if (!(difference < 1e-3)) throw new Error(`${where}: ${name} differs by ${difference}`);
  }
}

async function measure(model, programs, n, milliseconds) {
  const samples = {};
  const limits = [];
  const measureLimit = async () => limits.push((await programs.fovea.ask('limit')).limit);
  const times = await alternate(turnsOf(programs, n, samples), milliseconds, measureLimit);
  check(samples, `${model.name}, n = ${n}`);
  const costs = {
    [capturing]: captureCost(times, 'fovea', capturing),
    [changing]: captureCost(times, capturing, changing),
  };
  return compare(times, peer, { flops: flops(model.config, n), limits }).map((result) => ({
    ...{ suite: 'native', model: model.name, n, ...result },
    ...(costs[result.engine] !== undefined && { captureCost: costs[result.engine] }),
  }));
}

export async function native(models, milliseconds) {
  const records = [];
  const time = new Time(milliseconds, models.flatMap(lengthsOf).length);
  for (const model of models)
    await withPrograms(commandsOf(model), async (programs) => {
      for (const n of lengthsOf(model)) {
        say(`native: ${model.name}, n = ${n}`);
        records.push(...(await measure(model, programs, n, time.share())));
      }
    });
  return records;
}

// Runs in the page of the benchmark: training as the page does it, in workers of fovea-learn.js.
import { loadScript } from './page-engines.mjs';

/** Has every worker take the module that runs in all browsers. */
function refuseRelaxed() {
  const first = 'WebAssembly.validate = () => false;';
  globalThis.Blob = class extends Blob {
    constructor(parts, options) {
      super(options?.type?.startsWith('text/javascript') ? [first, ...parts] : parts, options);
    }
  };
}

/** A training of the shipped model; `step` resolves to the milliseconds of a step and its loss. */
export async function training(kind, workers) {
  if (kind === 'plain') refuseRelaxed();
  await loadScript('./fovea-learn.js');
  let report;
  const learner = globalThis.foveaLearn.openLearner({
    reports: (reports) => {
      report = reports.at(-1);
    },
    kept() {},
    finished() {},
    failed(error) {
      throw error;
    },
  });
  learner.workers = workers;
  await learner.start({ size: 'shipped', seed: 2, warmup: true, structure: '' });
  let spent = 0;
  return {
    step: async () => {
      await learner.stepOnce();
      const ms = 1000 * report.seconds - spent;
      spent += ms;
      return { ms, loss: report.maskedLoss };
    },
  };
}

// Untrained encoders of 24 layers, as the page's own study makes them: what residual paths and norms do.
import { fixed, tiny } from '../format.mjs';
import { mean } from '../vector.mjs';

const depth = 24;
const seeds = 2;

/** The mean over seeds of what arrives before the first layer, or is left behind the last. */
const meanOf = (runs, name, at) => mean(runs.map((run) => run[name].at(at)));

export function numbers(_model, studies) {
  const study = (structure) => studies.studyDepth({ depth, structure, seeds });
  const plain = study('norm=none,residual=off');
  const [post, pre] = [study('norm=post'), study('norm=pre')];
  return {
    'study-depth': String(depth),
    'gradient-plain': tiny(meanOf(plain, 'gradient', 0)),
    'gradient-post': fixed(meanOf(post, 'gradient', 0)),
    'difference-post': tiny(meanOf(post, 'difference', -1)),
    'difference-pre': fixed(meanOf(pre, 'difference', -1)),
  };
}

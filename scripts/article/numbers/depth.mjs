// Untrained encoders of 24 layers, as the page's own study makes them: what residual connections, norms and the way the
// weights begin do. Each number is the middle of the seeds, with the least and the most of them.
import { fixed, power, whole } from '../format.mjs';

const depth = 24;
const seeds = 5;

/** BERT's matrices begin with deviation .02 at width 768: the same length of what a matrix makes, at this width. */
const bertLike = { width: 64, deviation: 0.02 * Math.sqrt(768 / 64) };

/** What arrives before the first layer, or is left behind the last, of each seed. */
const each = (runs, name, at) => runs.map((run) => run[name].at(at)).sort((a, b) => a - b);

const written = (x) => (x >= 0.01 && x < 1000 ? fixed(x) : power(x));

/** "0.64 (0.27 to 1.07)" */
function spread(values) {
  const [least, most] = [values[0], values.at(-1)].map(written);
  return `${written(values[(values.length - 1) / 2])} (${least} to ${most})`;
}

export function numbers(_model, studies) {
  const study = (structure, more) => studies.studyDepth({ depth, structure, seeds, ...more });
  const gradient = (structure) => spread(each(study(structure), 'gradient', 0));
  const difference = (structure, more) => spread(each(study(structure, more), 'difference', -1));
  return {
    'study-depth': String(depth),
    'study-seeds': whole(seeds),
    'gradient-plain': gradient('norm=none,residual=off'),
    'gradient-path': gradient('norm=none'),
    'gradient-norm': gradient('norm=post,residual=off'),
    'gradient-post': gradient('norm=post'),
    'difference-post': difference('norm=post'),
    'difference-pre': difference('norm=pre'),
    'difference-bert': difference('norm=post', bertLike),
  };
}

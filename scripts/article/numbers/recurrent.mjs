// The recurrent network beside the encoder, as `fovea compare` measured them once.
import { readFileSync } from 'node:fs';
import { projectPath } from '../../lib/paths.mjs';
import { fixed, share, whole } from '../format.mjs';
import { mean } from '../vector.mjs';

const middle = (values) => Math.exp(mean(values.map(Math.log)));

export function numbers() {
  const path = projectPath('web/src/views/recurrence/comparison.json');
  const { distances, lengths, right, maskedLoss, steps } = JSON.parse(readFileSync(path, 'utf8'));
  const [near, far] = [distances[0], distances.at(-1)];
  const kept = (network, when = 'gradientBefore') =>
    middle(far[when][network]) / middle(near[when][network]);
  const times = ({ reading: { recurrent, encoder } }) => fixed(recurrent / encoder, 1);
  return {
    'compared-steps': whole(steps),
    'compared-near': whole(near.distance),
    'compared-far': whole(far.distance),
    'gradient-recurrent': fixed(kept('recurrent')),
    'gradient-encoder': fixed(kept('encoder')),
    'trained-recurrent': fixed(kept('recurrent', 'gradientAfter')),
    'trained-encoder': fixed(kept('encoder', 'gradientAfter')),
    'near-recurrent': share(mean(near.right.recurrent)),
    'far-recurrent': share(mean(far.right.recurrent)),
    'right-recurrent': share(mean(right.recurrent)),
    'right-encoder': share(mean(right.encoder)),
    'words-recurrent': fixed(mean(maskedLoss.recurrent)),
    'words-encoder': fixed(mean(maskedLoss.encoder)),
    'text-short': whole(lengths[0].tokens),
    'text-long': whole(lengths.at(-1).tokens),
    'time-short': times(lengths[0]),
    'time-long': times(lengths.at(-1)),
  };
}

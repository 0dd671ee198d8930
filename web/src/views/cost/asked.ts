import { percent } from '../../state/format';
import { cacheBytes, flopParts, scoreBytes, total, usedParameters } from '../kit/cost/count';
import { amount, bytesText, timeText } from './amounts';
import { processor } from './caption';
import { isTrainingKnown } from './presets';
import type { CostSettings } from './settings';

type Asked = readonly [written: string, key: string];

/** The numbers of each text, in its order. */
export const askedOfFlops = ({ shape, words }: CostSettings): readonly Asked[] => {
  const parts = flopParts(shape, words);
  const all = total(parts);
  return [
    [amount(all), 'flops'],
    [percent(parts.attention / all), 'flops share'],
  ];
};

export const askedOfMemory = ({ shape, words }: CostSettings): readonly Asked[] => {
  const one = scoreBytes(shape, words);
  const cache = cacheBytes(shape, words);
  return [
    [bytesText(one), 'scores'],
    [bytesText(one * shape.num_hidden_layers), 'scores-all'],
    [bytesText(cache), 'cache'],
  ];
};

export const askedOfTraining = (settings: CostSettings): readonly Asked[] => {
  if (!isTrainingKnown(settings)) return [];
  const { shape, trained } = settings;
  const flops = 6 * usedParameters(shape) * trained;
  return [
    [amount(flops), 'training'],
    [timeText(flops / processor), 'training time'],
  ];
};

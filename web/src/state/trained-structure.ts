import type { ModelInfo } from '../model/protocol';

/** What the config of a model says by itself, and what is so in every model. */
const said =
  /^(?:positions=\w+|norm=(?:pre|post)|activation=\w+|mask=none|softmax=rows|norm_axis=model|heads=split|\w+=on)$/;

/** How a model was trained, where its config cannot say it: as its file's metadata has it, or empty. */
export const trainedStructure = (model: ModelInfo | null): string =>
  (model?.metadata.structure ?? '')
    .split(',')
    .filter((option) => option && !said.test(option))
    .join(',');

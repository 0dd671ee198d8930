import type { ModelInfo } from '../../model/protocol';
import { msg } from '../../words/msg';
import { knownPresets, type Preset, shapeOf } from '../kit/cost';
import { type CostSettings, settingsOf } from './settings';

/** The presets, the open model's first. */
export function presetsOf(model: ModelInfo | null): readonly Preset[] {
  if (!model) return knownPresets;
  const own: Preset = {
    ...{ id: 'own', name: msg`this model`, shape: shapeOf(model.config), trained: null },
    note: '',
    words: model.config.max_position_embeddings,
  };
  return [own, ...knownPresets];
}

/** Words of a training, before the reader or a preset says how many. */
const firstTrained = 1e9;

/** Whether somebody has said on how many words it was trained: a paper, or the reader. */
export const isTrainingKnown = ({ preset, trained }: CostSettings): boolean =>
  trained !== firstTrained || knownPresets.some((each) => each.id === preset && each.trained);

/** A preset of that id as it is, else the open model. */
export function presetSettings(model: ModelInfo | null, id: string): CostSettings {
  const presets = presetsOf(model);
  const preset = presets.find((each) => each.id === id) ?? presets[0];
  return settingsOf(preset as Preset, firstTrained);
}

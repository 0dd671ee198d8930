import type { ModelInfo } from '../../model/protocol';
import { later, msg } from '../../words/msg';
import { type CostSettings, settingsOf } from './settings';
import { knownPresets, type Preset, shapeOf } from './shape';

/** What the formulas leave out of a model of another kind than BERT's. */
function leftOut(config: ModelInfo['config']): string {
  const { num_key_value_heads: kv, num_attention_heads: heads, norm_type } = config;
  const other =
    (kv && kv !== heads) ||
    config.num_local_experts ||
    config.gated_feed_forward ||
    norm_type === 'rms_norm';
  return other
    ? later(
        'The formulas are those of an encoder like BERT of its sizes: heads that share keys, gates, experts and RMSNorm, which this model has or has in part, are not in them.',
      )
    : '';
}

/** The presets, the open model's first. */
export function presetsOf(model: ModelInfo | null): readonly Preset[] {
  if (!model) return knownPresets;
  const own: Preset = {
    ...{ id: 'own', name: msg`this model`, shape: shapeOf(model.config), trained: null },
    note: leftOut(model.config),
    words: model.config.max_position_embeddings,
  };
  return [own, ...knownPresets];
}

/** Words of a training, before the reader or a preset says how many. */
const firstTrained = 1e9;

/** A preset of that id as it is, else the open model. */
export function presetSettings(model: ModelInfo | null, id: string): CostSettings {
  const presets = presetsOf(model);
  const preset = presets.find((each) => each.id === id) ?? presets[0];
  return settingsOf(preset as Preset, firstTrained);
}

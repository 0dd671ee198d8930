import type { ModelInfo } from '../../model/protocol';
import { readSettings, withSettings } from '../../state/settings';
import { presetSettings } from './presets';
import { type CostSettings, chosenValue, sliders, withValue } from './settings';

/** What `settings` of an address or an attribute chooses: "model=gpt2,n=512,L=24". */
export function readCost(settings: string, model: ModelInfo | null): CostSettings {
  const choices = readSettings(settings);
  let chosen = presetSettings(model, choices.get('model') ?? '');
  for (const { id, stops } of sliders) {
    const value = Number(choices.get(id));
    const [least, most] = [stops[0] ?? 0, stops.at(-1) ?? 0];
    if (Number.isInteger(value) && value >= least && value <= most)
      chosen = withValue(chosen, id, value);
  }
  return chosen;
}

/** The text that `readCost` reads back: what differs from the preset, in place of what stands in `settings`. */
export function writeCost(chosen: CostSettings, model: ModelInfo | null, settings = ''): string {
  const preset = presetSettings(model, chosen.preset);
  const own = presetSettings(model, '').preset;
  let text = withSettings(settings, { model: chosen.preset === own ? '' : chosen.preset });
  for (const { id } of sliders) {
    const value = chosenValue(chosen, id);
    text = withSettings(text, { [id]: value === chosenValue(preset, id) ? '' : String(value) });
  }
  return text;
}

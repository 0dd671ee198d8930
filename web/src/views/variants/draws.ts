import type { ModelConfig } from '../../model/protocol';
import type { Structure } from '../../state/dataflow/structure';
import type { StepDraw } from '../kit/step-view';
import { mixedExperts } from './mixed';
import { activation, compressGated, expandOfExpert } from './network';
import { distanceBiases, turnedQuery } from './position';

/** Where positions are no vectors that are added, the step draws what attention does in their place. */
const positions: Partial<Record<Structure['positions'], Readonly<Record<string, StepDraw>>>> = {
  rotary: { position: turnedQuery },
  alibi: { position: distanceBiases },
};

/** The steps that a model of another kind, or a run of one, draws otherwise. */
export const variantDraws = (
  config: ModelConfig,
  structure: Structure,
): Readonly<Record<string, StepDraw>> => ({
  ...positions[structure.positions],
  ...networkDraws(config),
});

function networkDraws(config: ModelConfig): Readonly<Record<string, StepDraw>> {
  const experts = Boolean(config.num_local_experts);
  const gated = Boolean(config.gated_feed_forward);
  if (!experts && !gated) return {};
  const activate = activation({ gated, experts });
  return experts
    ? { expand: expandOfExpert, activate, compress: mixedExperts }
    : { activate, compress: compressGated };
}

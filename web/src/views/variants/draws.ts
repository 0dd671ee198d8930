import type { ModelConfig } from '../../model/protocol';
import type { StepDraw } from '../kit/step-view';
import { mixedExperts } from './mixed';
import { activation, compressGated, expandOfExpert } from './network';

/** The steps that a model of another kind draws otherwise. */
export function variantDraws(config: ModelConfig): Readonly<Record<string, StepDraw>> {
  const experts = Boolean(config.num_local_experts);
  const gated = Boolean(config.gated_feed_forward);
  if (!experts && !gated) return {};
  const activate = activation({ gated, experts });
  return experts
    ? { expand: expandOfExpert, activate, compress: mixedExperts }
    : { activate, compress: compressGated };
}

import type { ModelConfig } from '../../model/protocol';
import type { ActivationId } from './activations';

/** How a model is run, beside its config: as `Structure` in the core. */
export interface Structure {
  readonly positions: 'on' | 'off';
  /** Whether scores are divided by √dK. */
  readonly scale: 'on' | 'off';
  /** "normed" adds the normalised copy in place of x, a known bug; with norm "pre" only. */
  readonly residual: 'on' | 'off' | 'normed';
  readonly norm: 'post' | 'pre' | 'none';
  readonly activation: ActivationId | 'none';
  readonly mask: 'none' | 'causal';
}

/** The structure of a run: what its text leaves out is the model's own. The core has read the text. */
export function structureOfRun(config: ModelConfig, text: string): Structure {
  const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  const changed: Partial<Structure> = Object.fromEntries(text === '' ? [] : pairs);
  return { ...structureOf(config), ...changed };
}

/** The structure that a model was trained with. */
export function structureOf(config: ModelConfig): Structure {
  return {
    positions: config.position_embedding_type === 'none' ? 'off' : 'on',
    scale: 'on',
    residual: 'on',
    norm: config.norm_order,
    activation: config.hidden_act,
    mask: 'none',
  };
}

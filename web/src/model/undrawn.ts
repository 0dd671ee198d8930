import type { ModelConfig } from './protocol';

/**
 * Views draw models of BERT's kind alone.
 * @throws {Error} that names what else there is in a model, or in the structure that it is to run with.
 */
export function refuseUndrawn(config: Partial<ModelConfig>, structure = ''): void {
  const { num_attention_heads: heads, num_key_value_heads: shared } = config;
  const positions =
    /\bpositions=(\w+)/.exec(structure)?.[1] ?? (config.position_embedding_type as string);
  const parts = [
    shared && shared !== heads && 'keys and values of fewer heads',
    config.norm_type === 'rms_norm' && 'RMSNorm',
    config.gated_feed_forward && 'a gated feed-forward network',
    config.num_local_experts && 'experts',
    ['rotary', 'alibi'].includes(positions) && `${positions} positions`,
  ].filter(Boolean);
  if (parts.length === 0) return;
  throw Object.assign(
    new Error(
      `no view can draw ${parts.join(', ')} yet; the program fovea runs it and writes its trace`,
    ),
    { code: 'invalid-config' },
  );
}

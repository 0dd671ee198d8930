import { describe, expect, it } from 'vitest';
import { refuseUndrawn } from '../../../web/src/model/undrawn';

describe('what no view can draw', () => {
  it('is named, all of it', () => {
    const config = {
      num_attention_heads: 4,
      num_key_value_heads: 2,
      norm_type: 'rms_norm',
      gated_feed_forward: true,
      num_local_experts: 4,
    } as const;
    expect(() => refuseUndrawn(config)).toThrow(
      'no view can draw keys and values of fewer heads, RMSNorm, a gated feed-forward network, experts yet',
    );
  });

  it('may be in the structure', () => {
    expect(() => refuseUndrawn({}, 'scale=off,positions=rotary')).toThrow('rotary positions');
    expect(() => refuseUndrawn({}, 'positions=off,mask=causal')).not.toThrow();
  });

  it('is not in models of the usual kind', () => {
    const config = {
      num_attention_heads: 4,
      num_key_value_heads: 0,
      num_local_experts: 0,
      gated_feed_forward: false,
      norm_type: 'layer_norm',
      position_embedding_type: 'sinusoidal',
    } as const;
    expect(() => refuseUndrawn(config)).not.toThrow();
    expect(() => refuseUndrawn({ ...config, num_key_value_heads: 4 })).not.toThrow();
  });
});

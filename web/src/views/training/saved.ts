import type { LearnSettings, Variant } from '../../learn/protocol';
import { optionOf, withOption } from '../../state/what-if/run-text';

/** The sizes and their own rates, as core/train has them. */
const usualRates: Readonly<Record<LearnSettings['size'], number>> = {
  tiny: 0.004,
  small: 0.004,
  shipped: 0.0015,
};

/** Of the term that has experts used alike, as core/train has it. */
const usualBalance = 0.01;

const isSize = (text: unknown): text is LearnSettings['size'] =>
  typeof text === 'string' && Object.hasOwn(usualRates, text);

/** What a safetensors file says of itself; null for what is none. */
function metadataOf(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = Number(view.getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
    return header.__metadata__ ?? null;
  } catch {
    return null;
  }
}

const learnedPositions = ['absolute', 'rotary', 'alibi'] as const;

/** What a config says of the encoder that the size does not. */
function variantOf(config: Readonly<Record<string, unknown>>): Variant {
  const positions = learnedPositions.find((each) => each === config.position_embedding_type);
  const [kvHeads, experts, expertsPerToken] = [
    ...[config.num_key_value_heads, config.num_local_experts, config.num_experts_per_tok],
  ].map(Number);
  return {
    ...(positions ? { positions } : {}),
    ...(kvHeads ? { kvHeads } : {}),
    ...(config.norm_type === 'rms_norm' ? { rmsNorm: true } : {}),
    ...(config.gated_feed_forward === true ? { gated: true } : {}),
    ...(experts ? { experts } : {}),
    ...(experts && expertsPerToken && expertsPerToken !== 2 ? { expertsPerToken } : {}),
  };
}

/** The structure without what the config has already said. */
const beside = (structure: string): string =>
  optionOf(structure, 'positions') === 'off' ? structure : withOption(structure, 'positions', null);

/** The settings of a run that was saved; null where the file does not say them all. */
export function savedSettings(bytes: Uint8Array): LearnSettings | null {
  const { size, options, config, structure = '' } = metadataOf(bytes) ?? {};
  if (!isSize(size) || typeof options !== 'string' || typeof structure !== 'string') return null;
  try {
    const { seed, peakRate, warmupSteps, balanceWeight = usualBalance } = JSON.parse(options);
    if (!Number.isSafeInteger(seed) || seed < 0) return null;
    const rate = peakRate === usualRates[size] ? {} : { rate: peakRate };
    const balance = balanceWeight === usualBalance ? {} : { balance: balanceWeight };
    const variant = variantOf(JSON.parse(String(config)));
    return {
      ...rate,
      ...balance,
      ...variant,
      size,
      seed,
      structure: beside(structure),
      warmup: warmupSteps > 0,
    };
  } catch {
    return null;
  }
}

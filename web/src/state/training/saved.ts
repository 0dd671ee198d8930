import type { LearnSettings } from '../../learn/protocol';

/** The sizes and their own rates, as core/train has them. */
const usualRates: Readonly<Record<LearnSettings['size'], number>> = {
  tiny: 0.004,
  small: 0.004,
  shipped: 0.0015,
};

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

/** The settings of a run that was saved; null where the file does not say them all. */
export function savedSettings(bytes: Uint8Array): LearnSettings | null {
  const { size, options, structure = '' } = metadataOf(bytes) ?? {};
  if (!isSize(size) || typeof options !== 'string' || typeof structure !== 'string') return null;
  try {
    const { seed, peakRate, warmupSteps } = JSON.parse(options);
    const rate = peakRate === usualRates[size] ? {} : { rate: peakRate };
    return { ...rate, size, seed, structure, warmup: warmupSteps > 0 };
  } catch {
    return null;
  }
}

import { defaultModel } from '../model/default-model';
import { openEncoder } from '../model/page-encoder';
import type { Connect } from './figure';

/** Opens the page's encoder with the model that came with the script. */
export const connect: Connect = (onProgress) => {
  const encoder = openEncoder();
  const bytes = defaultModel();
  onProgress(bytes.byteLength, bytes.byteLength);
  return { encoder, model: encoder.load(bytes), release: () => encoder.release() };
};

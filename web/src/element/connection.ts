import { defaultModel } from '../model/default-model';
import { openEncoder } from '../model/page-encoder';
import type { Connect } from './figure';

/** Opens the page's encoder with the model that came with the script. */
export const connect: Connect = () => {
  const encoder = openEncoder();
  return { encoder, model: encoder.load(defaultModel()), release: () => encoder.release() };
};

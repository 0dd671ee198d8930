import { openEncoder } from '../model/page-encoder';
import { shipped } from '../model/protocol';
import type { Connect } from './figure';
import { loadFile } from './load-file';

/** Opens the page's encoder with the model that comes with the page. */
export const connect: Connect = () => {
  const encoder = openEncoder(loadFile);
  return { encoder, model: encoder.load(shipped), release: () => encoder.release() };
};

import { openEncoder } from '../model/page-encoder';
import { shipped } from '../model/protocol';
import type { Connect } from './figure';

/** Opens the page's encoder with the model that comes with the page. */
export const connect: Connect = () => {
  const encoder = openEncoder();
  return { encoder, model: encoder.load(shipped), release: () => encoder.release() };
};

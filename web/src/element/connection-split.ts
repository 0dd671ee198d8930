/// What connection.ts is in dist/split, where the model is a file.
import { compiledCore } from '../model/core-beside';
import { openEncoder } from '../model/page-encoder';
import { parts } from '../model/parts';
import type { Connect } from './figure';
import { loadFile } from './load-file';

/** The core is on its way while the model is; the worker says what is wrong with it. */
export const connect: Connect = () => {
  compiledCore().catch(() => undefined);
  const encoder = openEncoder(loadFile);
  return { encoder, model: parts().address('model'), release: () => encoder.release() };
};

/// What the fourth file, fovea-relatives.js, has for the page.
import type { Watch } from '../model/protocol';
import { startWith } from './client';
import InlineWorker from './worker?worker&inline';

/** Starts a worker, for decoders or for encoders of any kind; it holds a lock of that name. */
export function startWorker(name: string): Worker {
  const worker = new InlineWorker();
  worker.postMessage({ kind: 'watch', name } satisfies Watch);
  return worker;
}

startWith(startWorker);

export { relatives } from './client';

import model from '../../models/fovea-demo.safetensors?base64';
import type { Start, Watch } from './protocol';
import FoveaWorker from './worker?worker&inline';

/** Starts a worker with the model that comes with the page; the worker holds a lock of that name. */
export function startWorker(name: string): Worker {
  const worker = new FoveaWorker();
  worker.postMessage({ kind: 'start', model } satisfies Start);
  worker.postMessage({ kind: 'watch', name } satisfies Watch);
  return worker;
}

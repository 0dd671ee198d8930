import model from '../../models/fovea-demo.safetensors?base64';
import type { Start, Watch } from './protocol';
import FoveaWorker from './worker?worker&inline';

/** Gives a worker the model that comes with the page. */
export const sendModel = (worker: Worker): void =>
  worker.postMessage({ kind: 'start', model } satisfies Start);

/** Starts a worker with that model; it holds a lock of that name. */
export function startWorker(name: string): Worker {
  const worker = new FoveaWorker();
  sendModel(worker);
  worker.postMessage({ kind: 'watch', name } satisfies Watch);
  return worker;
}

/// What start-worker.ts is in dist/index.html, where the worker's script and the model are elements.
import type { Start, Watch } from './protocol';

declare global {
  /** The worker that was started while the page was being parsed. */
  var foveaWorker: Worker | undefined;
}

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

export function newWorker(): Worker {
  const script = new Blob([textOf('fovea-worker')], { type: 'text/javascript' });
  const url = URL.createObjectURL(script);
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}

export function sendModel(worker: Worker): void {
  worker.postMessage({ kind: 'start', model: textOf('fovea-model') } satisfies Start);
}

function newWorkerWithModel(): Worker {
  const worker = newWorker();
  sendModel(worker);
  return worker;
}

/** The worker that already runs; a new one if that has been handed out. It holds a lock of that name. */
export function startWorker(name: string): Worker {
  const worker = globalThis.foveaWorker ?? newWorkerWithModel();
  globalThis.foveaWorker = undefined;
  worker.postMessage({ kind: 'watch', name } satisfies Watch);
  return worker;
}

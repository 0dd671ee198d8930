/// What start-worker.ts is in dist/index.html, where the worker's script and the model are elements.
import { toBase64 } from './bytes';
import { bytesInPage, inertText } from './packed';
import type { PackedCore, Start, Watch } from './protocol';

declare global {
  /** The worker that was started while the page was being parsed. */
  var foveaWorker: Worker | undefined;
}

export function newWorker(): Worker {
  const script = new Blob([inertText('fovea-worker')], { type: 'text/javascript' });
  const url = URL.createObjectURL(script);
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  const [plain, relaxed] = [inertText('fovea-core'), inertText('fovea-core-relaxed')];
  worker.postMessage({ kind: 'core', plain, relaxed } satisfies PackedCore);
  return worker;
}

/** Gives the page's own worker the model as it stands in the page. */
export function sendPacked(worker: Worker): void {
  worker.postMessage({ kind: 'start', model: inertText('fovea-model') } satisfies Start);
}

/** Gives a worker of another file the model, and then what it is sent meanwhile. */
export function sendModel(worker: Worker): void {
  const waiting: unknown[][] = [];
  worker.postMessage = (...sent: unknown[]) => void waiting.push(sent);
  const send = (model: string) => {
    Reflect.deleteProperty(worker, 'postMessage');
    for (const sent of [[{ kind: 'start', model } satisfies Start], ...waiting])
      Reflect.apply(worker.postMessage, worker, sent);
  };
  void bytesInPage('fovea-model')
    .then(toBase64)
    .catch(() => '')
    .then(send);
}

function newWorkerWithModel(): Worker {
  const worker = newWorker();
  sendPacked(worker);
  return worker;
}

let isHandedOut = false;

/**
 * The worker that already runs; a new one if that has been handed out. It holds a lock of that name. If the
 * parser has not read the model yet, the worker gets it once it has (in-page-model.ts).
 */
export function startWorker(name: string): Worker {
  const running = isHandedOut ? undefined : globalThis.foveaWorker;
  const worker = running ?? newWorkerWithModel();
  isHandedOut = true;
  worker.postMessage({ kind: 'watch', name } satisfies Watch);
  return worker;
}

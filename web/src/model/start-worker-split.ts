/// What start-worker.ts is in dist/split, where the core is a file and the model is opened by its address.
import { compiledCore } from './core-beside';
import type { SentCore, Watch } from './protocol';
import FoveaWorker from './worker?worker&inline';

/** The model that comes with the page is a file like any other. */
export const sendModel = (_: Worker): void => undefined;

/** Starts a worker, which gets the core once it is compiled, and holds a lock of that name. */
export function startWorker(name: string): Worker {
  const worker = new FoveaWorker();
  worker.postMessage({ kind: 'watch', name } satisfies Watch);
  compiledCore().then(
    (module) => worker.postMessage({ kind: 'core', module } satisfies SentCore),
    ({ message }: Error) => worker.dispatchEvent(new ErrorEvent('error', { message })),
  );
  return worker;
}

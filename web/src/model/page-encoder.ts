import { msg } from '../words/msg';
import { EncoderClient, ModelPool, WorkerHost } from './client';
import { sendModel, startWorker } from './start-worker';
import { EncoderError, messageOf, type StartWorker } from './worker-line';

/** Loads a file of the page by its name. */
type LoadFile = (name: string) => Promise<unknown>;

/** What starts workers of the fourth file, which is loaded now. */
async function variantWorkers(load: LoadFile): Promise<StartWorker> {
  try {
    await load('relatives');
  } catch (error) {
    const message = () => msg`This needs fovea-relatives.js next to fovea.js. ${messageOf(error)}`;
    throw new EncoderError({ code: 'no-file', message });
  }
  return (name) => {
    const worker = (globalThis.foveaVariantWorker as StartWorker)(name);
    sendModel(worker);
    return worker;
  };
}

let pool: ModelPool | null = null;

/** One worker and one pool of models for all elements of a page; `load` finds what it needs besides. */
export function openEncoder(load: LoadFile): EncoderClient {
  globalThis.foveaSendModel = sendModel;
  pool ??= new ModelPool(new WorkerHost(startWorker), () => variantWorkers(load));
  return new EncoderClient(pool);
}

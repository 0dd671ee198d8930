import { msg } from '../words/msg';
import { EncoderClient, ModelPool, WorkerHost } from './client';
import type { Folder, ModelFile } from './protocol';
import { sendModel, startWorker } from './start-worker';
import { EncoderError, messageOf, type StartWorker } from './worker-line';

/** Loads a file of the page by its name. */
type LoadFile = (name: string) => Promise<unknown>;

const variantWorker: StartWorker = (name) => {
  const worker = (globalThis.foveaVariantWorker as StartWorker)(name);
  sendModel(worker);
  return worker;
};

/** What starts workers for a file: of the fourth file, which is loaded now, or of the one that reads folders. */
async function variantWorkers(load: LoadFile, file: ModelFile): Promise<StartWorker> {
  if ((file as Partial<Folder>).files) return globalThis.foveaFolders?.worker as StartWorker;
  try {
    await load('relatives');
  } catch (error) {
    const message = () => msg`This needs fovea-relatives.js next to fovea.js. ${messageOf(error)}`;
    throw new EncoderError({ code: 'no-file', message });
  }
  return variantWorker;
}

let pool: ModelPool | null = null;

/** One worker and one pool of models for all elements of a page; `load` finds what it needs besides. */
export function openEncoder(load: LoadFile): EncoderClient {
  globalThis.foveaSendModel = sendModel;
  pool ??= new ModelPool(new WorkerHost(startWorker), (file) => variantWorkers(load, file));
  return new EncoderClient(pool);
}

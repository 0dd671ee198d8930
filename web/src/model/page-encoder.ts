import { EncoderClient, ModelPool } from './client';
import { startWorker } from './start-worker';
import { WorkerHost } from './worker-host';

/** One worker and one pool of models for all elements of a page. */
const pool = new ModelPool(new WorkerHost(startWorker));

export const openEncoder = (): EncoderClient => new EncoderClient(pool);

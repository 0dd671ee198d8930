import { EncoderClient, ModelPool } from './client';
import FoveaWorker from './worker?worker&inline';
import { WorkerHost } from './worker-host';

/** One worker and one pool of models for all elements of a page. */
const pool = new ModelPool(new WorkerHost((name) => new FoveaWorker({ name })));

export const openEncoder = (): EncoderClient => new EncoderClient(pool);

import { EncoderClient, ModelPool } from './client';
import FoveaWorker from './worker?worker&inline';
import { WorkerHost } from './worker-host';

/** One worker and one pool of models for all elements of a page. */
const pool = new ModelPool(new WorkerHost(() => new FoveaWorker()));

export const openEncoder = (): EncoderClient => new EncoderClient(pool);

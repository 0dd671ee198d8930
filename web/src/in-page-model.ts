import { sendModel } from './model/start-worker-in-page';

if (globalThis.foveaWorker) sendModel(globalThis.foveaWorker);

import { sendPacked } from './model/start-worker-in-page';

if (globalThis.foveaWorker) sendPacked(globalThis.foveaWorker);

import { newWorker } from './model/start-worker-in-page';

globalThis.foveaWorker = newWorker();

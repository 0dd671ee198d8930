/// What the fourth file, fovea-relatives.js, has for the page.
import { watched } from '../model/worker-line';
import { startWith } from './client';
import InlineWorker from './worker?worker&inline';

/** Starts a worker, for decoders or for encoders of any kind; it holds a lock of that name. */
export const startWorker = (name: string): Worker => watched(new InlineWorker(), name);

startWith(startWorker);

export { relatives } from './client';

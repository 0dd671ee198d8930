/// What the fourth file, fovea-relatives.js, has for the page.
import type { Watch } from '../model/protocol';
import { startWith } from './client';
import InlineWorker from './worker?worker&inline';

startWith((name) => {
  const worker = new InlineWorker();
  worker.postMessage({ kind: 'watch', name } satisfies Watch);
  return worker;
});

export { relatives } from './client';

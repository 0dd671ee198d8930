import { trusted } from './trusted';

/** A worker of a script that is inside this one. scripts/vite/workers.mjs has the build import it. */
export function workerOf(script: string): Worker {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(trusted(url));
  URL.revokeObjectURL(url);
  return worker;
}

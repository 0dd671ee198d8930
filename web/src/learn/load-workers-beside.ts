/// What load-workers.ts is in dist/fovea.js: fovea-learn.js is loaded from the same folder.
import { EncoderError } from '../model/worker-host';
import type { LoadWorkers } from './client';

declare global {
  /** Starts a worker: what fovea-learn.js defines. */
  var foveaLearn: (() => Worker) | undefined;
}

/** Where this script is from, which is known while it runs for the first time alone. */
const own = (document.currentScript as HTMLScriptElement | null)?.src;

const address = (): string => new URL('fovea-learn.js', own || document.baseURI).href;

function load(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      const message = `The file fovea-learn.js, which trains, was not found at ${source}`;
      reject(new EncoderError({ code: 'missing-file', message }));
    };
    script.src = source;
    document.head.append(script);
  });
}

export const loadWorkers: LoadWorkers = async () => {
  if (!globalThis.foveaLearn) await load(address());
  if (!globalThis.foveaLearn) {
    const message = `The file at ${address()} is not the one that trains.`;
    throw new EncoderError({ code: 'missing-file', message });
  }
  return globalThis.foveaLearn;
};

/// What load-learn.ts is in dist/fovea.js: fovea-learn.js is loaded from the same folder.
import { type LearnFile, missing } from './learn-file';

/** Where this script is from, which is known while it runs for the first time alone. */
const own = (document.currentScript as HTMLScriptElement | null)?.src;

function load(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(missing(`The file fovea-learn.js, which trains, could not be loaded from ${source}`));
    };
    script.src = source;
    document.head.append(script);
  });
}

export async function loadLearn(): Promise<LearnFile> {
  const address = new URL('fovea-learn.js', own || document.baseURI).href;
  if (!globalThis.foveaLearn) await load(address);
  if (!globalThis.foveaLearn) throw missing(`The file at ${address} is not the one that trains.`);
  return globalThis.foveaLearn;
}

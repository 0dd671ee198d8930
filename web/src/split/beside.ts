/// Finds and runs what is beside this script. vite's `define` puts the names and hashes in.
import { fetchForbidden, scriptForbidden, trusted, unreachable } from '../model/content-policy';
import type { PartName, Parts } from '../model/parts';

/** By part: the name of its file, and for a script its hash, as in sri.json. */
declare const foveaPartFiles: Readonly<
  Record<PartName, { readonly file: string; readonly integrity: string }>
>;

/** Once: what is put in stands wherever it is named. */
const files = foveaPartFiles;

/** Where this script is from: known while it runs for the first time; a module has to be looked for. */
const own =
  (document.currentScript as HTMLScriptElement | null)?.src ||
  document.querySelector<HTMLScriptElement>('script[src*="fovea.js"]')?.src ||
  document.baseURI;

/** What is on its way or there. */
const runs = new Map<PartName, Promise<void>>();

function partOf(name: PartName) {
  const part = files[name];
  if (!part) throw new Error(`There is no part “${name}”.`);
  return part;
}

const address = (name: PartName): string => new URL(partOf(name).file, own).href;

/** A script that failed says nothing: it is asked for once more, to hear why. */
async function reasonFor(url: string): Promise<string> {
  const forbidden = scriptForbidden(url);
  if (forbidden) return forbidden;
  try {
    const { ok, status } = await fetch(url);
    if (!ok) return `its server says ${status}`;
    return 'it is not the file that was built with this fovea.js: put all of dist/split there again';
  } catch {
    const unasked = await fetchForbidden(url);
    return unasked ? 'its server does not answer with it, or not for this page' : unreachable();
  }
}

const onDisk =
  'a page that is opened from a disk cannot load parts of a script: use the single file dist/fovea.js there';

async function failure(url: string): Promise<Error> {
  const reason = url.startsWith('file:') ? onDisk : await reasonFor(url);
  return new Error(`A part of the figure could not be loaded from ${url}: ${reason}.`);
}

function load(name: PartName): Promise<void> {
  const url = address(name);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.integrity = partOf(name).integrity;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      runs.delete(name);
      void failure(url).then(reject);
    };
    script.src = trusted(url);
    document.head.append(script);
  });
}

function run(name: PartName): Promise<void> {
  const running = runs.get(name) ?? load(name);
  runs.set(name, running);
  return running;
}

export const beside: Parts = { address, run };

/// What load-file.ts is in dist/fovea.js: a file is loaded from the same folder.

import { scriptForbidden, trusted } from '../model/content-policy';
import { hasFile } from '../model/parts';
import { msg, told } from '../words/msg';

declare global {
  /** How a bundler finds the files, where the npm package has defined the element. */
  var foveaFiles: Readonly<Record<string, () => Promise<unknown>>> | undefined;
}

/** Where this script is from, which is known while it runs for the first time alone. */
const own = (document.currentScript as HTMLScriptElement | null)?.src;

/** What is on its way: figures of one page load a file once. */
const loads = new Map<string, Promise<unknown>>();

function load(name: string): Promise<void> {
  const { href } = new URL(`fovea-${name}.js`, own || document.baseURI);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (say: () => string) => {
      script.remove();
      reject(told(new Error(), say));
    };
    script.onload = () =>
      hasFile(name)
        ? resolve()
        : fail(() => msg`The file at ${href} is not Fovea’s fovea-${name}.js.`);
    script.onerror = () => {
      fail(() => {
        const why = scriptForbidden(href);
        return msg`The file fovea-${name}.js could not be loaded from ${href}${why ? `: ${why}` : ''}`;
      });
    };
    script.src = trusted(href);
    document.head.append(script);
  });
}

export function loadFile(name: string): Promise<unknown> {
  const found = hasFile(name)
    ? Promise.resolve()
    : (loads.get(name) ?? globalThis.foveaFiles?.[name]?.() ?? load(name));
  loads.set(name, found);
  found.catch(() => loads.delete(name));
  return found;
}

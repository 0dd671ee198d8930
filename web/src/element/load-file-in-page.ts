/// What load-file.ts is in dist/index.html, where a file is an element that does not run.
import { fromBase64 } from '../model/bytes';
import type { FileName } from '../state/views';
import { hasFile } from './file-globals';

/** The elements come last in the page. */
const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve(null);
    else document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });

/** A file stands there compressed: the parser comes to its end in a third of the time. */
async function scriptOf(name: FileName): Promise<string> {
  if (!globalThis.DecompressionStream)
    throw new Error('This browser is too old to unpack the part that draws this.');
  const packed = document.getElementById(`fovea-${name}`)?.textContent ?? '';
  try {
    const stream = new Blob([fromBase64(packed)]).stream();
    return await new Response(stream.pipeThrough(new DecompressionStream('gzip'))).text();
  } catch {
    return '';
  }
}

export async function loadFile(name: FileName): Promise<void> {
  await parsed();
  if (hasFile(name)) return;
  const script = document.createElement('script');
  script.textContent = await scriptOf(name);
  if (!hasFile(name)) document.head.append(script);
  if (!hasFile(name))
    throw new Error('This copy of the page ends before the part that draws this.');
}

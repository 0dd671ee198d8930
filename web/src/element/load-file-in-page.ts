/// What load-file.ts is in dist/index.html, where a file is an element that does not run.
import { fromBase64 } from '../model/bytes';
import { hasFile } from '../model/parts';
import { msg, told } from '../words/msg';

/** The text of an element of dist/index.html that does not run; it is there compressed. */
export async function packedText(id: string): Promise<string> {
  if (!globalThis.DecompressionStream)
    throw new Error(msg`This browser is too old to unpack this page.`);
  const packed = document.getElementById(id)?.textContent ?? '';
  const stream = new Blob([fromBase64(packed)]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream('gzip'))).text();
}

/** The elements come last in the page. */
const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve(null);
    else document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });

/** A file is there compressed: the parser comes to its end in a third of the time. */
const scriptOf = (name: string): Promise<string> =>
  packedText(`fovea-${name}`).catch((error: Error) => {
    if (globalThis.DecompressionStream) return '';
    throw error;
  });

export async function loadFile(name: string): Promise<void> {
  await parsed();
  if (hasFile(name)) return;
  const script = document.createElement('script');
  script.textContent = await scriptOf(name);
  if (!hasFile(name)) document.head.append(script);
  if (!hasFile(name))
    throw told(
      new Error(),
      () => msg`This copy of the page is cut off before the part that draws this.`,
    );
}

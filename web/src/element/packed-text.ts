import { fromBase64 } from '../model/bytes';
import { msg } from '../words/msg';

/** The text of an element of dist/index.html that does not run; it is there compressed. */
export async function packedText(id: string): Promise<string> {
  if (!globalThis.DecompressionStream)
    throw new Error(msg`This browser is too old to unpack this page.`);
  const packed = document.getElementById(id)?.textContent ?? '';
  const stream = new Blob([fromBase64(packed)]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream('gzip'))).text();
}

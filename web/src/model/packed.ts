/// What scripts/lib/packing.mjs has packed into dist/index.html.
import { fromBase64, pack, toBase64 } from './bytes';

/** As there. */
const letters = Array.from({ length: 127 }, (_, code) => code).filter(
  (code) => !'\0\n\r\x1a\x1b"$&\'<`'.includes(String.fromCharCode(code)),
);

const places = new Uint8Array(128);
letters.forEach((code, place) => {
  places[code] = place;
});

/** How many letters there are, and the fourth power of that: as numbers, it takes a third of the time. */
const radix = 116;
const radix4 = 181_063_936;

/**
 * The bytes of a text: six for seven letters, but for as many at the end as its first letter says.
 * In few steps: most of the loop has run before the browser has compiled it.
 */
export function undense(text: string): Uint8Array<ArrayBuffer> {
  const code = new TextEncoder().encode(text);
  const bytes = new Uint8Array(6 * Math.floor((code.length - 1) / 7));
  const view = new DataView(bytes.buffer);
  for (let i = 1, to = 0; to < bytes.length; i += 7, to += 6) {
    const a = places[code[i] ?? 0] ?? 0;
    const b = places[code[i + 1] ?? 0] ?? 0;
    const c = places[code[i + 2] ?? 0] ?? 0;
    const d = places[code[i + 3] ?? 0] ?? 0;
    const e = places[code[i + 4] ?? 0] ?? 0;
    const f = places[code[i + 5] ?? 0] ?? 0;
    const g = places[code[i + 6] ?? 0] ?? 0;
    const high = (a * radix + b) * radix + c;
    const value = high * radix4 + ((d * radix + e) * radix + f) * radix + g;
    view.setUint16(to, value / 2 ** 32);
    view.setUint32(to + 2, value);
  }
  return bytes.subarray(0, bytes.length - (places[code[0] ?? 0] ?? 0));
}

async function inflated(compressed: BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // What is wrong with it is told to the reader.
  for (const done of [writer.write(compressed), writer.close()]) done.catch(() => undefined);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

/** The bytes that a packed text holds: in seven letters for six, or in base64, which browsers decode natively. */
export const unpacked = (text: string, inBase64 = false) =>
  inflated(inBase64 ? fromBase64(text) : undense(text));

/** The bytes that a patch makes of others. */
export function patched(patch: Uint8Array, base: Uint8Array): Uint8Array<ArrayBuffer> {
  let read = 0;
  const next = (): number => {
    const byte = patch[read++] ?? 0;
    return byte < 128 ? byte : byte - 128 + 128 * next();
  };
  const bytes = new Uint8Array(next());
  const copies = Array.from({ length: next() }, () => [next(), next(), next()] as const);
  let [from, to] = [0, 0];
  for (const [fresh, length, moved] of copies) {
    bytes.set(patch.subarray(read, read + fresh), to);
    read += fresh;
    from += fresh + (moved % 2 ? -(moved + 1) / 2 : moved / 2);
    bytes.set(base.subarray(from, from + length), to + fresh);
    from += length;
    to += fresh + length;
  }
  bytes.set(patch.subarray(read), to);
  return bytes;
}

/** The text of an element of dist/index.html. What is packed is in templates, which browsers read quickest. */
export function inertText(id: string): string {
  const element: Partial<HTMLTemplateElement> | null = document.getElementById(id);
  return (element?.content ?? element)?.textContent ?? '';
}

/** The bytes of an element of dist/index.html; `data-base` names those that it is a patch of. */
export async function bytesInPage(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const element = document.getElementById(id);
  const text = inertText(id);
  const bytes = await unpacked(text, element?.dataset.base64 !== undefined);
  const bases = element?.dataset.base?.split(' ') ?? [];
  if (bases.length === 0) return bytes;
  const base = await Promise.all(bases.map(bytesInPage));
  return patched(bytes, new Uint8Array(await new Blob(base).arrayBuffer()));
}

const encodings: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  base64: toBase64,
  packed: pack,
};

/** A reference in a text: how bytes are written there, and which. */
async function written(reference: string): Promise<string> {
  const [encoding = '', id = ''] = reference.split(' ');
  return encodings[encoding]?.(await bytesInPage(id)) ?? '';
}

/** The text of an element of dist/index.html, with the bytes that it holds between zeros. */
export async function textInPage(id: string): Promise<string> {
  const parts = new TextDecoder().decode(await bytesInPage(id)).split('\0');
  return (await Promise.all(parts.map((part, i) => (i % 2 ? written(part) : part)))).join('');
}

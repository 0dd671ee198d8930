/** What current browsers bring; TypeScript does not know it yet. */
interface Decoders {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
  fromHex?: (text: string) => Uint8Array<ArrayBuffer>;
}
const native = Uint8Array as unknown as Decoders;

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return native.fromBase64?.(text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** Two digits a byte; the text must have an even length. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (native.fromHex) return native.fromHex(text);
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Bytes that TextEncoder writes for a code point; a lone surrogate becomes U+FFFD. */
function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/**
 * For each byte of the text's UTF-8 at which a character begins, and for the end, the index of its
 * first UTF-16 unit: "é€" gives [0, _, 1, _, _, 2].
 */
export function utf16Indices(text: string): Uint32Array {
  const indices = new Uint32Array(3 * text.length + 1);
  let byte = 0;
  let index = 0;
  for (const character of text) {
    indices[byte] = index;
    byte += utf8Length(character.codePointAt(0) ?? 0);
    index += character.length;
  }
  indices[byte] = index;
  return indices.subarray(0, byte + 1);
}

import type { Model, Token as WasmToken } from 'fovea-wasm';
import type { Encoding, Loss, Run, Token } from './protocol';

/** Supported by current browsers but missing from TypeScript's types. */
interface Decoders {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}
const native = Uint8Array as unknown as Decoders;

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return native.fromBase64?.(text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x3000)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x3000))));
  return parts.join('');
}

/** ASCII without the characters that need escaping in a string or in HTML. */
const letters = Array.from({ length: 127 }, (_, code) => code).filter(
  (code) => !'\0\x07\b\t\n\v\f\r\x1a\x1b"\'`\\$<'.includes(String.fromCharCode(code)),
);

/** Bytes below this are written as one character. */
const single = letters.length - 2;

/** Decodes what the build has packed (scripts/vite/bytes.mjs): each byte is one or two characters. */
export function unpack(text: string): Uint8Array<ArrayBuffer> {
  const places = new Uint8Array(128);
  letters.forEach((code, place) => {
    places[code] = place;
  });
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const place = places[text.charCodeAt(i)] ?? 0;
    const more = place < single ? 0 : (places[text.charCodeAt(++i)] ?? 0);
    bytes[length++] = place < single ? place : single + (place - single) * letters.length + more;
  }
  return bytes.slice(0, length);
}

/** The same the other way, in pages that write a bundle's text again: codes in a loop, a megabyte in milliseconds. */
export function pack(bytes: Uint8Array): string {
  const codes = new Uint8Array(2 * bytes.length);
  let length = 0;
  for (const byte of bytes) {
    const rest = byte - single;
    if (rest >= 0) codes[length++] = letters[single + Math.floor(rest / letters.length)] ?? 0;
    codes[length++] = letters[rest < 0 ? byte : rest % letters.length] ?? 0;
  }
  return new TextDecoder().decode(codes.subarray(0, length));
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

/** Converts the core's UTF-8 byte offsets to the page's UTF-16 offsets. */
function toPage(tokens: readonly WasmToken[], text: string): Token[] {
  const indices = utf16Indices(text);
  const at = (byte: number) => indices[byte] ?? 0;
  return tokens.map((token) => ({ ...token, begin: at(token.begin), end: at(token.end) }));
}

export interface Pass {
  readonly text: string;
  readonly masked: readonly number[];
  readonly run: Run;
  /** Its gradients are wanted too. */
  readonly loss?: Loss | undefined;
}

/** One pass of a model over a text. */
export function encodeText(
  model: Pick<Model, 'encode'>,
  { text, masked, run, loss }: Pass,
): Encoding {
  const start = performance.now();
  const { structure, changes } = run;
  const pass = { masked, changes, ...(structure && { structure }), ...(loss && { loss }) };
  const { tokens, ...rest } = model.encode(new TextEncoder().encode(text), pass);
  const milliseconds = performance.now() - start;
  return { text, masked, run, loss, ...rest, tokens: toPage(tokens, text), milliseconds };
}

// One function: f32x4.relaxed_madd of three zero vectors.
const probe = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // \0asm, version 1
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // type 0: () → v128
  ...[0x03, 0x02, 0x01, 0x00], // function 0 has type 0
  ...[0x0a, 0x13, 0x01, 0x11, 0x00], // its code: 17 bytes, no locals
  ...[0x41, 0x00, 0xfd, 0x0f], // i32.const 0, i8x16.splat
  ...[0x41, 0x00, 0xfd, 0x0f],
  ...[0x41, 0x00, 0xfd, 0x0f],
  ...[0xfd, 0x85, 0x02, 0x0b], // f32x4.relaxed_madd, end
);

/** Whether the module with fused multiply-add would run here; the plain one runs everywhere. */
export const runsRelaxedSimd = (): boolean => WebAssembly.validate(probe);

import { zipSync } from 'fflate';

const encoder = new TextEncoder();

/** Bytes one after the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The bytes of numbers as they lie in memory: browsers run on machines that have the least significant first. */
export const bytesOf = ({
  buffer,
  byteOffset,
  byteLength,
}: Float32Array | Uint32Array): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength);

/**
 * A NumPy array file, version 1.0 of the format: magic, length of the header, a header that ends at a
 * multiple of 64 bytes, the numbers. https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
function npy(type: string, shape: readonly number[], data: Uint8Array): Uint8Array {
  const sizes = shape.map((size) => `${size},`).join('');
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const before = 10;
  const length = Math.ceil((before + header.length + 1) / 64) * 64 - before;
  const magic = [0x93, ...encoder.encode('NUMPY'), 1, 0, length & 255, length >> 8];
  return joined(Uint8Array.from(magic), encoder.encode(`${header.padEnd(length - 1)}\n`), data);
}

/** Texts as NumPy has them: each as many code points as the longest, filled up with zeros. */
function npyOfTexts(texts: readonly string[]): Uint8Array {
  const letters = texts.map((text) => [...text].map((letter) => letter.codePointAt(0) ?? 0));
  const longest = Math.max(1, ...letters.map(({ length }) => length));
  const padded = letters.flatMap((each) => [...each, ...Array(longest - each.length).fill(0)]);
  return npy(`<U${longest}`, [texts.length], bytesOf(Uint32Array.from(padded)));
}

/** A zip archive. */
export const zipOf = (files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Blob =>
  new Blob([zipSync({ ...files })], { type: 'application/zip' });

/** Numbers in an array of this shape. */
export interface Numbers {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** What `numpy.load` reads: arrays by their names, and one of texts. */
export function npz(
  texts: readonly string[],
  nameOfTexts: string,
  arrays: readonly Numbers[],
): Uint8Array<ArrayBuffer> {
  const files = arrays.map(({ name, shape, data }) => [
    `${name}.npy`,
    npy('<f4', shape, bytesOf(data)),
  ]);
  return joined(
    zipSync({ [`${nameOfTexts}.npy`]: npyOfTexts(texts), ...Object.fromEntries(files) }),
  );
}

/** A field as RFC 4180 has it. */
const field = (value: string | number): string => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows of fields. */
export const table = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

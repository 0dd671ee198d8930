import { zipSync } from 'fflate';
import type { Tensor, Trace } from '../model/trace';
import type { NumberFormat } from '../state/numbers';

const encoder = new TextEncoder();

/** Bytes one after the other. */
function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The bytes of numbers as they lie in memory: browsers run on machines that have the least significant first. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

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

const piecesOf = ({ encoding }: Trace): string[] => encoding.tokens.map(({ piece }) => piece);

const tensorsOf = (trace: Trace): Tensor[] => trace.names.map((name) => trace.tensor(name));

/** Every tensor by its name, and the pieces of the text as `words`: what `numpy.load` reads. */
function npz(trace: Trace): Uint8Array<ArrayBuffer> {
  const files = tensorsOf(trace).map(({ name, shape, data }) => [
    `${name}.npy`,
    npy('<f4', shape, bytesOf(data)),
  ]);
  return joined(
    zipSync({ 'words.npy': npyOfTexts(piecesOf(trace)), ...Object.fromEntries(files) }),
  );
}

/** The same tensors and names that `fovea encode --trace` writes. */
function safetensors(trace: Trace): Uint8Array<ArrayBuffer> {
  let end = 0;
  const header: Record<string, unknown> = { __metadata__: { words: piecesOf(trace).join('\n') } };
  const parts = tensorsOf(trace).map(({ name, shape, data }) => {
    const bytes = bytesOf(data);
    header[name] = { dtype: 'F32', shape, data_offsets: [end, end + bytes.length] };
    end += bytes.length;
    return bytes;
  });
  const text = encoder.encode(JSON.stringify(header));
  const length = Math.ceil(text.length / 8) * 8;
  const prefix = new DataView(new ArrayBuffer(8));
  prefix.setUint32(0, length, true);
  const spaces = new Uint8Array(length - text.length).fill(0x20);
  return joined(new Uint8Array(prefix.buffer), text, spaces, ...parts);
}

/** A field as RFC 4180 has it. */
const field = (value: string | number): string => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** What the places along an axis are called: words along those of the text, else their numbers. */
function labelsOf(axis: string, size: number, pieces: readonly string[]): readonly string[] {
  const named = ['token', 'query', 'key'].includes(axis) && size === pieces.length;
  return Array.from({ length: size }, (_, i) => (named ? `${i} ${pieces[i]}` : String(i)));
}

/**
 * One tensor as a table, a row for each place along all axes but the last, which are the first columns,
 * and a column for each place along the last. Numbers have all the digits that tell one float from the next.
 */
function csv(trace: Trace, name: string): string {
  const { axes, shape, data } = trace.tensor(name);
  const labels = axes.map((axis, i) => labelsOf(axis, shape[i] ?? 0, piecesOf(trace)));
  const columns = labels.at(-1) ?? ['0'];
  const last = axes.at(-1) ?? '';
  const heads = [...axes.slice(0, -1), ...columns.map((label) => `${last} ${label}`)];
  const places = labels
    .slice(0, -1)
    .reduce<string[][]>(
      (all, axis) => all.flatMap((place) => axis.map((at) => [...place, at])),
      [[]],
    );
  const rows = places.map((place, i) => [
    ...place,
    ...[...data.subarray(i * columns.length, (i + 1) * columns.length)].map((x) =>
      Number.isFinite(x) ? Number(x.toPrecision(9)) : x,
    ),
  ]);
  return [heads, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** The numbers of a trace as a file: the table of one tensor, or all of them. */
export function numbersAs(trace: Trace, format: NumberFormat, name: string): Blob {
  if (format === 'csv') return new Blob([csv(trace, name)], { type: 'text/csv' });
  const bytes = format === 'npz' ? npz(trace) : safetensors(trace);
  return new Blob([bytes], { type: 'application/octet-stream' });
}

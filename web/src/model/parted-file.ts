/// A file in two parts: the first is enough to read a few sentences, the second makes it whole. Written by
/// scripts/lib/parted-model.mjs.

import { headerOf, metadataOf, withMetadata } from './published';

type Range = readonly [begin: number, end: number];

/** What a part says of itself, before its bytes. */
interface PartHeader {
  /** Of the whole file. */
  readonly size: number;
  /** Where the part's bytes belong, in order. */
  readonly ranges: readonly Range[];
  /** What can be read from the first part alone. */
  readonly sentences?: readonly string[];
}

interface TensorEntry {
  readonly data_offsets?: readonly number[];
}

export interface Part extends PartHeader {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A part from its file: the length of the header (4 bytes, little-endian), the header as JSON, the bytes. */
export function partFrom(file: ArrayBuffer): Part {
  const length = new DataView(file).getUint32(0, true);
  const json = new TextDecoder().decode(new Uint8Array(file, 4, length));
  const header = JSON.parse(json) as PartHeader;
  return { ...header, bytes: new Uint8Array(file, 4 + length) };
}

/** The file with the bytes of these parts, and zeros elsewhere. */
export function fileOf(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(parts[0]?.size ?? 0);
  for (const { ranges, bytes } of parts) {
    let from = 0;
    for (const [begin, end] of ranges) {
      file.set(bytes.subarray(from, from + end - begin), begin);
      from += end - begin;
    }
  }
  return file;
}

/** The tensors of the masked-word head, which are a file's last. */
const headTensor = /^cls\./;

/**
 * A model file without its masked-word head, since the vectors of words are not all there to choose
 * from; its metadata say `early`.
 */
export async function withoutHead(file: Blob): Promise<Blob> {
  const header = await headerOf(file);
  // The core says what is wrong with it.
  if (!header) return file;
  const kept = Object.entries(header.entries).filter(([name]) => !headTensor.test(name));
  const ends = kept.map(([, entry]) => (entry as TensorEntry).data_offsets?.[1] ?? 0);
  const metadata = metadataOf(header);
  const config = JSON.stringify({ ...JSON.parse(`${metadata.config}`), masked_word_head: false });
  return withMetadata(
    file.slice(0, header.length + Math.max(...ends)),
    { ...header, entries: Object.fromEntries(kept) },
    { ...metadata, config, early: 'yes' },
  );
}

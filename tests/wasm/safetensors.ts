import { readFileSync } from 'node:fs';

/** One tensor of a header. */
export interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** A safetensors file as the fixtures are written. */
export interface SafetensorsFile {
  readonly metadata: Readonly<Record<string, string>>;
  readonly entries: readonly (readonly [name: string, entry: Entry])[];
  bytes(entry: Entry): Uint8Array;
}

/** Reads a file's header; its tensors' bytes when asked. */
export function readSafetensors(path: string): SafetensorsFile {
  const file = readFileSync(path);
  const length = Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata, ...tensors } = JSON.parse(file.toString('utf8', 8, 8 + length));
  return {
    metadata,
    entries: Object.entries(tensors as Record<string, Entry>),
    bytes: ({ data_offsets: [from, to] }) => file.subarray(8 + length + from, 8 + length + to),
  };
}

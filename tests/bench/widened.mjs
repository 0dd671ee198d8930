// A safetensors file of BF16 tensors with the same values as F32, as if it had been saved so.
import { readFileSync, writeFileSync } from 'node:fs';

function parts(bytes) {
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + length));
  return { header, data: bytes.subarray(8 + length) };
}

/** A BF16 is the upper half of an F32. */
function widen(data) {
  const wide = Buffer.alloc(2 * data.length);
  for (let i = 0; i < data.length; i += 2) data.copy(wide, 2 * i + 2, i, i + 2);
  return wide;
}

export function writeWidened(from, to) {
  const { header, data } = parts(readFileSync(from));
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    if (entry.dtype !== 'BF16') throw new Error(`${name} is ${entry.dtype}, not BF16`);
    entry.dtype = 'F32';
    entry.data_offsets = entry.data_offsets.map((offset) => 2 * offset);
  }
  const text = Buffer.from(JSON.stringify(header));
  const padded = Buffer.concat([text, Buffer.alloc(-text.length & 7, ' ')]);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  writeFileSync(to, Buffer.concat([length, padded, widen(data)]));
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  checkRoom,
  memoryOfBytes,
  memoryOfFiles,
  memoryOnDisk,
} from '../../../web/src/published/room';

/** What a file of one tensor begins with, of so many numbers by its header. */
function beginning(count: number, dtype = 'F32'): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(
    JSON.stringify({ a: { dtype, shape: [count], data_offsets: [0, 4 * count] } }),
  );
  const bytes = new Uint8Array(8 + header.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, 8);
  return bytes;
}

it('refuses what a module gets no memory for, in a sentence with a code', () => {
  expect(() => checkRoom(2 ** 31)).not.toThrow();
  expect(() => checkRoom(Number.NaN)).not.toThrow();
  expect(() => checkRoom(4.4e9)).toThrow(
    expect.objectContaining({
      code: 'out-of-memory',
      message:
        'This model needs 4.4 GB of memory; WebAssembly gets at most 2.1. The program fovea can read it.',
    }),
  );
});

it('counts what the headers say of bytes, of files and of a folder on the disk', async () => {
  expect(await memoryOfBytes(beginning(5))).toBe(20);
  expect(await memoryOfBytes(new Uint8Array(3))).toBeNaN();
  // Bytes that lie somewhere in a buffer.
  const inside = new Uint8Array([9, 9, ...beginning(5)]).subarray(2);
  expect(await memoryOfBytes(inside)).toBe(20);
  const shards = { 'b.safetensors': new Blob([beginning(3)]), 'a.safetensors': beginning(4) };
  expect(await memoryOfFiles({ ...shards, 'config.json': new Blob(['{}']) })).toBe(28);
  expect(await memoryOfFiles({ ...shards, 'model.safetensors': beginning(2, 'BF16') })).toBe(4);
  const folder = mkdtempSync(join(tmpdir(), 'fovea-'));
  writeFileSync(join(folder, 'a.safetensors'), beginning(1e9));
  writeFileSync(join(folder, 'b.safetensors'), beginning(1e8));
  expect(await memoryOnDisk(folder)).toBe(4.4e9);
  writeFileSync(join(folder, 'model.safetensors'), beginning(7));
  expect(await memoryOnDisk(folder)).toBe(28);
  expect(await memoryOnDisk(join(folder, 'nowhere'))).toBeNaN();
  rmSync(folder, { recursive: true });
});

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dense, packed, patch, withReferences } from '../../scripts/lib/packing.mjs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { packed as packedAsText } from '../../scripts/vite/bytes.mjs';
import { pack, toBase64, unpack } from '../../web/src/model/bytes';
import { patched, undense, unpacked } from '../../web/src/model/packed';

const every = Buffer.from(Array.from({ length: 1537 }, (_, i) => (i * 7 + (i >> 8)) % 256));

it('writes six bytes as seven letters that stand in a page as they are', () => {
  for (const length of [0, 1, 5, 6, 7, 1537])
    expect(Buffer.from(undense(dense(every.subarray(0, length))))).toEqual(
      every.subarray(0, length),
    );
  expect(Buffer.from(undense(dense(Buffer.alloc(12, 255))))).toEqual(Buffer.alloc(12, 255));
  expect(dense(every)).toHaveLength(1 + 7 * Math.ceil(1537 / 6));
  for (const letter of dense(every)) {
    expect('\0\r&<').not.toContain(letter);
    expect(letter < '\x7f').toBe(true);
  }
});

it('compresses what it writes', async () => {
  const text = Buffer.from('one word, one word, one word '.repeat(200));
  expect(packed(text).length).toBeLessThan(100);
  expect(Buffer.from(await unpacked(packed(text)))).toEqual(text);
  await expect(unpacked(packed(randomBytes(900)).slice(0, 500))).rejects.toThrow();
});

it('writes what another has once: moved, changed, with more at the end, and nothing alike', () => {
  const base = randomBytes(5000);
  const moved = Buffer.concat([base.subarray(3000), randomBytes(40), base.subarray(0, 3000)]);
  const changed = Buffer.from(base);
  for (let at = 100; at < 5000; at += 100) changed[at] = (changed[at] ?? 0) ^ 1;
  for (const bytes of [base, moved, changed, randomBytes(300), Buffer.alloc(0)]) {
    const made = patch(bytes, base);
    expect(Buffer.from(patched(made, base))).toEqual(bytes);
  }
  expect(patch(base, base).length).toBeLessThan(10);
  expect(patch(moved, base).length).toBeLessThan(40 + 20);
  expect(patch(changed, base).length).toBeLessThan(49 * 6 + 10);
  expect(Buffer.from(patched(patch(base, Buffer.alloc(0)), Buffer.alloc(0)))).toEqual(base);
});

it('names models and cores where a text holds them', () => {
  const model = readFileSync(projectPath('web/models/fovea-pictures.safetensors'));
  const [base64, letters] = [model.toString('base64'), packedAsText(model)];
  const text = withReferences(`first "${base64}", then "${letters}"`, ['pictures-model']);
  expect(text).toBe('first "\0base64 pictures-model\0", then "\0packed pictures-model\0"');
  expect(toBase64(model)).toBe(base64);
  expect(pack(model)).toBe(letters);
  expect(Buffer.from(unpack(pack(every)))).toEqual(every);
});

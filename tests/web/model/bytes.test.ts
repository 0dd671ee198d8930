import { describe, expect, it } from 'vitest';
import { packed } from '../../../scripts/vite/bytes.mjs';
import { fromBase64, unpack, utf16Indices } from '../../../web/src/model/bytes';

it('decodes what the bundle holds', () => {
  const every = Uint8Array.from({ length: 512 }, (_, i) => (i * 7) % 256);
  expect(unpack(packed(every))).toEqual(every);
  expect(packed(every)).toMatch(/^[ -~]*$/);
  expect(packed(every)).not.toMatch(/["'`\\$<]/);
  expect([...fromBase64('AP8Q')]).toEqual([0, 255, 16]);
  expect(unpack('')).toHaveLength(0);
});

describe('from bytes of UTF-8 to UTF-16 units', () => {
  it.each([
    ['', []],
    ['cat', [1, 2]],
    ['é€x', [2, 5, 6]],
    ['a😀b', [1, 5, 6]],
    ['中文', [3, 6]],
    ['x\u{d800}y', [1, 4, 5]],
  ])('%j', (text, starts) => {
    const indices = utf16Indices(text);
    const bytes = new TextEncoder().encode(text);
    expect(indices).toHaveLength(bytes.length + 1);
    expect(indices[bytes.length]).toBe(text.length);
    const decoder = new TextDecoder();
    for (const start of starts)
      expect(decoder.decode(bytes.subarray(0, start)).length).toBe(indices[start]);
  });
});

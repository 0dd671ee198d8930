import { describe, expect, it } from 'vitest';
import { packed } from '../../../scripts/vite/bytes.mjs';
import { fromBase64, unpack, utf16Indices } from '../../../web/src/model/bytes';

it('decodes what the bundle holds', () => {
  const every = Uint8Array.from({ length: 512 }, (_, i) => (i * 7) % 256);
  expect(unpack(packed(every))).toEqual(every);
  const codes = Array.from(packed(every), (letter) => letter.charCodeAt(0));
  expect(Math.min(...codes)).toBe(1);
  expect(Math.max(...codes)).toBe(126);
  // The bell to the carriage return, and what ends a file or begins a command of a terminal.
  for (const code of [7, 8, 9, 10, 11, 12, 13, 26, 27]) expect(codes).not.toContain(code);
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

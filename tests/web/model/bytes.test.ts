import { describe, expect, it } from 'vitest';
import { fromBase64, fromHex, utf16Indices } from '../../../web/src/model/bytes';

it('decodes what the bundle holds', () => {
  expect([...fromHex('00ff10')]).toEqual([0, 255, 16]);
  expect([...fromBase64('AP8Q')]).toEqual([0, 255, 16]);
  expect(fromHex('')).toHaveLength(0);
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

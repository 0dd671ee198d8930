import { afterEach, describe, expect, it, vi } from 'vitest';
import { sourceOf, sourceOfBlob } from '../../../web/src/model/source';

const bytes = Uint8Array.from({ length: 9 * 2 ** 20 }, (_, i) => i % 251);

/** A worker's reader, of blobs that lie in memory; counts what it fetched. */
function withReader(contents: Uint8Array): { blob: Blob; fetched: number[] } {
  const fetched: number[] = [];
  class Reader {
    readAsArrayBuffer({ begin, end }: { begin: number; end: number }): ArrayBuffer {
      fetched.push(Math.min(end, contents.length) - begin);
      return contents.slice(begin, end).buffer as ArrayBuffer;
    }
  }
  vi.stubGlobal('FileReaderSync', Reader);
  const slice = (begin: number, end: number) => ({ begin, end });
  return { blob: { size: contents.length, slice } as unknown as Blob, fetched };
}

afterEach(() => vi.unstubAllGlobals());

it('bytes in memory are handed out without a copy', () => {
  const source = sourceOf(bytes);
  expect(source.size).toBe(bytes.length);
  const piece = source.read(5, 7);
  expect(piece).toEqual(bytes.subarray(5, 12));
  expect(piece.buffer).toBe(bytes.buffer);
});

describe('a file', () => {
  it('is fetched in large pieces, each once, however small those asked for are', () => {
    const { blob, fetched } = withReader(bytes);
    const progress = vi.fn();
    const source = sourceOfBlob(blob, progress);
    const step = 300_000;
    for (let at = 0; at < bytes.length; at += step) {
      const length = Math.min(step, bytes.length - at);
      const piece = source.read(at, length);
      expect(piece).toHaveLength(length);
      expect([piece[0], piece.at(-1)]).toEqual([at % 251, (at + length - 1) % 251]);
    }
    expect(Math.max(...fetched)).toBeLessThanOrEqual(2 ** 22);
    expect(fetched.reduce((sum, size) => sum + size)).toBeLessThan(1.1 * bytes.length);
    expect(progress).toHaveBeenLastCalledWith(bytes.length);
  });

  it('goes back to where it has been', () => {
    const { blob } = withReader(bytes);
    const source = sourceOfBlob(blob, () => {});
    source.read(8 * 2 ** 20, 10);
    expect([...source.read(3, 4)]).toEqual([3, 4, 5, 6]);
  });

  it('gives a piece larger than those whole', () => {
    const { blob } = withReader(bytes);
    expect(sourceOfBlob(blob, () => {}).read(3, 6 * 2 ** 20)).toHaveLength(6 * 2 ** 20);
  });

  it('that has gone meanwhile gives fewer bytes than it was asked for', () => {
    const { blob } = withReader(bytes);
    vi.stubGlobal(
      'FileReaderSync',
      class {
        readAsArrayBuffer() {
          throw new DOMException('gone', 'NotFoundError');
        }
      },
    );
    expect(sourceOfBlob(blob, () => {}).read(0, 8)).toHaveLength(0);
  });
});

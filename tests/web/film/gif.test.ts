import { describe, expect, it } from 'vitest';
import { Gif } from '../../../web/src/film/gif';

const [width, height] = [4, 2];

/** A frame of one colour. */
const frame = (grey: number) =>
  new Uint8Array(Array.from({ length: width * height }, () => [grey, grey, grey, 255]).flat())
    .buffer;

/** How long each picture of a GIF stands, in hundredths of a second: each has a block that says so. */
function delays(bytes: Uint8Array): number[] {
  const found: number[] = [];
  for (let i = 0; i + 5 < bytes.length; i++)
    if (bytes[i] === 0x21 && bytes[i + 1] === 0xf9 && bytes[i + 2] === 4)
      found.push((bytes[i + 4] ?? 0) + 256 * (bytes[i + 5] ?? 0));
  return found;
}

function delaysOf(greys: readonly number[], fps: number): number[] {
  const gif = new Gif({ width, height, fps });
  for (const grey of greys) gif.add(frame(grey));
  return delays(gif.finish());
}

describe('a GIF', () => {
  it('has each frame stand as long as those after it are the same', () => {
    expect(delaysOf([10, 10, 10, 200, 200, 90], 20)).toEqual([15, 10, 5]);
  });

  it.each([15, 24, 30, 50])('takes as long as its frames at %i a second', (fps) => {
    const greys = Array.from({ length: fps }, (_, i) => i * 4);
    const found = delaysOf(greys, fps);
    expect(found).toHaveLength(fps);
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(100);
  });

  it('has no frame that browsers would hold: less than two hundredths is shown for ten', () => {
    const found = delaysOf(
      Array.from({ length: 60 }, (_, i) => i * 4),
      60,
    );
    expect(Math.min(...found)).toBeGreaterThanOrEqual(2);
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(100);
  });
});

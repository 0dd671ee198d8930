// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { palettes, rgbColor, signedScale, weightScale } from '../../../web/src/render/color';
import { boundOf, pixels } from '../../../web/src/widgets/thumbnail';

beforeAll(() => {
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray;
      constructor(
        readonly width: number,
        readonly height: number,
      ) {
        this.data = new Uint8ClampedArray(4 * width * height);
      }
    },
  );
});

const palette = palettes.light;

describe('a thumbnail', () => {
  it('gives each number the colour of its scale', () => {
    const data = Float32Array.of(-2, -0.5, 0, 2);
    const scale = signedScale('query', boundOf(data));
    const image = pixels({ data, rows: 2, columns: 2, tiles: 1, scale, palette });
    expect([image.width, image.height]).toEqual([2, 2]);
    data.forEach((x, i) => {
      const wanted = rgbColor(palette, scale, x);
      wanted.forEach((channel, c) => {
        expect(Math.abs((image.data[4 * i + c] ?? 0) - channel)).toBeLessThanOrEqual(6);
      });
    });
  });

  it('sets several matrices side by side, an empty column between them', () => {
    const data = Float32Array.of(0, 0, 1, 1);
    const image = pixels({ data, rows: 2, columns: 1, tiles: 2, scale: weightScale, palette });
    expect([image.width, image.height]).toEqual([3, 2]);
    const opaque = Array.from({ length: 6 }, (_, i) => image.data[4 * i + 3]);
    expect(opaque).toEqual([255, 0, 255, 255, 0, 255]);
    expect([...image.data.slice(8, 11)]).toEqual([...rgbColor(palette, weightScale, 1)]);
  });

  it('survives numbers that are all zero', () => {
    const data = new Float32Array(4);
    const scale = signedScale('key', boundOf(data));
    const image = pixels({ data, rows: 2, columns: 2, tiles: 1, scale, palette });
    expect(image.data[3]).toBe(255);
  });
});

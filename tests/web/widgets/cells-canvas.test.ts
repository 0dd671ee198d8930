// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { palettes, rgbColor, signedScale, weightScale } from '../../../web/src/render/color';
import { colorsOf, pixels } from '../../../web/src/widgets/cells-canvas';

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

describe('the pixels of matrices', () => {
  it('have the colours of the scale, to a shade', () => {
    const data = Float32Array.of(-2, -0.5, 0, 2);
    const scale = signedScale('query', 2);
    const image = pixels({ data, rows: 2, columns: 2, tiles: 1 }, colorsOf(scale, palette));
    expect([image.width, image.height]).toEqual([2, 2]);
    data.forEach((x, i) => {
      rgbColor(palette, scale, x).forEach((channel, c) => {
        expect(Math.abs((image.data[4 * i + c] ?? 0) - channel)).toBeLessThanOrEqual(6);
      });
    });
  });

  it('lean to the negative end below zero, and stay at an end beyond it', () => {
    const color = colorsOf(signedScale('key', 2), palettes.dark);
    expect(color(-2)).toEqual(rgbColor(palettes.dark, signedScale('key', 2), -2));
    expect(color(-3)).toEqual(color(-2));
    expect(color(2)).not.toEqual(color(-2));
  });

  it('stand side by side, an empty column between two matrices', () => {
    const data = Float32Array.of(0, 0, 1, 1);
    const color = colorsOf(weightScale, palette);
    const image = pixels({ data, rows: 2, columns: 1, tiles: 2 }, color);
    expect([image.width, image.height]).toEqual([3, 2]);
    const opaque = Array.from({ length: 6 }, (_, i) => image.data[4 * i + 3]);
    expect(opaque).toEqual([255, 0, 255, 255, 0, 255]);
    expect([...image.data.slice(8, 11)]).toEqual([...rgbColor(palette, weightScale, 1)]);
  });

  it('survive numbers that are all zero', () => {
    const color = colorsOf(signedScale('key', 0), palette);
    const image = pixels({ data: new Float32Array(4), rows: 2, columns: 2, tiles: 1 }, color);
    expect(image.data[3]).toBe(255);
  });
});

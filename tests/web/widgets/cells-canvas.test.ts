// @vitest-environment happy-dom
import { html, render } from 'lit';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { palettes, rgbColor, signedScale, weightScale } from '../../../web/src/render/color';
import { expectColors, paintCells } from '../../../web/src/widgets/cells-canvas';
import { type Cells, colorsOf, pixels } from '../../../web/src/widgets/cells-paint';

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
  it('have the nearest of the shades', () => {
    const color = colorsOf(weightScale, palette);
    const shades = Array.from({ length: 400 }, (_, i) => i);
    expect(shades.map((i) => color((i + 0.6) / 400))).toEqual(
      shades.map((i) => rgbColor(palette, weightScale, (i + 1) / 400)),
    );
  });

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

  it('are mixed once for every bound of a scale', () => {
    const few = colorsOf(signedScale('value', 2), palette);
    const many = colorsOf(signedScale('value', 20), palette);
    expect(many(10)).toBe(few(1));
    expect(many(-20)).toBe(few(-2));
    const empty = signedScale('value', 0);
    expect(colorsOf(empty, palette)(1)).toEqual(rgbColor(palette, empty, 1));
    expect(colorsOf(signedScale('key', 2), palette)(1)).not.toEqual(few(1));
    expect(colorsOf(signedScale('value', 2), palettes.dark)(1)).not.toEqual(few(1));
    expect(few(Number.NaN)).toEqual(rgbColor(palette, signedScale('value', 2), Number.NaN));
  });

  it('survive numbers that are all zero', () => {
    const color = colorsOf(signedScale('key', 0), palette);
    const image = pixels({ data: new Float32Array(4), rows: 2, columns: 2, tiles: 1 }, color);
    expect(image.data[3]).toBe(255);
  });
});

describe('a canvas of cells', () => {
  /** How often the canvas was painted when these were drawn on it, in turn. */
  async function paints(...all: readonly { readonly cells: Cells; readonly zero: string }[]) {
    const box = document.createElement('div');
    document.body.append(box);
    const painted = vi
      .spyOn(HTMLCanvasElement.prototype, 'getContext')
      .mockReturnValue({ putImageData() {} } as never);
    const counts: number[] = [];
    for (const { cells, zero } of all) {
      render(html`<canvas style=${`--zero: ${zero}`} ${paintCells(cells)}></canvas>`, box);
      await Promise.resolve();
      await Promise.resolve();
      counts.push(painted.mock.calls.length);
    }
    painted.mockRestore();
    box.remove();
    return counts;
  }

  const memory = Float32Array.of(0, 1, 1, 0);
  const cells = (data: Float32Array): Cells => ({ data, rows: 1, columns: 2, scale: weightScale });
  const first = cells(memory.subarray(0, 2));

  it('is painted again for other numbers of the same memory, not for the same', async () => {
    const again = cells(memory.subarray(0, 2));
    const second = cells(memory.subarray(2));
    const zero = 'white';
    const drawn = [first, again, second].map((of) => ({ cells: of, zero }));
    expect(await paints(...drawn)).toEqual([1, 1, 2]);
  });

  it('has the colours of the element around it, which were read before it was drawn', async () => {
    const [outer, inner] = [document.createElement('div'), document.createElement('div')];
    outer.style.setProperty('--zero', 'white');
    document.body.append(outer);
    outer.attachShadow({ mode: 'open' }).append(inner);
    const nested = inner.attachShadow({ mode: 'open' });
    const asked = vi.spyOn(window, 'getComputedStyle');
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      putImageData() {},
    } as never);
    expectColors(outer);
    expect(asked).toHaveBeenCalledTimes(1);
    for (const root of [outer.shadowRoot as ShadowRoot, nested])
      render(html`<canvas ${paintCells(first)}></canvas>`, root as never);
    await Promise.resolve();
    expect(asked).toHaveBeenCalledTimes(1);
    // In another task they may be others.
    await new Promise((resolve) => setTimeout(resolve, 5));
    render(html`<canvas ${paintCells(cells(memory.subarray(2)))}></canvas>`, nested as never);
    await Promise.resolve();
    expect(asked).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
    outer.remove();
  });

  it('is painted again in another theme', async () => {
    expect(await paints({ cells: first, zero: 'white' }, { cells: first, zero: 'black' })).toEqual([
      1, 2,
    ]);
  });
});

// @vitest-environment happy-dom
import { html, render } from 'lit';
import { describe, expect, it } from 'vitest';
import { place, signedScale } from '../../../web/src/render/color';
import { vectorStrip } from '../../../web/src/widgets/vector-strip';

const scale = signedScale('key', 2);

function draw(values: number[], height: number) {
  const host = document.createElement('div');
  const box = { x: 10, y: 0, width: 80, height };
  render(html`<svg>${vectorStrip(values, scale, box)}</svg>`, host);
  return host;
}

describe('a vector strip', () => {
  it('has a cell per number, in its colour', () => {
    const host = draw([1, -2], 11);
    const cells = [...host.querySelectorAll('g path')];
    const looks = cells.map((cell) => [
      cell.parentElement?.getAttribute('fill'),
      Number(cell.getAttribute('fill-opacity')),
    ]);
    expect(looks).toEqual([
      ['var(--key)', Number(place(scale, 1).t.toFixed(3))],
      ['var(--negative)', 1],
    ]);
    expect(host.querySelector('path.zero')?.getAttribute('fill')).toBe('var(--zero)');
    expect(cells.map((cell) => cell.getAttribute('d')?.split(' ')[0])).toEqual(['M10', 'M50']);
  });

  it('has a shape for each shade where there are many numbers, as many whatever they are', () => {
    const shapesOf = (values: number[]) => [...draw(values, 11).querySelectorAll('g path')];
    const values = Array.from({ length: 64 }, (_, i) => (i - 32) / 16);
    const shapes = shapesOf(values);
    expect(shapes).toHaveLength(24);
    expect(shapesOf(values.map((x) => -x / 2))).toHaveLength(24);
    const cells = (some: readonly Element[]) =>
      some.reduce((sum, shape) => sum + (shape.getAttribute('d')?.match(/M/g)?.length ?? 0), 0);
    // All but those that are nearly zero, and so look like it; each within half a shade of its colour.
    const seen = (x: number) => place(scale, x).t >= 1 / 24;
    expect(cells(shapes)).toBe(values.filter(seen).length);
    const ofKey = shapes.filter(
      (shape) => shape.parentElement?.getAttribute('fill') === 'var(--key)',
    );
    expect(cells(ofKey)).toBe(values.filter((x) => x > 0 && seen(x)).length);
    values.filter(seen).forEach((x) => {
      const at = `M${10 + (80 * values.indexOf(x)) / 64} `;
      const shape = shapes.find((each) => each.getAttribute('d')?.includes(at));
      const opacity = Number(shape?.getAttribute('fill-opacity'));
      expect(Math.abs(opacity - place(scale, x).t)).toBeLessThanOrEqual(1 / 24 + 0.001);
    });
  });

  it('cuts every negative cell with a minus, where it is tall enough', () => {
    const marks = (height: number) =>
      draw([1, -2, -1, 0], height).querySelector('path.cuts')?.getAttribute('d')?.match(/M/g)
        ?.length ?? 0;
    expect(marks(11)).toBe(2);
    expect(marks(5)).toBe(0);
  });
});

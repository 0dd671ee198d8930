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

  it('cuts every negative cell with a minus, where it is tall enough', () => {
    const marks = (height: number) =>
      draw([1, -2, -1, 0], height).querySelector('path.cuts')?.getAttribute('d')?.match(/M/g)
        ?.length ?? 0;
    expect(marks(11)).toBe(2);
    expect(marks(5)).toBe(0);
  });
});

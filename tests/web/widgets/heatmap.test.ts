// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { palettes, rgb, signedScale, weightScale } from '../../../web/src/render/color';
import { type Heatmap, matrixPixels } from '../../../web/src/widgets/heatmap';

describe('the pixels of a matrix', () => {
  it('are one opaque colour per number, row by row', () => {
    const pixels = matrixPixels([0, 1], weightScale, palettes.light);
    expect([...pixels]).toEqual([
      ...rgb(palettes.light.zero),
      255,
      ...rgb(palettes.light.weight),
      255,
    ]);
  });

  it('lean to the negative end below zero', () => {
    const pixels = matrixPixels([-2, 2], signedScale('key', 2), palettes.dark);
    expect([...pixels.slice(0, 3)]).toEqual(rgb(palettes.dark.negative));
    expect([...pixels.slice(4, 7)]).toEqual(rgb(palettes.dark.key));
  });
});

describe('<fv-heatmap>', () => {
  it('has a pixel per cell, a name, and a frame around the row that was asked for', async () => {
    const map = document.createElement('fv-heatmap') as Heatmap;
    Object.assign(map, {
      data: new Float32Array(6),
      rows: 2,
      columns: 3,
      label: 'head 1',
      frame: 1,
    });
    document.body.append(map);
    await map.updateComplete;
    const canvas = map.renderRoot.querySelector('canvas');
    expect([canvas?.getAttribute('width'), canvas?.getAttribute('height')]).toEqual(['3', '2']);
    expect(canvas?.getAttribute('aria-label')).toBe('head 1');
    expect(map.renderRoot.querySelector('rect')?.getAttribute('y')).toBe('1');
    map.frame = null;
    await map.updateComplete;
    expect(map.renderRoot.querySelector('rect')).toBeNull();
  });
});

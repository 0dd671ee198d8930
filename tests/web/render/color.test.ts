import { describe, expect, it } from 'vitest';
import {
  contrast,
  cssColor,
  cssInk,
  inkOn,
  type Palette,
  palettes,
  place,
  type Rgb,
  type Role,
  rgb,
  rgbColor,
  signedScale,
  weightScale,
} from '../../../web/src/render/color';
import { type Deficiency, deltaE, simulate } from './color-vision';

const themes = Object.entries(palettes);
const scale = signedScale('key', 4);

describe('the signed scale', () => {
  it('is symmetric about zero', () => {
    for (const x of [0, 0.1, 1, 3.9, 4]) {
      expect(place(scale, x).t).toBe(place(scale, -x).t);
      expect(place(scale, x).end).toBe('key');
    }
    expect(place(scale, -1).end).toBe('negative');
  });

  it.each(themes)('runs from the negative end over zero to the hue, %s', (_, palette) => {
    expect(rgbColor(palette, scale, -4)).toEqual(rgb(palette.negative));
    expect(rgbColor(palette, scale, 0)).toEqual(rgb(palette.zero));
    expect(rgbColor(palette, scale, 4)).toEqual(rgb(palette.key));
  });

  it('lifts small numbers: a tenth of the bound is .16 of the way, a half .57', () => {
    for (const [x, t] of [
      [0.4, 0.1585],
      [2, 0.5743],
    ] as const) {
      expect(place(scale, x).t).toBeCloseTo(t, 4);
      expect(place(scale, -x).t).toBeCloseTo(t, 4);
    }
  });

  it('stops at its bounds and survives a tensor of zeros', () => {
    expect(place(scale, 400).t).toBe(1);
    expect(place(signedScale('key', 0), 0).t).toBe(0);
  });
});

describe('the weight scale', () => {
  it('is linear from 0 to 1', () => {
    expect(place(weightScale, 0.25)).toEqual({ end: 'weight', t: 0.25 });
    expect(rgbColor(palettes.light, weightScale, 1)).toEqual(rgb(palettes.light.weight));
  });
});

describe('colours for CSS', () => {
  it('mix the same two ends as the numbers do', () => {
    expect(cssColor(scale, -4)).toBe('color-mix(in srgb, var(--negative) 100.0%, var(--zero))');
    expect(cssColor(weightScale, 0.25)).toBe(
      'color-mix(in srgb, var(--weight) 25.0%, var(--zero))',
    );
  });
});

describe('numbers inside cells', () => {
  const roles: readonly Role[] = ['query', 'key', 'value', 'residual', 'norm', 'feed-forward'];
  const samples = Array.from({ length: 201 }, (_, i) => i / 100 - 1);
  const black: Rgb = [0, 0, 0];
  const white: Rgb = [255, 255, 255];

  it.each(themes)('contrast by at least 4.5 on every mix, %s', (_, palette: Palette) => {
    for (const role of roles) {
      for (const x of samples) {
        const color = rgbColor(palette, signedScale(role, 1), x);
        const ink = inkOn(color) === 'black' ? black : white;
        expect(contrast(color, ink)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('follow the theme where the best ink differs', () => {
    expect(cssInk(signedScale('key', 1), 0)).toBe('var(--black-white)');
    expect(cssInk(signedScale('value', 1), 1)).toBe('var(--white-black)');
  });
});

describe('the palettes', () => {
  const texts = ['ink', 'ink-2', 'query', 'key', 'value', 'weight'] as const;

  it.each(themes)('have text of at least 4.5 on paper and sheet, %s', (_, palette) => {
    for (const ground of ['paper', 'sheet'] as const) {
      for (const text of texts) {
        expect(contrast(rgb(palette[text]), rgb(palette[ground]))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  const deficiencies: readonly Deficiency[] = ['protanopia', 'deuteranopia', 'tritanopia'];
  const cases = themes.flatMap(([theme, palette]) =>
    deficiencies.map((deficiency) => ({ theme, palette, deficiency })),
  );

  it.each(cases)(
    'keep the four roles apart under $deficiency, $theme',
    ({ palette, deficiency }) => {
      const roles = ['query', 'key', 'value', 'weight'] as const;
      const seen = roles.map((role) => simulate(rgb(palette[role]), deficiency));
      for (let a = 0; a < seen.length; a++) {
        for (let b = a + 1; b < seen.length; b++) {
          expect(deltaE(seen[a] as Rgb, seen[b] as Rgb)).toBeGreaterThanOrEqual(15);
        }
      }
    },
  );
});

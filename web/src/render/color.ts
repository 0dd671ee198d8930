/**
 * The colours of the page and its two scales.
 *
 * SVG and text use CSS custom properties, so a change of theme needs no redrawing; canvases use
 * numbers from `palettes`. Both use the same table and the same mixing, which
 * is linear in sRGB as in CSS `color-mix(in srgb, …)`.
 */

import type { Role } from '../state/dataflow/node';

export type { Role };

type Ground = 'paper' | 'sheet' | 'ink' | 'ink-2' | 'line' | 'zero' | 'negative';

export type Palette = Readonly<Record<Ground | Role, string>>;

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    paper: '#FCFBF8',
    sheet: '#F4F2EC',
    ink: '#1A1C21',
    'ink-2': '#555963',
    line: '#DEDAD1',
    zero: '#F1EEE7',
    negative: '#43474F',
    query: '#2457C5',
    key: '#AD4E00',
    value: '#0A7558',
    weight: '#982A83',
    residual: '#5A6270',
    norm: '#6A6410',
    'feed-forward': '#A8324A',
  },
  dark: {
    paper: '#121419',
    sheet: '#1A1D24',
    ink: '#EDEBE5',
    'ink-2': '#A6ABB6',
    line: '#30343E',
    zero: '#20242C',
    negative: '#B4BAC6',
    query: '#86ABFF',
    key: '#FFAF68',
    value: '#52CDA8',
    weight: '#F17FC8',
    residual: '#9AA3B2',
    norm: '#D2C667',
    'feed-forward': '#FF8F9F',
  },
};

/** How the numbers of a tensor become colours. `bound` is the largest |x| of that tensor. */
export type Scale =
  | { readonly kind: 'signed'; readonly role: Role; readonly bound: number }
  | { readonly kind: 'weight' };

export const weightScale: Scale = { kind: 'weight' };

export function signedScale(role: Role, bound: number): Scale {
  return { kind: 'signed', role, bound };
}

/** The end of the scale that a number is mixed towards, and how far: 0 is the colour of zero, 1 the end. */
export function place(scale: Scale, x: number): { end: Role | 'negative'; t: number } {
  // What is no number has the colour of zero; canvases cross it out.
  if (Number.isNaN(x)) return { end: 'negative', t: 0 };
  if (scale.kind === 'weight') return { end: 'weight', t: Math.min(1, Math.max(0, x)) };
  const share = scale.bound > 0 ? Math.min(1, Math.abs(x) / scale.bound) : 0;
  return { end: x < 0 ? 'negative' : scale.role, t: share ** 0.8 };
}

/** The colour of a number as CSS; it follows the theme. */
export function cssColor(scale: Scale, x: number): string {
  const { end, t } = place(scale, x);
  return `color-mix(in srgb, var(--${end}) ${(t * 100).toFixed(1)}%, var(--zero))`;
}

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The colour of a number in one theme. */
export function rgbColor(palette: Palette, scale: Scale, x: number): Rgb {
  const { end, t } = place(scale, x);
  const from = rgb(palette.zero);
  const to = rgb(palette[end]);
  const mix = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * t);
  return [mix(0), mix(1), mix(2)];
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** Black or white, whichever has more contrast with a colour. */
export function inkOn(color: Rgb): 'black' | 'white' {
  return contrast(color, black) >= contrast(color, white) ? 'black' : 'white';
}

/** The text colour for a number inside its own cell, as CSS; it follows the theme. */
export function cssInk(scale: Scale, x: number): string {
  const [light, dark] = [palettes.light, palettes.dark].map((p) => inkOn(rgbColor(p, scale, x)));
  return light === dark ? `${light}` : `var(--${light}-${dark})`;
}

import { escaped } from '../state/markup';

/** A computed colour in a form that every SVG reader knows; null if it is invisible. */
export function plainColor(
  value: string,
): { readonly color: string; readonly opacity: number } | null {
  const numbers = value.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
  const wide = /^color\(srgb /.test(value);
  if (!wide && !/^rgba?\(/.test(value)) return null;
  const [r = 0, g = 0, b = 0, opacity = 1] = numbers;
  const byte = (x: number) => Math.round(Math.min(255, Math.max(0, wide ? x * 255 : x)));
  const hex = [r, g, b].map((x) => byte(x).toString(16).padStart(2, '0')).join('');
  return opacity > 0 ? { color: `#${hex}`, opacity } : null;
}

export const round = (x: number): number => Math.round(x * 100) / 100;

/** Attributes as markup, without undefined and empty ones. */
export function attributes(of: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(of)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

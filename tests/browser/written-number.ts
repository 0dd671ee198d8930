/** What the two builds of the core may differ by, beside the rounding on the screen. */
export const slack = 1e-4;

/** Between which values a number lies that is written like this: "−4.09", ".521", "<.001", "52 %". */
export function meaning(text: string): readonly [low: number, high: number] {
  if (text.endsWith('%')) {
    const [low, high] = meaning(text.slice(0, -1).trimEnd());
    return [low / 100, high / 100];
  }
  const digits = /[\d.]+$/.exec(text)?.[0] ?? '';
  const value = Number(digits) * (text.includes('−') ? -1 : 1);
  const half = 0.5 * 10 ** -(digits.split('.')[1]?.length ?? 0);
  if (text.startsWith('<')) return [-slack, value];
  if (text.startsWith('>')) return [value, 1 + slack];
  const room = half + slack * Math.max(1, Math.abs(value));
  return [value - room, value + room];
}

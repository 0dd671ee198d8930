/** Pictures as RGBA, row by row, blurred. */

/** One line of pixels, each the mean of those up to `radius` away; beyond the ends the last one goes on. */
function boxLine(
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  { start, step, count, radius }: { start: number; step: number; count: number; radius: number },
): void {
  const at = (i: number) => from[start + Math.min(count - 1, Math.max(0, i)) * step] ?? 0;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += at(i);
  for (let i = 0; i < count; i++) {
    to[start + i * step] = sum / (2 * radius + 1);
    sum += at(i + radius + 1) - at(i - radius);
  }
}

/** Three box blurs in both directions come close to a Gaussian one. */
export function blurred(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  sigma: number,
): Uint8ClampedArray {
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2));
  let from = Uint8ClampedArray.from(pixels);
  let to = Uint8ClampedArray.from(pixels);
  for (let pass = 0; pass < 6; pass++) {
    const across = pass % 2 === 0;
    for (let channel = 0; channel < 3; channel++)
      for (let line = 0; line < (across ? height : width); line++)
        boxLine(from, to, {
          start: (across ? line * width : line) * 4 + channel,
          step: across ? 4 : width * 4,
          count: across ? width : height,
          radius,
        });
    [from, to] = [to, from];
  }
  return from;
}

import { describe, expect, it } from 'vitest';
import { archPath, layoutArches, pinPath, type Strand } from '../../../web/src/render/arches';

const options = { profile: 'dome', total: 42, rise: 98, limit: 150 } as const;
const centresOf = (n: number) => Array.from({ length: n }, (_, j) => 43 + 86 * j);

/** Weights that sum to 1, from a seeded generator; `sharpness` decides how unequal they are. */
function weightsOf(n: number, seed: number, sharpness: number): number[] {
  let state = seed;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const powers = Array.from({ length: n }, () => Math.exp(sharpness * next()));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** A point of a strand's centre line; t runs from the focus word (0) to the other (1). */
function pointOf({ from, to, rise }: Strand, t: number): { x: number; y: number } {
  return { x: from + (to - from) * t * t * (3 - 2 * t), y: rise * 4 * t * (1 - t) };
}

/** Height of a strand's centre line over a place between its ends, by bisection. */
function heightAt(strand: Strand, x: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    const beyond = (pointOf(strand, middle).x - x) * Math.sign(strand.to - strand.from) > 0;
    if (beyond) high = middle;
    else low = middle;
  }
  return pointOf(strand, low).y;
}

describe('arches', () => {
  const weights = [0.099, 0.521, 0.041, 0.011, 0.018, 0.019, 0.004, 0.275, 0.004, 0.002, 0.006];
  const focus = 7;
  const arches = layoutArches(weights, focus, centresOf(11), options);

  it('are as thick as their weights, 42 in all', () => {
    for (const strand of arches.strands) {
      expect(strand.width).toBeCloseTo((weights[strand.key] ?? 0) * 42, 10);
    }
    const total = arches.strands.reduce((sum, s) => sum + s.width, arches.pin.width);
    expect(total).toBeCloseTo(42, 6);
  });

  it('leave the focus word side by side, without a gap or an overlap', () => {
    const slots = [...arches.strands.map((s) => ({ at: s.from, width: s.width })), arches.pin].sort(
      (a, b) => a.at - b.at,
    );
    let edge = (centresOf(11)[focus] ?? 0) - 21;
    for (const { at, width } of slots) {
      expect(at - width / 2).toBeCloseTo(edge, 6);
      edge = at + width / 2;
    }
  });

  it('are never drawn thinner than .6, nor thicker than they are', () => {
    for (const { width, drawn } of arches.strands) expect(drawn).toBe(Math.max(0.6, width));
  });

  it('rise with the distance', () => {
    const left = arches.strands.filter((s) => s.key < focus).sort((a, b) => b.key - a.key);
    for (let i = 1; i < left.length; i++) {
      expect(left[i]?.rise).toBeGreaterThan(left[i - 1]?.rise ?? 0);
    }
  });

  it('stand at their word and at the focus word', () => {
    const strand = arches.strands.find((s) => s.key === 1);
    expect(strand?.to).toBe(centresOf(11)[1]);
    const numbers = archPath(strand as Strand, 'up', 170)
      .match(/[\d.]+/g)
      ?.map(Number);
    expect(numbers?.slice(-2)).toEqual([129, 170]);
  });
});

describe('no two arches cross', () => {
  const cases = [3, 5, 11, 16, 24].flatMap((n) =>
    [0, 3, 9, 30].flatMap((sharpness) =>
      [0, Math.floor(n / 2), n - 1].map((focus) => ({ n, sharpness, focus })),
    ),
  );

  it.each(cases)('$n words, sharpness $sharpness, focus $focus', ({ n, sharpness, focus }) => {
    const weights = weightsOf(n, 7 * n + focus + sharpness, sharpness);
    const { strands } = layoutArches(weights, focus, centresOf(n), options);
    for (const inner of strands) {
      for (const outer of strands) {
        const nested =
          Math.sign(inner.key - focus) === Math.sign(outer.key - focus) &&
          Math.abs(inner.key - focus) < Math.abs(outer.key - focus);
        if (!nested) continue;
        for (let i = 1; i < 16; i++) {
          const { x, y } = pointOf(inner, i / 16);
          expect(heightAt(outer, x)).toBeGreaterThan(y - 1e-6);
        }
      }
    }
  });
});

describe('extremes', () => {
  it('a single word has its pin alone', () => {
    const { strands, pin } = layoutArches([1], 0, [43], options);
    expect(strands).toEqual([]);
    expect(pin.width).toBe(42);
    expect(pinPath(pin, 'up', 100)).not.toContain('NaN');
  });

  it('stay within the limit', () => {
    const weights = weightsOf(60, 5, 0);
    const { reach } = layoutArches(weights, 0, centresOf(60), { ...options, limit: 90 });
    expect(reach).toBeLessThanOrEqual(90.0001);
  });

  it('turn with the axis', () => {
    const { strands } = layoutArches([0.5, 0.5], 0, [10, 40], options);
    const strand = strands[0] as Strand;
    expect(archPath(strand, 'left', 62).endsWith('62 40')).toBe(true);
    expect(archPath(strand, 'right', 62).endsWith('62 40')).toBe(true);
  });

  it('hang as they stand, mirrored', () => {
    const { strands, pin } = layoutArches([0.5, 0.5], 0, [10, 40], options);
    const heights = (d: string) => [...d.matchAll(/[-\d.]+ ([-\d.]+)/g)].map(([, y]) => Number(y));
    const mirrored = (d: string) => heights(d).map((y) => 124 - y);
    const strand = strands[0] as Strand;
    expect(heights(archPath(strand, 'down', 62))).toEqual(mirrored(archPath(strand, 'up', 62)));
    expect(heights(pinPath(pin, 'down', 62))).toEqual(mirrored(pinPath(pin, 'up', 62)));
  });

  it('never bend more sharply than half their thickness', () => {
    for (const focus of [0, 5, 10]) {
      for (let key = 0; key < 11; key++) {
        if (key === focus) continue;
        const weights = Array.from({ length: 11 }, (_, j) => (j === key ? 1 : 0));
        const strand = layoutArches(weights, focus, centresOf(11), options).strands.at(
          -1,
        ) as Strand;
        const radius = (8 / 3) * (strand.rise ** 2 / Math.abs(strand.from - strand.to));
        expect(radius).toBeGreaterThan(strand.drawn / 2);
      }
    }
  });
});

describe('lanes', () => {
  const centres = Array.from({ length: 11 }, (_, j) => 58 + 36 * j);
  const lanes = { profile: 'lane', total: 22, rise: 40, limit: 54 } as const;

  it('lie outside one another by their thickness, within the limit', () => {
    for (const sharpness of [0, 4, 12]) {
      const { strands, reach } = layoutArches(weightsOf(11, 3, sharpness), 7, centres, lanes);
      const left = strands.filter((s) => s.key < 7).sort((a, b) => b.key - a.key);
      for (let i = 1; i < left.length; i++) {
        const [inner, outer] = [left[i - 1], left[i]] as [Strand, Strand];
        expect(outer.rise - inner.rise).toBeGreaterThan((outer.drawn + inner.drawn) / 2);
      }
      expect(reach).toBeLessThanOrEqual(54.0001);
    }
  });

  it('never bend more sharply than half their thickness', () => {
    for (let key = 0; key < 11; key++) {
      if (key === 7) continue;
      const weights = centres.map((_, j) => (j === key ? 1 : 0));
      const strand = layoutArches(weights, 7, centres, lanes).strands.at(-1) as Strand;
      const bend = Math.min(Math.abs(strand.from - strand.to) / 2, 2.4 * strand.rise);
      expect(strand.rise ** 2 / bend).toBeGreaterThan(strand.drawn / 2);
    }
  });

  it('run along their rise and end at their word', () => {
    const { strands } = layoutArches(weightsOf(11, 3, 2), 7, centres, lanes);
    const strand = strands.find((s) => s.key === 0) as Strand;
    const away = [...archPath(strand, 'left', 58).matchAll(/([-\d.]+) ([-\d.]+)/g)].map((match) =>
      Number((58 - Number(match[1])).toFixed(2)),
    );
    expect(away[0]).toBe(0);
    expect(away.filter((x) => x === Number(strand.rise.toFixed(2))).length).toBe(4);
    expect(away.at(-1)).toBe(0);
  });
});

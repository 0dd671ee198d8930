/** How far a number may be from what was drawn: shares where all of them are small, else pixels. */
const tolerance = { share: 0.01, pixels: 0.15 };

/** What attributes are that a frame does not say: an animation has no word for that. */
export const usual: Readonly<Record<string, string>> = {
  ...{ opacity: '1', 'fill-opacity': '1', 'stroke-opacity': '1', rx: '0' },
  ...{ 'font-weight': '400', 'font-style': 'normal', 'text-decoration': 'none' },
  'stroke-dasharray': 'none',
};

const number = /-?\d*\.?\d+(?:e-?\d+)?/g;
export const shapeOf = (text: string): string => text.replace(number, '#');
export const numbersOf = (text: string): number[] => text.match(number)?.map(Number) ?? [];

/** Values at times, from 0 to 1. */
export type Course = readonly (readonly [at: number, value: string])[];

/** Leaves out what lies on the line between its neighbours. */
export function simpler(course: Course): Course {
  const points = course.map(([at, value]) => ({ at, numbers: numbersOf(value) }));
  const small = points.every(({ numbers }) => numbers.every((x) => Math.abs(x) <= 1));
  const most = small ? tolerance.share : tolerance.pixels;
  const kept = new Set([0, course.length - 1]);
  const split = (from: number, to: number): void => {
    const [a, b] = [points[from], points[to]];
    if (!a || !b) return;
    let [worst, gap] = [-1, most];
    for (let i = from + 1; i < to; i++) {
      const { at, numbers } = points[i] as (typeof points)[number];
      const share = b.at > a.at ? (at - a.at) / (b.at - a.at) : 0;
      numbers.forEach((x, k) => {
        const [p = 0, q = 0] = [a.numbers[k], b.numbers[k]];
        const off = Math.abs(x - (p + (q - p) * share));
        if (off > gap) [worst, gap] = [i, off];
      });
    }
    if (worst < 0) return;
    kept.add(worst);
    split(from, worst);
    split(worst, to);
  };
  split(0, course.length - 1);
  return course.filter((_, i) => kept.has(i));
}

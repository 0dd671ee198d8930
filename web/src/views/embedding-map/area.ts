import { path } from '../kit/marks';
import type { Place } from '../kit/plane';
import type { SvgMark } from '../kit/scene';
import { round } from '../kit/svg-marks';
import { inkOf } from './kinds';

/** Which side of the way from a to b the place c is on. */
const side = (a: Place, b: Place, c: Place): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Half of a convex hull: the places in order of x, less those that bend the other way. */
function half(sorted: readonly Place[]): readonly Place[] {
  const hull: Place[] = [];
  for (const place of sorted) {
    while (hull.length > 1 && side(hull.at(-2) as Place, hull.at(-1) as Place, place) <= 0)
      hull.pop();
    hull.push(place);
  }
  return hull.slice(0, -1);
}

/** Room between a word and the edge of its kind's area. */
const reach = 15;

/** The area that the words of a kind take up, with round corners; nothing for fewer than three. */
export function areaAround(places: readonly Place[], kind: number): readonly SvgMark[] {
  if (places.length < 3) return [];
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull = [...half(sorted), ...half([...sorted].reverse())];
  const middle = (axis: 0 | 1) => hull.reduce((sum, place) => sum + place[axis], 0) / hull.length;
  const [mx, my] = [middle(0), middle(1)];
  const out = hull.map(([x, y]): Place => {
    const far = Math.hypot(x - mx, y - my) || 1;
    return [x + ((x - mx) / far) * reach, y + ((y - my) / far) * reach];
  });
  const between = (i: number): Place => {
    const [a, b] = [out[i % out.length] as Place, out[(i + 1) % out.length] as Place];
    return [round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)];
  };
  const curves = out.map((_, i) => {
    const corner = out[(i + 1) % out.length] as Place;
    return `Q${round(corner[0])} ${round(corner[1])} ${between(i + 1).join(' ')}`;
  });
  const d = `M${between(0).join(' ')}${curves.join('')}Z`;
  return [path(d, { fill: 'ink', ink: inkOf(kind), opacity: 0.14 })];
}

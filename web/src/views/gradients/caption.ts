import { count } from '../../state/format';
import { msg } from '../../words/msg';
import {
  type DepthSettings,
  differenceText,
  type Measured,
  normName,
  sizeText,
  spreadAt,
  type Wiring,
  wirings,
} from '../kit/depth/study';

type Middle = (wiring: Wiring) => number;

const find = (norm: Wiring['norm'], path: boolean): Wiring =>
  wirings.find((wiring) => wiring.norm === norm && wiring.path === path) as Wiring;

/** Below this, words are taken for one and the same. */
const one = 1e-6;

/** What became of a gradient of 1. */
function fate(x: number): string {
  if (!Number.isFinite(x)) return msg`grows beyond what a 32-bit number can hold`;
  if (x >= 1.5) return msg`grows ${sizeText(x)} times`;
  if (x <= 1 / 1.5) return msg`shrinks ${sizeText(1 / x)} times`;
  return msg`stays near its size, at ${sizeText(x)},`;
}

/** How far a gradient is from 1, as a factor above 1. */
const factor = (x: number): number => Math.max(x, 1 / x);

function gradientText(gradient: Middle): string {
  const [path, none] = [true, false].map((each) => fate(gradient(find('none', each))));
  const most = Math.max(
    ...wirings.filter(({ norm }) => norm !== 'none').map((each) => factor(gradient(each))),
  );
  return msg`Without a norm, the gradient ${path} with residual connections and ${none} without; with a norm, it changes by a factor of at most ${sizeText(most)}.`;
}

/** The first layer after which the words of every encoder without a path are one. */
function goneAfter(measured: Measured, depth: number): number | null {
  for (let layer = 1; layer <= depth; layer++) {
    const all = wirings
      .filter(({ path }) => !path)
      .map((wiring) => spreadAt(measured, [depth, wiring], 'difference', layer)?.middle ?? 1);
    if (Math.max(...all) < one) return layer;
  }
  return null;
}

/** What is left of the difference between words, without the path and with it. */
function differenceOf(measured: Measured, depth: number, difference: Middle): string {
  const gone = goneAfter(measured, depth);
  const [best = find('pre', true)] = wirings
    .filter(({ path }) => path)
    .sort((a, b) => difference(b) - difference(a));
  const [name, kept] = [normName(best.norm), differenceText(difference(best))];
  const most = Math.max(...wirings.filter(({ path }) => !path).map(difference));
  return gone === null
    ? msg`After layer ${depth}, at most ${differenceText(most)} of the difference between words is left without the connection, and ${kept} with it (${name}).`
    : msg`Without the connection, all words have become one vector by layer ${gone}; with it, ${name} still keeps a difference of ${kept} after layer ${depth}.`;
}

/** What was found at the depth chosen, in a sentence for each chart: null until all six have been measured. */
export function captionOf(
  measured: Measured,
  { depth }: DepthSettings,
): Readonly<Record<'difference' | 'gradient', string>> | null {
  if (!wirings.every((wiring) => spreadAt(measured, [depth, wiring], 'gradient', 0))) return null;
  const at =
    (measure: 'gradient' | 'difference', layer: number): Middle =>
    (wiring) =>
      spreadAt(measured, [depth, wiring], measure, layer)?.middle ?? Number.NaN;
  return {
    gradient: gradientText(at('gradient', 0)),
    difference: differenceOf(measured, depth, at('difference', depth)),
  };
}

function builtWith({ norm, path }: Wiring): string {
  if (norm === 'none')
    return path
      ? msg`with no norm and residual connections`
      : msg`with no norm and no residual connections`;
  return path
    ? msg`with ${normName(norm)} and residual connections`
    : msg`with ${normName(norm)} and no residual connections`;
}

/** Which of the seeds left the range of a float, where any did; empty where none did. */
export function overflowOf(measured: Measured, { depth }: DepthSettings): string {
  const found = wirings.flatMap((wiring, i) => {
    const runs = measured.depths.get(depth)?.[i] ?? [];
    const over = runs.filter(({ gradient }) => !Number.isFinite(gradient[0])).length;
    return over > 0 ? [{ wiring, over, of: runs.length }] : [];
  });
  return found
    .map(({ wiring, over, of }) => {
      const built = builtWith(wiring);
      return over === of
        ? msg`In all ${count(of)} encoders ${built}, the gradient overflows: there is no number to show.`
        : msg`In ${count(over)} of ${count(of)} encoders ${built}, the gradient overflows: there is no number to show.`;
    })
    .join(' ');
}

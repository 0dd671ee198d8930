import { count } from '../../state/format';
import { msg } from '../../words/msg';
import { differenceText, sizeText } from '../kit/depth/reading';
import type { DepthSettings } from '../kit/depth/settings';
import { type Measured, normName, spreadAt, type Wiring, wirings } from '../kit/depth/study';

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

function withoutNorm(gradient: Middle): string {
  const [path, none] = [true, false].map((each) => fate(gradient(find('none', each))));
  return msg`Without a norm the gradient ${path} with residual paths, and ${none} without them.`;
}

function withNorm(gradient: Middle): string {
  const of = (path: boolean) =>
    Math.max(...(['pre', 'post'] as const).map((norm) => factor(gradient(find(norm, path)))));
  const [path, none] = [of(true), of(false)];
  if (Math.max(path, none) <= 12)
    return msg`With a norm it stays within a factor of ${sizeText(Math.max(path, none))} of its size, with a path or without.`;
  return msg`With a norm it changes by a factor of up to ${sizeText(path)} with a path and ${sizeText(none)} without.`;
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

/** Below this, little is left of a difference. */
const little = 0.01;

const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join() : msg`${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;

/** What is left of the difference with a path. */
function withPath(depth: number, difference: Middle): string {
  const left = (['pre', 'post', 'none'] as const).map((norm) => ({
    norm,
    value: difference(find(norm, true)),
  }));
  const kept = left.filter(({ value }) => value >= little);
  const lost = left.filter(({ value }) => value < little);
  const still = listed(
    kept.map(({ norm, value }) =>
      norm === 'none'
        ? msg`${differenceText(value)} with no norm`
        : msg`${differenceText(value)} with ${normName(norm)}`,
    ),
  );
  const gone = listed(
    lost.map(({ norm, value }) => `${normName(norm)} (${differenceText(value)})`),
  );
  if (kept.length === 0)
    return msg`With it they grow alike too, only later: ${gone} after layer ${depth}.`;
  const later = lost.length > 0 ? msg`; with ${gone} it is lost too, only later` : '';
  return msg`With it, 1\u00a0−\u00a0cosine is still ${still} after layer ${depth}${later}.`;
}

function words(measured: Measured, depth: number, difference: Middle): string {
  const gone = goneAfter(measured, depth);
  const most = Math.max(...wirings.filter(({ path }) => !path).map(difference));
  const without =
    gone === null
      ? msg`Without it at most ${differenceText(most)} of 1\u00a0−\u00a0cosine is left after layer ${depth}.`
      : msg`Without it they are one and the same by layer ${gone}, and no gradient can tell them apart.`;
  return msg`What the path saves is the difference between words. ${without} ${withPath(depth, difference)}`;
}

/** What was found at the depth chosen: null until all six have been measured. */
export function captionOf(measured: Measured, { depth }: DepthSettings): readonly string[] | null {
  if (!wirings.every((wiring) => spreadAt(measured, [depth, wiring], 'gradient', 0))) return null;
  const at =
    (measure: 'gradient' | 'difference', layer: number): Middle =>
    (wiring) =>
      spreadAt(measured, [depth, wiring], measure, layer)?.middle ?? Number.NaN;
  const gradient = at('gradient', 0);
  return [
    withoutNorm(gradient),
    withNorm(gradient),
    words(measured, depth, at('difference', depth)),
  ];
}

function builtWith({ norm, path }: Wiring): string {
  if (norm === 'none') return path ? msg`with no norm and a path` : msg`with no norm and no path`;
  return path ? msg`with ${normName(norm)} and a path` : msg`with ${normName(norm)} and no path`;
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
        ? msg`In all ${count(of)} encoders ${built} the gradient overflows: there is no number to show.`
        : msg`In ${count(over)} of ${count(of)} encoders ${built} the gradient overflows: there is no number to show.`;
    })
    .join(' ');
}

import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { dot, line, path, rect } from '../kit/marks';
import type { Place } from '../kit/plane';
import type { Box, SvgMark } from '../kit/scene';
import { round } from '../kit/svg-marks';
import { wordKinds } from '../kit/words';
import { inkOf, type Labelled, placedLabels, signOf } from './labels';
import { type Lens, lensMarks, lensOf } from './lens';
import { cosineText, type Near, type PlaneOf, type SpaceWord, type WordSpace } from './word-space';

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
function areaAround(places: readonly Place[], kind: number): readonly SvgMark[] {
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

/** The name of each kind over or under its words. */
function kindNames(words: readonly SpaceWord[], places: readonly Place[], size: Box) {
  return wordKinds.flatMap(({ name: kindName }, kind): Labelled[] => {
    const name = msg(kindName);
    const own = places.filter((_, i) => words[i]?.kind === kind);
    if (own.length === 0) return [];
    const x = own.reduce((sum, place) => sum + place[0], 0) / own.length;
    const [top, low] = [Math.min(...own.map(([, y]) => y)), Math.max(...own.map(([, y]) => y))];
    const above = top - 14 > 14;
    const half = textWidth(name, 16, true) / 2 + 4;
    const at = Math.min(size.width - half, Math.max(half, x));
    const y = above ? top - 13 : low + 25;
    const mark = text(at, y, name, {
      ...{ anchor: 'middle', serif: true, bold: true, size: 15, ink: inkOf(kind) },
    });
    return [{ mark, box: { x: at - half, y: y - 14, width: 2 * half, height: 18 } }];
  });
}

/** The word and its cosine, beside its place. */
function nameAt([x, y]: Place, { word, cosine }: Near, { width, height }: Box): SvgMark {
  const left = x > width - 100;
  const at = Math.min(height - 8, Math.max(14, y + 4));
  return text(left ? x - 8 : x + 8, at, `${word.word} ${cosineText(cosine)}`, {
    ...{ tone: 'ink', serif: true, bold: true, size: 13 },
    anchor: left ? 'end' : 'start',
  });
}

/** Places along the name of a word, which the lens is to leave free before others. */
const alongName = ([x, y]: Place): readonly Place[] =>
  [0, 15, 30, 45, 60, 75].map((dx): Place => [x + dx, y]);

export interface WordMap {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
  /** Words that can be chosen, and where they stand. */
  readonly words: readonly SpaceWord[];
  readonly places: readonly Place[];
  readonly lens: Lens;
}

const margin = 26;

/** From the plane into the drawing: the words of a kind fill it, the same scale both ways. */
function frameOf(words: readonly SpaceWord[], plane: PlaneOf, width: number, height: number) {
  const kinds = words.filter(({ kind }) => kind >= 0);
  const [xs, ys] = plane.map((axis) => kinds.map(({ along }) => along[axis] ?? 0));
  const ends = (all: readonly number[] = []) => [Math.min(...all), Math.max(...all)] as const;
  const [[left, right], [low, high]] = [ends(xs), ends(ys)];
  const scale = Math.min(
    (width - 2 * margin) / (right - left || 1),
    (height - 2 * margin - 16) / (high - low || 1),
  );
  return ({ along }: SpaceWord): Place => {
    const [x, y] = plane.map((axis) => along[axis] ?? 0) as [number, number];
    return [
      round(width / 2 + (x - (left + right) / 2) * scale),
      round(height / 2 + 6 - (y - (low + high) / 2) * scale),
    ];
  };
}

const inside = ([x, y]: Place, { width, height }: { width: number; height: number }): boolean =>
  x > 3 && y > 3 && x < width - 3 && y < height - 3;

/** All other words, as one path of dots. */
const dust = (places: readonly Place[]): SvgMark =>
  path(places.map(([x, y]) => `M${x} ${y}h.01`).join(''), {
    ...{ stroke: 'ink-2', width: 2, opacity: 0.22 },
  });

export interface MapShown {
  readonly space: WordSpace;
  readonly plane: PlaneOf;
  readonly chosen: SpaceWord;
  /** The nearest to it, first. */
  readonly near: readonly Near[];
  /** The word that it is held against. */
  readonly other: Near;
  readonly width: number;
  readonly height: number;
  /** Its neighbours are not shown before the reader has guessed. */
  readonly veiled: boolean;
}

export function wordMap({
  space,
  plane,
  chosen,
  near,
  other,
  width,
  height,
  veiled,
}: MapShown): WordMap {
  const size = { x: 0, y: 0, width, height };
  const put = frameOf(space.words, plane, width, height);
  const placed = space.words
    .map((word) => ({ word, at: put(word) }))
    .filter(({ at }) => inside(at, size));
  const kinds = placed.filter(({ word }) => word.kind >= 0);
  const words = placed.map(({ word }) => word);
  const places = placed.map(({ at }) => at);
  const at = put(chosen);
  const names = kindNames(words, places, size);
  const middles = names.flatMap(({ mark: { x, y } }) =>
    [-36, -24, -12, 0, 12, 24, 36].map((dx): Place => [x + dx, y - 5]),
  );
  const shownToo = [other, ...near.slice(0, 1)].flatMap(({ word }) => alongName(put(word)));
  const lens = lensOf(
    at,
    [...kinds.map((each) => each.at), ...middles, ...middles, ...middles, ...shownToo],
    size,
  );
  const free = [...names.map(({ box }) => box), lens.box];
  const labels = placedLabels(
    kinds.map(({ word, at: place }) => ({ text: word.word, place })),
    free,
    { ...size, x: 4, width: width - 8 },
  );
  const [nearest] = near;
  const beside = nearest && put(nearest.word);
  const outside = beside && !veiled && !lens.shows(beside);
  const far = put(other.word);
  const covered = Math.hypot(far[0] - lens.middle[0], far[1] - lens.middle[1]) < lens.radius;
  return {
    ...{ width, height, words, places, lens },
    marks: [
      rect(0, 0, width, height, { fill: 'sheet' }),
      ...wordKinds.flatMap((_, kind) =>
        areaAround(
          kinds.filter(({ word }) => word.kind === kind).map((each) => each.at),
          kind,
        ),
      ),
      dust(placed.filter(({ word }) => word.kind < 0).map((each) => each.at)),
      ...kinds.map(({ word, at: place }) => signOf(word.kind, place)),
      ...names.map(({ mark }) => mark),
      ...labels.map(({ mark }) => mark),
      ...(outside
        ? [
            line(...at, ...beside, 'ink'),
            signOf(nearest.word.kind, beside),
            nameAt(beside, nearest, size),
          ]
        : []),
      ...(veiled
        ? []
        : [
            { ...line(...at, ...far, 'ink'), dash: '2 3' },
            ...(covered
              ? []
              : [dot(...far, 3.5, 'paper', { stroke: 'ink' }), nameAt(far, other, size)]),
          ]),
      ...lensMarks(lens, { chosen, at, nearest: veiled ? undefined : nearest?.word, placed }),
    ],
  };
}

/** How much nearer a word of a kind counts than another, so that it is found among them. */
const preferred = 0.5;

/** The word that is nearest to a place; in the lens, as it is magnified there. */
export function wordAt(
  { words, places, lens }: WordMap,
  x: number,
  y: number,
): SpaceWord | undefined {
  const [px, py] = lens.under([x, y]);
  let best: SpaceWord | undefined;
  let least = Number.POSITIVE_INFINITY;
  words.forEach((word, i) => {
    const [wx, wy] = places[i] ?? [0, 0];
    const far = Math.hypot(wx - px, wy - py) * (word.kind >= 0 ? preferred : 1);
    if (far < least) [best, least] = [word, far];
  });
  return best;
}

const directions: Readonly<Record<string, Place>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The next word of a kind in the direction of an arrow key; undefined for another key, and at the edge. */
export function wordTowards(
  { words, places }: WordMap,
  chosen: SpaceWord,
  key: string,
): SpaceWord | undefined {
  const direction = directions[key];
  const own = places[words.findIndex(({ id }) => id === chosen.id)];
  if (!direction || !own) return undefined;
  let best: SpaceWord | undefined;
  let least = Number.POSITIVE_INFINITY;
  words.forEach((word, i) => {
    const [x, y] = places[i] ?? own;
    const [dx, dy] = [x - own[0], y - own[1]];
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    const far = along + 2 * across;
    if (word.kind >= 0 && word.id !== chosen.id && along > 0 && across <= 2 * along && far < least)
      [best, least] = [word, far];
  });
  return best;
}

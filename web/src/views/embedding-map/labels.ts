import { type TextStyle, text, textWidth } from '../kit/frame';
import { dot, path } from '../kit/marks';
import type { Place } from '../kit/plane';
import type { Box, SvgMark, TextMark } from '../kit/scene';

/** A sign for each kind of words, about its own middle. */
const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`,
  (x, y) => `M${x} ${y - 4.5}l4.5 8h-9Z`,
  (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7Z`,
  (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5Z`,
];

export const inkOf = (kind: number): string =>
  kind < 0 ? 'var(--ink-2)' : `var(--kind-${kind + 1})`;

/** A word's sign: its kind's, or an open dot. */
export function signOf(kind: number, [x, y]: Place): SvgMark {
  const shape = shapes[kind];
  return shape
    ? path(shape(x, y), { fill: 'ink', ink: inkOf(kind) })
    : dot(x, y, 3, 'paper', { stroke: 'ink-2' });
}

export interface Labelled {
  readonly mark: TextMark;
  readonly box: Box;
}

export interface Named {
  readonly text: string;
  readonly place: Place;
  readonly style?: TextStyle;
  /** It is named even where that hides the sign of another. */
  readonly always?: boolean;
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const within = (a: Box, b: Box): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

/** Right of a place, left of it, under it, over it. */
function candidates({ text: content, place: [x, y], style = {} }: Named): readonly Labelled[] {
  const size = style.size ?? 12;
  const width = textWidth(content, size + 1, true) + 2;
  const at = (tx: number, ty: number, anchor: TextMark['anchor'], left: number): Labelled => ({
    mark: text(tx, ty, content, { serif: true, size, ...style, anchor }),
    box: { x: left, y: ty - size + 1, width, height: size + 1 },
  });
  return [
    at(x + 7, y + 4, 'start', x + 6),
    at(x - 7, y + 4, 'end', x - 6 - width),
    at(x, y + 16, 'middle', x - width / 2),
    at(x, y - 8, 'middle', x - width / 2),
  ];
}

/**
 * Names beside their places, none over another, over a place or over what is taken; one for which
 * there is no room is left out. The first go first.
 */
export function placedLabels(
  names: readonly Named[],
  taken: readonly Box[],
  room: Box,
): readonly Labelled[] {
  const signs = names.map(({ place: [x, y] }) => ({ x: x - 4, y: y - 4, width: 8, height: 8 }));
  const used: Box[] = [...taken, ...signs];
  return names.flatMap((name) => {
    const all = candidates(name).filter(({ box }) => within(box, room));
    const free = all.find(({ box }) => !used.some((other) => overlap(box, other)));
    const found = free ?? (name.always ? all.at(-1) : undefined);
    if (!found) return [];
    used.push(found.box);
    return [found];
  });
}

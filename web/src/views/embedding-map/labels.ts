import { type TextStyle, text, textWidth } from '../kit/frame';
import type { Place } from '../kit/plane';
import type { Box, TextMark } from '../kit/scene';

export interface Labelled {
  readonly mark: TextMark;
  readonly box: Box;
}

export interface Named {
  readonly text: string;
  readonly place: Place;
  readonly style?: TextStyle;
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
    const found = candidates(name).find(
      ({ box }) => within(box, room) && !used.some((other) => overlap(box, other)),
    );
    if (!found) return [];
    used.push(found.box);
    return [found];
  });
}

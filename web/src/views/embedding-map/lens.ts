import { inLanguage } from '../../words/language';
import { text } from '../kit/frame';
import { dot, line, path } from '../kit/marks';
import type { Place } from '../kit/plane';
import type { Box, SvgMark } from '../kit/scene';
import { placedLabels, signOf } from './labels';
import type { SpaceWord } from './word-space';

/** A part of the map, larger, at the edge where it hides least. */
export interface Lens {
  readonly radius: number;
  readonly middle: Place;
  readonly box: Box;
  readonly zoom: number;
  /** Where a place of the map is in it. */
  through(place: Place): Place;
  /** Whether a place of the map is in it. */
  shows(place: Place): boolean;
  /** The place of the map that is seen at a place of the drawing. */
  under(place: Place): Place;
}

const zoom = 2.6;

export function lensOf(at: Place, words: readonly Place[], { width, height }: Box): Lens {
  const radius = Math.round(Math.min(80, width * 0.17, height * 0.23));
  const [near, right, low] = [radius + 5, width - radius - 5, height - radius - 5];
  const parts = [0, 1, 0.5, 0.25, 0.75];
  const along = (end: number) => parts.map((part) => near + part * (end - near));
  const edge: readonly Place[] = [
    ...along(right).flatMap((x): Place[] => [
      [x, near],
      [x, low],
    ]),
    ...along(low).flatMap((y): Place[] => [
      [near, y],
      [right, y],
    ]),
  ];
  const hidden = ([x, y]: Place) => {
    const far = (place: Place) => Math.hypot(place[0] - x, place[1] - y);
    const own = far(at) < radius + radius / zoom + 4 ? 100 : 0;
    return own + words.filter((place) => far(place) < radius + 12).length;
  };
  const middle = [...edge].sort((a, b) => hidden(a) - hidden(b))[0] as Place;
  const [mx, my] = middle;
  const through = ([x, y]: Place): Place => [mx + (x - at[0]) * zoom, my + (y - at[1]) * zoom];
  return {
    ...{ radius, middle, zoom, through },
    box: { x: mx - radius, y: my - radius, width: 2 * radius, height: 2 * radius },
    shows: ([x, y]) => Math.hypot(x - at[0], y - at[1]) * zoom < radius - 7,
    under: ([x, y]) =>
      Math.hypot(x - mx, y - my) > radius
        ? [x, y]
        : [at[0] + (x - mx) / zoom, at[1] + (y - my) / zoom],
  };
}

const circle = ([x, y]: Place, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

interface Seen {
  readonly chosen: SpaceWord;
  readonly at: Place;
  readonly nearest: SpaceWord | undefined;
  readonly placed: readonly { readonly word: SpaceWord; readonly at: Place }[];
}

/** How many other words the lens names. */
const mostNamed = 14;

export function lensMarks(lens: Lens, { chosen, at, nearest, placed }: Seen): readonly SvgMark[] {
  const { radius, middle, through } = lens;
  const room = radius - 7;
  const all = placed
    .map(({ word, at: place }) => ({ word, place: through(place) }))
    .map((each) => ({
      ...each,
      far: Math.hypot(each.place[0] - middle[0], each.place[1] - middle[1]),
    }))
    .filter(({ far }) => far < room)
    .sort((a, b) => a.far - b.far);
  const zoomBox = { x: middle[0] - 16, y: middle[1] + radius - 16, width: 32, height: 14 };
  const first = (id: number) => (id === chosen.id ? 0 : id === nearest?.id ? 1 : 2);
  const shown = all
    .filter(({ word }) => word.kind >= 0 || first(word.id) < 2)
    .concat(all.filter(({ word }) => word.kind < 0 && first(word.id) === 2).slice(0, mostNamed))
    .sort((a, b) => first(a.word.id) - first(b.word.id));
  const labels = placedLabels(
    shown.map(({ word, place }) => ({
      text: word.word,
      place,
      always: word.id === chosen.id,
      style:
        first(word.id) < 2
          ? { tone: 'ink' as const, bold: true, size: word.id === chosen.id ? 15 : 13 }
          : {},
    })),
    [zoomBox],
    lens.box,
  ).filter(({ box }) =>
    [box.x, box.x + box.width].every((x) =>
      [box.y, box.y + box.height].every(
        (y) => Math.hypot(x - middle[0], y - middle[1]) < radius - 2,
      ),
    ),
  );
  const named = new Set(labels.map(({ mark }) => mark.text));
  const near = shown.find(({ word }) => word.id === nearest?.id);
  return [
    { ...line(...at, ...middle, 'ink-2'), opacity: 0.5 },
    path(circle(at, radius / lens.zoom), { stroke: 'ink', width: 1.2 }),
    path(circle(middle, radius), { fill: 'paper', stroke: 'ink', width: 1.4 }),
    ...(near ? [line(...middle, ...near.place, 'ink')] : []),
    ...shown
      .filter(({ word }) => word.kind >= 0 || word.id === nearest?.id || named.has(word.word))
      .map(({ word, place }) => signOf(word.kind, place)),
    dot(...middle, 5.5, 'ink'),
    ...labels.map(({ mark }) => mark),
    text(middle[0], middle[1] + radius - 6, `× ${inLanguage(String(lens.zoom))}`, {
      anchor: 'middle',
      size: 11,
    }),
  ];
}

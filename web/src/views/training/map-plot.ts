import { clamp01 } from '../../render/motion';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { path, rect } from '../kit/marks';
import { alignedTo, type Place } from '../kit/plane';
import { spread } from '../kit/plot';
import type { SvgMark } from '../kit/scene';
import { round } from '../kit/svg-marks';
import { type MapWord, mapWords, wordKinds } from '../kit/words';
import type { Drawing } from './parts';
import type { Seen } from './seen';
import type { Training } from './training';

/** Each step's map turned as that of the step before is: a new one does not turn those on show. */
function turnedMaps(seen: ReadonlyMap<number, Seen>): ReadonlyMap<number, readonly Place[]> {
  const steps = [...seen.keys()].sort((a, b) => a - b);
  const maps = new Map<number, readonly Place[]>();
  let former: readonly Place[] | null = null;
  for (const step of steps) {
    const places = seen.get(step)?.map?.places;
    if (!places) continue;
    former = former ? alignedTo(places, former) : places;
    maps.set(step, former);
  }
  return maps;
}

export interface MapPlot extends Drawing {
  readonly words: readonly MapWord[];
  /** Where each of them is. */
  readonly places: readonly Place[];
}

/** How many of the last kept steps the trails go back. */
const trailSteps = 4;

/** A mean distance of 1 from the middle, as a share of half the side. */
const unit = 0.5;

/** A sign for each kind, about its own middle. */
const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`,
  (x, y) => `M${x} ${y - 4.5}l4.5 8h-9Z`,
  (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7Z`,
  (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5Z`,
];

const inkOf = (kind: number): string => `var(--kind-${kind + 1})`;

/** The name of each kind at the middle of its words, none over another. */
function names(
  words: readonly MapWord[],
  places: readonly Place[],
  side: number,
  height: number,
): readonly SvgMark[] {
  const kinds = wordKinds.flatMap(({ name }, kind) => {
    const own = places.filter((_, i) => words[i]?.kind === kind);
    if (own.length === 0) return [];
    const mean = (axis: 0 | 1) => own.reduce((sum, place) => sum + place[axis], 0) / own.length;
    const top = Math.min(...own.map(([, y]) => y));
    return [{ name: msg(name), kind, x: mean(0), y: top - 8 }];
  });
  const heights = spread(
    kinds.map(({ y }) => y),
    17,
    [18, height - 8],
  );
  return kinds.map(({ name, kind, x }, i) => {
    const half = textWidth(name, 15, true) / 2 + 4;
    const at = Math.min(side - half, Math.max(half, x));
    return text(at, heights[i] ?? 0, name, {
      ...{ anchor: 'middle', serif: true, bold: true, size: 14, ink: inkOf(kind) },
    });
  });
}

/** The word vectors at the newest step up to the one on show; null before there are any, or too few words. */
export function mapPlot(
  training: Training,
  step: number,
  width: number,
  height: number,
): MapPlot | null {
  const words = mapWords(training.run.info?.vocabulary ?? []);
  const maps = [...turnedMaps(training.seen)].filter(([at]) => at <= step).slice(-trailSteps);
  const last = maps.at(-1);
  if (!last) return null;
  const half = Math.min(width, height) / 2;
  const within = (x: number, size: number) => 8 + clamp01((x - 8) / (size - 16)) * (size - 16);
  const at = ([x, y]: Place): Place => [
    round(within(width / 2 + x * half * unit, width)),
    round(within(height / 2 - y * half * unit, height)),
  ];
  const places = last[1].map(at);
  const trails = words.map(({ kind }, i) => {
    const way = maps.map(([, map]) => at(map[i] ?? [0, 0]));
    const d = way.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`).join('');
    return path(d, { stroke: 'ink-2', ink: inkOf(kind), width: 0.8, opacity: 0.5 });
  });
  const signs = words.map(({ kind }, i) => {
    const [x, y] = places[i] ?? [0, 0];
    return path(shapes[kind]?.(x, y) ?? '', { fill: 'ink', ink: inkOf(kind) });
  });
  return {
    ...{ width, height, words, places, step: last[0] },
    marks: [
      rect(0, 0, width, height, { fill: 'sheet' }),
      ...(maps.length > 1 ? trails : []),
      ...signs,
      ...names(words, places, width, height),
    ],
  };
}

/** The word that is nearest to a place. */
export function wordNear({ places }: MapPlot, x: number, y: number): number {
  let best = 0;
  const far = (i: number) => Math.hypot((places[i]?.[0] ?? 0) - x, (places[i]?.[1] ?? 0) - y);
  for (let i = 1; i < places.length; i++) if (far(i) < far(best)) best = i;
  return best;
}

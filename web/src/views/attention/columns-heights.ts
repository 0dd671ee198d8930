import type { ArchOptions } from '../../render/arches';
import { mix } from '../../render/motion';
import { type AttentionRow, shareAbove } from './attention-row';
import {
  type ColumnsScene,
  columnsFoot,
  type FigureChoice,
  type LowerHeights,
  type OutputGrid,
  productsHeight,
  shows,
  stripHeight,
  type UpperHeights,
} from './scene';
import { type Slot, slotArches } from './slots';

/**
 * Width of all strands together, and the longest arch's rise, as shares of the pitch; the most that an
 * arch may reach; the room that the arches have,
 * the least of it, and what of it is left above them.
 */
const fan = { total: 0.52, rise: 1.6, limit: 150, room: 122, least: 64, above: 7 };

/**
 * `caption` is the height of a label above its band, used without a gutter. Bands that are not shown
 * take no space.
 */
function upperHeights(
  row: AttentionRow,
  { part, former, gradient }: FigureChoice,
  arches: number,
  caption: number,
  bar: number,
): UpperHeights {
  const has = (row: Parameters<typeof shows>[1]) => shows({ part }, row);
  const base = has('arches') ? Math.ceil(arches) : 0;
  const keys = base + 70 + (caption && 14);
  const products = keys + stripHeight + 5;
  const landing = has('scores') ? keys + 10 : base + 52;
  const scores = has('products') ? products + productsHeight + 18 : landing;
  const axis = has('scale') ? scores + 20 + (caption && 18) : scores;
  // The scale step alone draws its two axes apart, as far as there is room.
  const drop = part === 'scale' ? bar - usualBar(caption) : 0;
  const scaled = has('scale') ? axis + 20 + drop : scores;
  const more = former ? 28 : gradient ? 10 : 0;
  const bars = has('softmax') ? scaled + bar + 28 + caption * 1.5 + more : scaled;
  return {
    arches: base,
    words: base + 4,
    keys,
    products,
    zero: products + productsHeight * mix(0.08, 0.92, shareAbove(row)),
    scores,
    axis,
    drop,
    scaled,
    bars,
    bar,
    end: bars + 14,
  };
}

function lowerHeights(
  output: Omit<OutputGrid, 'top'>,
  caption: number,
  river: number,
): LowerHeights {
  const values = 16 + caption;
  const neck = values + stripHeight + 34;
  const mouth = neck + river;
  return { values, neck, mouth, output: mouth + 18, end: mouth + 18 + output.rows * output.height };
}

type Heights = Pick<ColumnsScene, 'y' | 'lower'>;

/** Height of the bars where there is no height to be filled. */
const usualBar = (caption: number): number => (caption ? 72 : 88);

const heightOf = ({ y, lower }: Heights, withSum: boolean): number =>
  y.end + (withSum ? lower.end + columnsFoot : 0);

/** What the scale step adds for its bars, where there is no height to be filled. */
const scaleBars = 110;

/** What takes more or less height by how much there is. */
interface Elastic {
  readonly bar: number;
  readonly river: number;
}

const least: Elastic = { bar: 48, river: 28 };

/** Bars and river share the height that is left, or give what is missing. */
function shared({ bar, river }: Elastic, spare: number, most: number): Elastic {
  const within = (least: number, x: number) => Math.max(least, Math.min(most, x));
  return {
    bar: within(least.bar, bar + spare / 2),
    river: within(least.river, river + spare / 2),
  };
}

/** The present fan and the former one, and the room that they have. */
function fansOf(
  row: AttentionRow,
  { former, shown }: FigureChoice,
  { slots, pitch }: Pick<Ground, 'slots' | 'pitch'>,
  limit: number,
) {
  const dome: ArchOptions = {
    profile: 'dome',
    total: fan.total * pitch,
    rise: fan.rise * Math.min(pitch, 80),
    limit,
  };
  const arches = slotArches(row, shown, slots, dome);
  const formerArches = former && slotArches(former, shown, slots, dome);
  // Weights that are NaN reach nowhere.
  const reach = Math.max(arches.reach || 0, formerArches?.reach || 0);
  return { arches, formerArches, room: Math.max(fan.room, reach + fan.above) };
}

/** What the heights depend on, besides the row. */
interface Ground {
  readonly slots: readonly Slot[];
  readonly pitch: number;
  /** Of a label above its band; 0 where labels stand in a gutter. */
  readonly caption: number;
  readonly grid: Omit<OutputGrid, 'top'>;
  /** To be filled, where it is known. */
  readonly height: number | undefined;
}

/** Arches and bands from top to bottom: as high as there is room. */
export function stack(row: AttentionRow, choice: FigureChoice, ground: Ground) {
  const { caption, grid, height } = ground;
  const heights = (arches: number, { bar, river }: Elastic): Heights => ({
    y: upperHeights(row, choice, arches, caption, bar),
    lower: lowerHeights(grid, caption, river),
  });
  const usual = { bar: usualBar(caption) + (choice.part === 'scale' ? scaleBars : 0), river: 68 };
  const high = fansOf(row, choice, ground, fan.limit);
  if (!height) return { ...high, ...heights(high.room, usual) };
  // Where bars and river at their least still lack height, the arches are flatter.
  const withSum = shows(choice, 'sum');
  const lack = heightOf(heights(high.room, least), withSum) - height;
  const room = Math.max(fan.least, high.room - Math.max(0, lack));
  const fans = lack > 0 ? fansOf(row, choice, ground, room - fan.above) : high;
  const spare = (height - heightOf(heights(room, usual), withSum)) * (withSum ? 1 : 2);
  const most = choice.part === 'scale' ? 400 : choice.part ? 300 : 180;
  return { ...fans, ...heights(room, shared(usual, spare, most)) };
}

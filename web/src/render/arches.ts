/**
 * The arches of attention: one strand from the focus word to every word, as thick as its weight.
 *
 * All strands leave the focus word side by side, so that together they are `total` wide, which is weight 1.
 * Nearer words lie inside farther ones. Coordinates are (along, away): along the line of words, and
 * away from it; `archPath` turns them into the page's x and y.
 */

export interface Strand {
  readonly key: number;
  /** weight × total: its share of the fan at the focus word. */
  readonly width: number;
  /** As drawn: never thinner than `thinnest`. */
  readonly drawn: number;
  /** Where its centre line starts and ends, along the words. */
  readonly from: number;
  readonly to: number;
  /** How far its centre line rises. */
  readonly rise: number;
}

export interface Arches {
  /** One per word except the focus word, thinnest first: the order to paint them in. */
  readonly strands: readonly Strand[];
  /** The focus word's weight on itself: a pin that is in the fan. */
  readonly pin: { readonly at: number; readonly width: number; readonly rise: number };
  /** The largest distance from the words. */
  readonly reach: number;
}

/**
 * A dome rises all the way to its middle. A lane has round corners and runs straight between them; it
 * is for figures with little room away from the words.
 */
export type Profile = 'dome' | 'lane';

export interface ArchOptions {
  readonly profile: Profile;
  /** Width of weight 1. */
  readonly total: number;
  /** Rise of the longest arch where thickness allows it, and the most that any may reach. */
  readonly rise: number;
  readonly limit: number;
}

const thinnest = 0.6;
const gap = 1;

/** Centres of the strands in the fan at the focus word: near left … far left, pin, far right … near right. */
function fan(weights: ArrayLike<number>, focus: number, centre: number, total: number): number[] {
  const n = weights.length;
  const left = Array.from({ length: focus }, (_, i) => focus - 1 - i);
  const right = Array.from({ length: n - 1 - focus }, (_, i) => n - 1 - i);
  const places = new Array<number>(n).fill(centre);
  let edge = centre - total / 2;
  for (const key of [...left, focus, ...right]) {
    const width = (weights[key] ?? 0) * total;
    places[key] = edge + width / 2;
    edge += width;
  }
  return places;
}

/** A lane's bends are at most this many times longer than high. */
const longBend = 2.4;

/** Length of a lane's bend along the words. */
function bendOf(span: number, rise: number): number {
  return Math.min(span / 2, longBend * rise);
}

/**
 * The least rise that gives a strand's line this radius where it leaves the words. The radius of a dome
 * is 8/3 · rise² / span, that of a lane rise² / bend.
 */
function riseFor(radius: number, span: number, profile: Profile): number {
  if (profile === 'dome') return Math.sqrt((radius * span * 3) / 8);
  return Math.min(Math.sqrt((radius * span) / 2), longBend * radius);
}

function radiusOf(rise: number, span: number, profile: Profile): number {
  return profile === 'dome' ? ((8 / 3) * rise ** 2) / span : rise ** 2 / bendOf(span, rise);
}

/** Smallest radius of a strand's bend, in halves of its thickness. */
const roundness = 1.3;

/**
 * Rises of one side's strands, nearest first: proportional to the span, and more where a thick strand
 * asks for room. Each leaves the words at least as straight as those inside it, so that none cross.
 */
function raise(side: Strand[], perSpan: number, profile: Profile): Strand[] {
  const raised: Strand[] = [];
  let radius = 0;
  for (const strand of side) {
    const span = Math.abs(strand.from - strand.to);
    const inner = raised[raised.length - 1];
    const clear = inner ? inner.rise + (inner.drawn + strand.drawn) / 2 + gap : 0;
    radius = Math.max(radius, (roundness * strand.drawn) / 2);
    const least = Math.max(strand.drawn / 2 + 6, clear, riseFor(radius, span, profile));
    const rise = Math.max(perSpan * span, least);
    radius = radiusOf(rise, span, profile);
    raised.push({ ...strand, rise });
  }
  return raised;
}

/** Strands for weights that sum to 1, between words whose centres ascend. */
export function layoutArches(
  weights: ArrayLike<number>,
  focus: number,
  centres: readonly number[],
  options: ArchOptions,
): Arches {
  const { total, profile } = options;
  const from = fan(weights, focus, centres[focus] ?? 0, total);
  const all = centres.map((to, key): Strand => {
    const width = (weights[key] ?? 0) * total;
    return { key, width, drawn: Math.max(thinnest, width), from: from[key] ?? 0, to, rise: 0 };
  });
  const longest = Math.max(1, ...all.map((s) => Math.abs(s.to - (centres[focus] ?? 0))));
  const perSpan = options.rise / longest;
  const sides = [all.slice(0, focus).reverse(), all.slice(focus + 1)];
  const strands = sides.flatMap((side) => raise(side, perSpan, profile));
  const width = (weights[focus] ?? 0) * total;
  const pin = { at: from[focus] ?? 0, width: Math.max(thinnest, width), rise: width * 1.6 + 8 };
  return fit(strands, pin, options.limit);
}

/** Scales all rises down together if the highest exceeds the limit. */
function fit(strands: readonly Strand[], pin: Arches['pin'], limit: number): Arches {
  const reachOf = (s: Strand) => s.rise + s.drawn / 2;
  const scale = Math.min(1, ...strands.map((s) => (limit - s.drawn / 2) / s.rise));
  const fitted = strands.map((s) => ({ ...s, rise: s.rise * scale }));
  const low = { ...pin, rise: Math.min(pin.rise, limit) };
  return {
    strands: fitted.sort((a, b) => a.width - b.width),
    pin: low,
    reach: Math.max(low.rise, ...fitted.map(reachOf)),
  };
}

/**
 * Arches stand as domes on a line of words (`up`) or hang from it (`down`), or run as lanes left or right
 * of a column of words.
 */
export type Facing = 'up' | 'down' | 'left' | 'right';

const isUpright = (facing: Facing): boolean => facing === 'up' || facing === 'down';

const round = (x: number) => Math.round(x * 100) / 100;

function point(facing: Facing, base: number, along: number, away: number): string {
  const edge = facing === 'up' || facing === 'left' ? base - away : base + away;
  const [x, y] = isUpright(facing) ? [along, edge] : [edge, along];
  return `${round(x)} ${round(y)}`;
}

/** A strand's centre line. */
export function archPath(strand: Strand, facing: Facing, base: number): string {
  const at = (along: number, away: number) => point(facing, base, along, away);
  return isUpright(facing) ? domePath(strand, at) : lanePath(strand, at);
}

type At = (along: number, away: number) => string;

/** A cubic with handles of 4/3 × rise peaks at exactly the rise. */
function domePath({ from, to, rise }: Strand, at: At): string {
  const handle = (rise * 4) / 3;
  return `M${at(from, 0)}C${at(from, handle)} ${at(to, handle)} ${at(to, 0)}`;
}

/** Handle length of a cubic that approximates a quarter circle of radius 1. */
const quarter = 0.5523;

/** A bend at each end and a straight line between them. */
function lanePath({ from, to, rise }: Strand, at: At): string {
  const bend = Math.sign(to - from) * bendOf(Math.abs(to - from), rise);
  const [low, high] = [quarter * rise, bend * (1 - quarter)];
  return (
    `M${at(from, 0)}C${at(from, low)} ${at(from + high, rise)} ${at(from + bend, rise)}` +
    `L${at(to - bend, rise)}C${at(to - high, rise)} ${at(to, low)} ${at(to, 0)}`
  );
}

/** The pin's outline: upright sides and a round head. */
export function pinPath(pin: Arches['pin'], facing: Facing, base: number): string {
  const at = (along: number, away: number) => point(facing, base, along, away);
  const half = pin.width / 2;
  const shoulder = Math.max(0, pin.rise - half);
  const handle = shoulder + (half * 4) / 3;
  const [low, high] = [pin.at - half, pin.at + half];
  return `M${at(low, 0)}L${at(low, shoulder)}C${at(low, handle)} ${at(high, handle)} ${at(high, shoulder)}L${at(high, 0)}Z`;
}

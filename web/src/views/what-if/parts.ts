import { type Arches, archPath, type Facing, layoutArches, pinPath } from '../../render/arches';
import { placeOfWord, sumOver, wordPlaces } from '../../render/visible-words';
import { divisorText } from '../../state/format';
import type { AttentionNumbers, Comparison } from '../../state/what-if/comparison';
import { type Frame, type TextStyle, text, textWidth } from '../kit/frame';
import { path, rect } from '../kit/marks';
import type { Box, Mark, SvgMark, TextMark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { strandMarks } from '../kit/strands';

/** Height of a number with the former one under it. */
export const changeHeight = 32;

const under = 14;

/** Where the text begins, by its anchor. */
function leftOf({ x, anchor, text: content, size }: TextMark): number {
  const width = textWidth(content, size) * 1.1;
  return x - { start: 0, middle: width / 2, end: width }[anchor];
}

/**
 * A number as it is; where it was written otherwise, the former one struck through below it, and a bar
 * at the left of both. `was` is null where there is nothing to compare it with.
 */
export function nowAndWas(
  x: number,
  y: number,
  now: string,
  was: string | null,
  style: TextStyle = {},
): readonly SvgMark[] {
  const present = text(x, y, now, { tone: 'ink', size: 13, ...style });
  if (was === null || was === now) return [present];
  const { tensor = '', token } = style.shows ?? {};
  const former = text(x, y + under, was, {
    ...{ size: 12, anchor: present.anchor, struck: true },
    shows: { tensor: `${tensor} was`, ...(token === undefined ? {} : { token }) },
  });
  const left = Math.min(leftOf(present), leftOf(former)) - 6;
  return [rect(left, y - 11, 2, under + 13, { fill: 'ink' }), present, former];
}

/** What the figure is drawn from. */
export interface Parts {
  readonly m: StepContext;
  readonly frame: Frame;
  readonly of: Comparison;
}

/** Its marks, and the places of what is no mark: the axis of the divisor, and its scopes. */
export interface Placed {
  readonly marks: readonly Mark[];
  readonly bottom: number;
  readonly axis: Box;
  readonly scopes: Box;
}

/** Height of the divisor's axis with the line over it. */
export const axisHeight = 84;

/** "÷ √16", "÷ 8" */
export const settingText = ({ divisor }: AttentionNumbers, { dK }: StepContext): string =>
  `÷ ${divisorText(divisor, dK)}`;

/** Where the arches of both runs stand: those of now and of then on lines of their own. */
export interface Mirror {
  /** Middle of each place along the words. */
  readonly centres: readonly number[];
  readonly facing: { readonly now: Facing; readonly was: Facing };
  readonly base: { readonly now: number; readonly was: number };
  /** Width of weight 1, and how far arches may reach. */
  readonly total: number;
  readonly reach: { readonly now: number; readonly was: number };
}

function archesOf(m: StepContext, weights: Float32Array, at: Mirror, reach: number): Arches {
  const places = wordPlaces(m.shown);
  const shares = places.map((place) => sumOver(place, weights));
  const profile = at.facing.now === 'up' ? 'dome' : 'lane';
  const focus = placeOfWord(m.shown, m.focus);
  const options = { profile, total: at.total, rise: reach * 0.9, limit: reach } as const;
  const arches = layoutArches(shares, focus, at.centres, options);
  const strands = arches.strands.map((strand) => ({
    ...strand,
    key: places[strand.key]?.first ?? strand.key,
  }));
  return { ...arches, strands };
}

/** Thinner strands have no inside. */
const hollowFrom = 3;

/** Strands of what was: the same thickness, and only their contours. */
function hollowMarks(arches: Arches, facing: Facing, base: number): readonly SvgMark[] {
  const strands = arches.strands.flatMap((strand): SvgMark[] => {
    const d = archPath(strand, facing, base);
    const shows = { tensor: 'former', token: strand.key };
    const contour = path(d, { stroke: 'ink-2', width: strand.drawn, shows });
    if (strand.drawn < hollowFrom) return [contour];
    return [contour, path(d, { stroke: 'sheet', width: strand.drawn - 2, shows })];
  });
  return [...strands, path(pinPath(arches.pin, facing, base), { fill: 'sheet', stroke: 'ink-2' })];
}

/** Present strands on one side of the words; those of then, if there are any, on the other. */
export function mirrorMarks(
  m: StepContext,
  at: Mirror,
  now: Float32Array,
  was: Float32Array | null,
): readonly SvgMark[] {
  const present = strandMarks({
    arches: archesOf(m, now, at, at.reach.now),
    facing: at.facing.now,
    base: at.base.now,
    focus: m.focus,
    isDim: () => false,
  });
  if (!was) return present;
  return [
    ...hollowMarks(archesOf(m, was, at, at.reach.was), at.facing.was, at.base.was),
    ...present,
  ];
}

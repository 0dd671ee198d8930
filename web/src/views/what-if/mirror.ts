import { type Arches, archPath, type Facing, layoutArches, pinPath } from '../../render/arches';
import { placeOfWord, sumOver, wordPlaces } from '../../render/visible-words';
import { path } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { strandMarks } from '../kit/strands';

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

import { group } from '../kit/marks';
import type { GroupMark, SvgMark } from '../kit/scene';
import { strandMarks } from '../kit/strands';
import { type FigureLayout, isDim } from './scene';

/** What the arches are drawn from; `base` is the line that they stand on. */
interface StandingArches extends Pick<FigureLayout, 'kind' | 'arches' | 'row' | 'hover'> {
  readonly base: number;
}

/** The arches of a figure: above its words, or left of them. A weight of 0 has none. */
export function standingArches(at: StandingArches): readonly SvgMark[] {
  return strandMarks({
    arches: { ...at.arches, strands: at.arches.strands.filter(({ width }) => width > 0) },
    facing: at.kind === 'columns' ? 'up' : 'left',
    base: at.base,
    focus: at.row.focus,
    isDim: (token) => isDim(at, token),
  });
}

/** They step back while the scores are made, and return with the weights. */
export function archesMarks(at: FigureLayout): GroupMark {
  const base = at.kind === 'columns' ? at.y.arches : at.x.arches;
  return group(standingArches({ ...at, base }), {
    role: 'weight',
    keys: [
      { at: 0, opacity: 0.25 },
      { at: 2.55, opacity: 0.25 },
      { at: 3, opacity: 1 },
    ],
  });
}

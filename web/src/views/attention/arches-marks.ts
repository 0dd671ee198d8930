import { archPath } from '../../render/arches';
import { largest } from '../../state/vector';
import { group, path } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
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
export function archesMarks(at: FigureLayout): readonly SvgMark[] {
  const base = at.kind === 'columns' ? at.y.arches : at.x.arches;
  const arches = group(standingArches({ ...at, base }), {
    role: 'weight',
    keys: [
      { at: 0, opacity: 0.25 },
      { at: 2.55, opacity: 0.25 },
      { at: 3, opacity: 1 },
    ],
  });
  return [arches, ...gradientPulses(at, base)];
}

/** On the way back: what softmax passes on runs to the words, as thick as the gradient of their scores. */
function gradientPulses(
  { kind, arches, gradient }: FigureLayout,
  base: number,
): readonly SvgMark[] {
  if (!gradient) return [];
  const most = largest(gradient.scores) || 1;
  return arches.strands.map((strand) => {
    const { from, to } = strand;
    const d = archPath({ ...strand, from: to, to: from }, kind === 'columns' ? 'up' : 'left', base);
    const share = Math.abs(gradient.scores[strand.key] ?? 0) / most;
    return path(d, { stroke: 'residual', width: 1 + 8 * share, pulse: { from: 2.02, to: 2.98 } });
  });
}

import { archPath, pinPath } from '../../render/arches';
import { group, path } from '../kit/marks';
import type { GroupMark, SvgMark } from '../kit/scene';
import { type FigureLayout, isDim } from './scene';

/** What the arches are drawn from; `base` is the line that they stand on. */
interface StandingArches extends Pick<FigureLayout, 'kind' | 'arches' | 'row' | 'hover'> {
  readonly base: number;
}

/** Strands drawn thinner than this are lightened, so that none looks heavier than it is. */
const faintBelow = 1;
const faint = 'color-mix(in srgb, var(--weight) 62%, var(--paper))';
/** Strands at least this thick part from what they pass over by a line of paper. */
const haloFrom = 2;

/** All strands, thinnest first, and the pin. */
export function strandMarks(at: StandingArches): readonly SvgMark[] {
  const { arches, row, base } = at;
  const facing = at.kind === 'columns' ? 'up' : 'left';
  const opacity = (token: number) => (isDim(at, token) ? 0.4 : 1);
  const strands = arches.strands.flatMap((strand): SvgMark[] => {
    const d = archPath(strand, facing, base);
    const look = { stroke: 'weight', width: strand.drawn, opacity: opacity(strand.key) } as const;
    const light = strand.drawn < faintBelow ? { ink: faint } : {};
    const token = strand.key;
    const halo = path(d, {
      stroke: 'paper',
      width: strand.drawn + 1.6,
      shows: { tensor: 'halo', token },
    });
    return [
      ...(strand.drawn < haloFrom ? [] : [halo]),
      path(d, { ...look, ...light, shows: { token } }),
    ];
  });
  const pin = path(pinPath(arches.pin, facing, base), {
    fill: 'weight',
    stroke: 'paper',
    opacity: opacity(row.focus),
  });
  return [...strands, pin];
}

/** They step back while the scores are made, and return with the weights. */
export function archesMarks(at: FigureLayout): GroupMark {
  const base = at.kind === 'columns' ? at.y.arches : at.x.arches;
  return group(strandMarks({ ...at, base }), {
    role: 'weight',
    keys: [
      { at: 0, opacity: 0.25 },
      { at: 2.55, opacity: 0.25 },
      { at: 3, opacity: 1 },
    ],
  });
}

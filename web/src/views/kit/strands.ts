import { type Arches, archPath, type Facing, pinPath } from '../../render/arches';
import { path } from './marks';
import type { SvgMark } from './scene';

/** What arches are drawn from; `base` is the line that they stand on. */
export interface Standing {
  readonly arches: Arches;
  readonly facing: Facing;
  readonly base: number;
  /** The word that they leave. */
  readonly focus: number;
  /** Whether a word's strand steps back. */
  isDim(token: number): boolean;
}

/** Strands drawn thinner than this are lightened, so that none looks heavier than it is. */
const faintBelow = 1;
const faint = 'color-mix(in srgb, var(--weight) 62%, var(--paper))';
/** Strands at least this thick part from what they pass over by a line of paper. */
const haloFrom = 2;

/** All strands, thinnest first, and the pin. */
export function strandMarks({ arches, facing, base, focus, isDim }: Standing): readonly SvgMark[] {
  const opacity = (token: number) => (isDim(token) ? 0.4 : 1);
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
    opacity: opacity(focus),
  });
  return [...strands, pin];
}

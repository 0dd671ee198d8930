import { type Arches, archPath, type Facing, pinPath } from '../../render/arches';
import { placeOfWord, sumOver, wordPlaces } from '../../render/visible-words';
import { wordColumns } from './frame';
import { appear } from './keyframes';
import { path } from './marks';
import type { Box, Mark, SvgMark } from './scene';
import type { StepContext } from './step-context';

/** Width of weight 1, in pixels. */
const full = 10;

/**
 * An arc from the focus word to each word, as thick as its weight, and to the words beyond the window, as
 * thick as their weights together. They stand on the line `y`.
 */
export function fan(
  m: StepContext,
  head: number,
  { x, y, width, height }: Box,
  during: { readonly from: number; readonly to: number },
  layer = m.layer,
): readonly Mark[] {
  const row = m.trace.row(`layers.${layer}.attention.weights`, head, m.focus);
  const places = wordPlaces(m.shown);
  const n = places.length;
  const focus = placeOfWord(m.shown, m.focus);
  const { pitch, first } = wordColumns(n, width);
  const at = (i: number) => x + first + pitch * i;
  const from = at(focus);
  const keys = appear(during.from, during.to);
  return places.map((place, i) => {
    const w = sumOver(place, row);
    const thick = Math.max(0.4, full * w);
    const opacity = w < 0.04 ? 0.35 : 1;
    if (i === focus) {
      return path(`M${from} ${y}v${-Math.max(3, height * 0.3 * w + 4)}`, {
        stroke: 'weight',
        width: thick,
        opacity,
        keys,
      });
    }
    const to = at(i);
    const rise = height * (0.25 + 0.75 * (Math.abs(i - focus) / Math.max(1, n - 1)));
    const d = `M${from} ${y}C${from} ${y - rise * 1.3} ${to} ${y - rise * 1.3} ${to} ${y}`;
    return path(d, { stroke: 'weight', width: thick, opacity, keys });
  });
}

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

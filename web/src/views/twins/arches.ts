import type { Trace } from '../../model/trace';
import { type ArchOptions, type Facing, layoutArches } from '../../render/arches';
import { nearest, placeOfWord, sumOver, wordPlaces } from '../../render/visible-words';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { strandMarks } from '../kit/strands';

/** Where the arches of one run stand. */
export interface Stand {
  readonly centres: readonly number[];
  readonly facing: Facing;
  readonly base: number;
  readonly options: ArchOptions;
}

/** The weights of the word in focus in one of the runs. */
export function archMarks(m: StepContext, trace: Trace, stand: Stand): readonly Mark[] {
  const name = `layers.${m.layer}.attention.weights`;
  if (!trace.has(name)) return [];
  const row = trace.row(name, m.head, m.focus);
  const places = wordPlaces(m.shown);
  const weights = places.map((place) => sumOver(place, row));
  const focus = placeOfWord(m.shown, m.focus);
  const arches = layoutArches(weights, focus, stand.centres, stand.options);
  const tokenOf = (place: number) => {
    const at = places[place];
    return at ? nearest(at) : place;
  };
  const strands = arches.strands.map((strand) => ({ ...strand, key: tokenOf(strand.key) }));
  return strandMarks({
    ...{ arches: { ...arches, strands }, facing: stand.facing, base: stand.base },
    focus: m.focus,
    isDim: (token) => m.state.hover !== null && m.state.hover !== token,
  });
}

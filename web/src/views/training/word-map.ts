import { alignedTo, type Place } from '../kit/plane';
import type { Seen } from './seen';

/** Each step's map turned as that of the step before is: a new one does not turn those on show. */
export function turnedMaps(seen: ReadonlyMap<number, Seen>): ReadonlyMap<number, readonly Place[]> {
  const steps = [...seen.keys()].sort((a, b) => a - b);
  const maps = new Map<number, readonly Place[]>();
  let former: readonly Place[] | null = null;
  for (const step of steps) {
    const places = seen.get(step)?.map?.places;
    if (!places) continue;
    former = former ? alignedTo(places, former) : places;
    maps.set(step, former);
  }
  return maps;
}

import { type Flight, flightOf } from '../../../render/passage';
import type { Flights } from './protocol';

/** Parts of a drawing that are on their way, each with the time at which it set out. */
export type Flying = readonly (readonly [animation: Animation, begin: number])[];

/** The time of the day, in milliseconds: the same for all threads. */
export const clock = (): number => performance.timeOrigin + performance.now();

/** The part that is animated. */
export const targetOf = ({ effect }: Animation): Element =>
  (effect as KeyframeEffect).target as Element;

/** By the names of their objects; what has none is one of all `canvas` elements, or of all marks in the `svg`. */
export const flightsOf = (flying: Flying): Flights =>
  Object.fromEntries(
    flying.map(([animation, begin]) => {
      const part = targetOf(animation);
      const flight = flightOf(animation) as Flight;
      // The painter knows where a panel is.
      const { x, y, width, height } =
        part instanceof SVGGraphicsElement ? part.getBBox() : new DOMRect();
      const keys = [{ ...flight, at: begin }, { at: begin + flight.duration }] as const;
      const name = part.getAttribute('data-object') ?? part.localName;
      return [name, { keys, x: x + width / 2, y: y + height / 2 }];
    }),
  );

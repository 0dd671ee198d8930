import type { ModelConfig } from '../../model/protocol';

/** The numbers that a switch can be set to, along a line. */
export interface Axis {
  /** Where a number lies: 0 at the line's begin, 1 at its end. */
  place(number: number): number;
  number(place: number): number;
  /** Numbers where a knob rests, in their order. */
  readonly detents: readonly number[];
  /** The model's own. */
  readonly own: number;
  /** Numbers at which the line over the axis is measured. */
  readonly samples: readonly number[];
}

/** How near to a detent a knob rests there, as a share of the line. */
const catches = 0.012;

const ascending = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

const octaves = 7;

/** Divisors from 1 to 128: twice the number is always as far on. */
export function divisors({ hidden_size: d, num_attention_heads: heads }: ModelConfig): Axis {
  const own = Math.sqrt(d / heads);
  const powers = Array.from({ length: octaves + 1 }, (_, i) => 2 ** i);
  const quarters = Array.from({ length: 4 * octaves + 1 }, (_, i) => 2 ** (i / 4));
  return {
    place: (divisor) => Math.log2(divisor) / octaves,
    number: (place) => 2 ** (place * octaves),
    detents: ascending([...powers, own]),
    own,
    samples: ascending([...quarters, own]),
  };
}

export const gains: Axis = {
  place: (gain) => gain,
  number: (place) => place,
  detents: [0, 0.25, 0.5, 0.75, 1],
  own: 1,
  samples: Array.from({ length: 21 }, (_, i) => i / 20),
};

/** The number at a place, or the detent that is near. */
export function settledNumber(axis: Axis, place: number): number {
  const near = axis.detents.find((detent) => Math.abs(axis.place(detent) - place) < catches);
  return near ?? Number(axis.number(place).toPrecision(3));
}

/** The next detent from a number, or the last before it. */
export function nextDetent({ detents }: Axis, number: number, by: 1 | -1): number {
  const on = detents.filter((detent) => (detent - number) * by > 1e-9);
  return (by > 0 ? on[0] : on.at(-1)) ?? number;
}

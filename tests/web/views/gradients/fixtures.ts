import type { LayerMeasures } from '../../../../web/src/learn/protocol';
import {
  type DepthRuns,
  headWidths,
  type Measured,
  type Wiring,
  wirings,
} from '../../../../web/src/views/kit/depth/study';

/** Numbers at the words and after the last layer, between which the others lie. */
export interface Ends {
  readonly gradient: number;
  readonly difference: number;
}

/** By geometric steps from one number to another. */
const row = (from: number, to: number, layers: number): Float64Array<ArrayBuffer> =>
  Float64Array.from({ length: layers + 1 }, (_, l) => from * (to / from) ** (l / layers));

export function runs(depth: number, endsOf: (wiring: Wiring) => Ends): DepthRuns {
  return wirings.map((wiring) => {
    const { gradient, difference } = endsOf(wiring);
    return [0.5, 1, 2].map(
      (factor): LayerMeasures => ({
        gradient: row(gradient * factor, 1, depth),
        difference: row(0.7, difference * factor, depth),
        stream: row(6, wiring.norm === 'pre' ? 29 * factor : 6, depth),
        weights: row(8, wiring.norm === 'pre' ? 1.5 * factor : 8, depth),
      }),
    );
  });
}

/** What the core finds at 24 layers, roughly. */
export const usual = ({ norm, path }: Wiring): Ends => ({
  gradient: norm === 'none' ? (path ? 7e6 : 3e-7) : path ? 0.6 : 0.3,
  difference: path ? { pre: 0.13, post: 6e-7, none: 2.5e-6 }[norm] : 1e-60,
});

export function measured(depths: Readonly<Record<number, DepthRuns>>): Measured {
  const softmax = headWidths.map((dK) => ({
    dK,
    scaled: [{ largest: 0.28, passed: 0.1 }],
    plain: [{ largest: 0.85, passed: 0.1 / (1 + dK / 64) }],
  }));
  return {
    depths: new Map(Object.entries(depths).map(([depth, each]) => [Number(depth), each])),
    softmax,
  };
}

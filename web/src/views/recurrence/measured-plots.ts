import type { Drawing } from '../kit/hosted-figure';
import { type Curve, type Plot, plotMarks } from '../kit/plot';
import type { Axis } from '../kit/plot-axis';
import {
  type Comparison,
  geometricMean,
  gradientOf,
  mean,
  type Network,
  type Stage,
  type Task,
} from './measured';

const height = 190;
const networks: readonly Network[] = ['encoder', 'recurrent'];

/** How a network's line is drawn, in the plots and in the legend. */
export const look: Readonly<Record<Network, Pick<Curve, 'tone' | 'dash' | 'width'>>> = {
  encoder: { tone: 'weight', width: 2.4 },
  recurrent: { tone: 'ink', width: 2, dash: '5 3' },
};

export interface MeasuredPlot {
  readonly plot: Plot;
  readonly drawing: Drawing;
  /** The values at which it was measured. */
  readonly stops: readonly number[];
}

const boxIn = (width: number) => ({
  ...{ x: 44, y: 24, width: Math.max(80, width - 44 - 14), height: height - 52 },
});

const drawn = (width: number, stops: readonly number[], plot: Omit<Plot, 'box'>): MeasuredPlot => {
  const whole = { box: boxIn(width), ...plot };
  return { plot: whole, stops, drawing: { width, height, marks: plotMarks(whole) } };
};

/** A line through the middles of several trainings, with a band from the least to the most. */
function curve(
  network: Network,
  points: readonly (readonly [x: number, values: readonly number[]])[],
  middle: (values: readonly number[]) => number,
): Curve {
  return {
    ...look[network],
    points: points.map(([x, values]) => [x, middle(values)]),
    ...((points[0]?.[1].length ?? 0) > 1 && {
      band: points.map(([x, values]) => [x, Math.min(...values), Math.max(...values)] as const),
    }),
  };
}

const distancesOf = ({ distances }: Comparison): readonly number[] =>
  distances.map(({ distance }) => distance);

const distanceAxis = (stops: readonly number[]): Axis => ({
  from: stops[0] ?? 1,
  to: stops.at(-1) ?? 2,
});

/** Least and greatest of all values, to round ends of a linear axis below 1. */
function shareAxis(values: readonly number[]): Axis {
  const least = Math.floor(Math.min(...values) * 10) / 10;
  return { from: Math.max(0, Math.min(0.9, least)), to: 1 };
}

/** How often pronouns are read rightly, by the distance of their nouns. */
export function accuracyPlot(of: Comparison, width: number, at: number): MeasuredPlot {
  const stops = distancesOf(of);
  const values = of.distances.flatMap(({ right }) => [...right.encoder, ...right.recurrent]);
  return drawn(width, stops, {
    x: distanceAxis(stops),
    y: shareAxis(values),
    curves: networks.map((network) =>
      curve(
        network,
        of.distances.map(({ distance, right }) => [distance, right[network]]),
        mean,
      ),
    ),
    below: { ticks: stops, write: String },
    at: stops[at] ?? null,
  });
}

/** A logarithmic axis around the values. */
function around(values: readonly number[]): Axis {
  const positive = values.filter((x) => x > 0);
  return { from: Math.min(...positive) / 1.3, to: Math.max(...positive) * 1.3, log: true };
}

/** The gradient that arrives at the noun, by its distance. */
export function gradientPlot(
  of: Comparison,
  stage: Stage,
  width: number,
  at: number,
): MeasuredPlot {
  const stops = distancesOf(of);
  const values = of.distances.flatMap((each) => {
    const { encoder, recurrent } = gradientOf(each, stage);
    return [...encoder, ...recurrent];
  });
  return drawn(width, stops, {
    x: distanceAxis(stops),
    y: around(values),
    curves: networks.map((network) =>
      curve(
        network,
        of.distances.map((each) => [each.distance, gradientOf(each, stage)[network]]),
        geometricMean,
      ),
    ),
    below: { ticks: stops, write: String },
    at: stops[at] ?? null,
  });
}

/** The time that a text takes, by its length. */
export function timePlot(
  { lengths }: Comparison,
  task: Task,
  width: number,
  at: number,
): MeasuredPlot {
  const stops = lengths.map(({ tokens }) => tokens);
  return drawn(width, stops, {
    x: { from: stops[0] ?? 1, to: stops.at(-1) ?? 2, log: true },
    y: around(lengths.flatMap(({ [task]: time }) => [time.encoder, time.recurrent])),
    curves: networks.map((network) => ({
      ...look[network],
      points: lengths.map((each) => [each.tokens, each[task][network]] as const),
    })),
    below: { ticks: stops, write: String },
    at: stops[at] ?? null,
  });
}

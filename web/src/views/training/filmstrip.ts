import { grouped } from '../../words/language';
import { text } from '../kit/frame';
import { dot, group, line, path, rect } from '../kit/marks';
import type { Plot } from '../kit/plot';
import { placed } from '../kit/plot-axis';
import type { SvgMark } from '../kit/scene';
import { smallButterfly } from '../kit/wings';
import type { Wings } from './butterfly';
import type { Drawing } from './parts';
import { onAxis, stepsAxis } from './plots';
import { rowOf, type Seen } from './seen';
import { shownStep, type Training } from './training';

/** The strip of kept steps, which is the slider through the history. */
export interface Filmstrip extends Drawing {
  /** The kept steps, ascending, and where each is. */
  readonly stops: readonly number[];
  readonly places: readonly number[];
  /** The place of the one on show among them. */
  readonly at: number;
  readonly frames: number;
}

const frame = { width: 66, height: 96, gap: 6 };
const track = { y: 142, radius: 7 };

/** The rows of the head on show. */
export function wingsAt({ run, head }: Training, { upper, lower }: Seen): Wings {
  const heads = run.info?.config.num_attention_heads ?? 1;
  return {
    ...{ upper, lower, focus: upper.focus },
    upperRow: rowOf(upper, heads, head),
    lowerRow: lower && rowOf(lower, heads, head),
  };
}

/** Where kept steps stand: step 0 first, the others by their logarithm. */
function placesOf(training: Training, width: number): readonly number[] {
  const axis = stepsAxis(training);
  const begin = frame.width / 2 + 1;
  const ends = [begin + frame.width + frame.gap, width - begin] as const;
  return training.run.kept.map(({ step }) =>
    step === 0 ? begin : placed(axis, ends, onAxis(axis, step)),
  );
}

/** Which kept steps have a frame: the one on show, and of the others as many as stand clear, from the first on. */
function framed(places: readonly number[], at: number): readonly number[] {
  const clear = (a: number, b: number) =>
    Math.abs((places[a] ?? 0) - (places[b] ?? 0)) >= frame.width + frame.gap;
  const taken: number[] = at < places.length ? [at] : [];
  places.forEach((_, i) => {
    if (taken.every((other) => clear(i, other))) taken.push(i);
  });
  return taken;
}

function frameMarks(training: Training, i: number, x: number, chosen: boolean): readonly SvgMark[] {
  const step = training.run.kept[i]?.step ?? 0;
  const seen = training.seen.get(step);
  const left = x - frame.width / 2;
  const picture = seen
    ? smallButterfly(wingsAt(training, seen), frame.width - 8, frame.height - 8)
    : [];
  const box = {
    fill: chosen ? 'paper' : 'none',
    stroke: chosen ? 'ink' : 'none',
    round: 3,
  } as const;
  return [
    rect(left, 2, frame.width, frame.height, box),
    group(picture, { keys: [{ at: 0, dx: left + 4, dy: 6 }] }),
    text(x, frame.height + 20, grouped(step), {
      anchor: 'middle',
      bold: chosen,
      tone: chosen ? 'ink' : 'ink-2',
    }),
  ];
}

function trackMarks(places: readonly number[], at: number, width: number): readonly SvgMark[] {
  const { y, radius } = track;
  const [first = 0, here = 0] = [places[0], places[at]];
  return [
    line(first, y, width - frame.width / 2, y, 'line'),
    path(`M${first} ${y}H${here}`, { stroke: 'ink', width: 3 }),
    ...places.map((x) => line(x, y - 5, x, y + 5, 'ink-2')),
    dot(here, y, radius, 'paper', { stroke: 'ink' }),
  ];
}

export function filmstrip(training: Training, width: number): Filmstrip {
  const stops = training.run.kept.map(({ step }) => step);
  const places = placesOf(training, width);
  const at = Math.max(0, stops.indexOf(shownStep(training)?.step ?? 0));
  const frames = framed(places, at);
  return {
    ...{ width, height: track.y + 14, stops, places, at, frames: frames.length },
    marks: [
      ...(stops.length > 0 ? trackMarks(places, at, width) : []),
      ...frames.flatMap((i) => frameMarks(training, i, places[i] ?? 0, i === at)),
    ],
  };
}

/** The strip as a plot, for its slider. */
export const asPlot = ({ width, height }: Filmstrip): Plot => ({
  box: { x: 0, y: 0, width, height },
  x: { from: 0, to: width },
  y: { from: 0, to: 1 },
  curves: [],
});

import { later } from '../words/msg';
import { viewOf, views } from './views';

/** A step of the encoder, and the view on the stage while it plays. */
export interface Step {
  readonly id: string;
  readonly name: string;
  readonly view: string;
}

/** The whole way from text to prediction; step i plays while time goes from i to i + 1. */
export const timeline: readonly Step[] = views.flatMap(({ id, tick, figure = id }) =>
  tick === undefined ? [] : [{ id, name: tick, view: figure }],
);

/** A stretch of the timeline: what one figure can play. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

export const whole: Span = { begin: 0, end: timeline.length };

/** Steps that belong together, in plain words, and the first of each. */
const groupsFrom = [
  [later('words in'), 'tokens'],
  [later('attention'), 'projections'],
  [later('each word alone'), 'expand'],
  [later('answer out'), 'stack'],
] as const satisfies readonly (readonly [name: string, first: string])[];

export interface Group extends Span {
  readonly name: string;
}

const groups: readonly Group[] = groupsFrom.map(([name, first], i) => {
  const placeOf = (id: string) => timeline.findIndex((step) => step.id === id);
  const next = groupsFrom[i + 1];
  return { name, begin: placeOf(first), end: next ? placeOf(next[1]) : timeline.length };
});

/** The groups that a span lies in, as far as they are in it. */
export function groupsOf({ begin, end }: Span): readonly Group[] {
  const inside = (group: Group) => ({
    name: group.name,
    begin: Math.max(begin, group.begin),
    end: Math.min(end, group.end),
  });
  return groups.map(inside).filter((group) => group.begin < group.end);
}

/** Whether a view shows steps of the timeline, be it one of them or the figure of several. */
export const isOfTimeline = (view: string): boolean =>
  timeline.some((step) => step.view === view || step.id === view);

/** The stretch of the timeline that a view plays; null where there is no such view. */
export function spanOf(view: string): Span | null {
  const known = viewOf(view);
  if (known?.plays === 'everything') return whole;
  const own = timeline.flatMap((step, i) => (step.view === view || step.id === view ? [i] : []));
  const [begin] = own;
  if (begin !== undefined) return { begin, end: begin + own.length };
  return known && view !== firstView ? spanOf(firstView) : null;
}

/** The figure that shows a step together with others; null for a view that shows its step alone. */
const figureOf = (view: string): string | null => viewOf(view)?.figure ?? null;

/** The view on the stage at a time: a step that is shown alone keeps it while the time is inside. */
export function viewAt(view: string, time: number, span: Span): string {
  if (!isOfTimeline(view)) return view;
  const alone = figureOf(view) ? spanOf(view) : null;
  if (alone && time >= alone.begin && time <= alone.end) return view;
  return stepAt(time, span)?.view ?? view;
}

/** Where a page opens: attention, all done. */
export const firstView = 'attention';
export const firstTime = spanOf(firstView)?.end ?? 0;

export function clampTime(time: number, span: Span): number {
  return Number.isFinite(time) ? Math.min(span.end, Math.max(span.begin, time)) : span.end;
}

/** The step that a time is in or has just finished; the first of the span at its very beginning. */
export function stepAt(time: number, span: Span): Step | undefined {
  return timeline[Math.max(span.begin, Math.ceil(time) - 1)];
}

/**
 * The time as the picture on the stage counts it: 0 where its first step begins; a step of a figure
 * counts as the whole figure does. Views that are not of the timeline show all of it, and count so.
 */
export function localTime({
  view,
  time,
}: {
  readonly view: string;
  readonly time: number;
}): number {
  const shown = spanOf(view);
  const counted = spanOf(figureOf(view) ?? view);
  return isOfTimeline(view) && shown && counted ? clampTime(time, shown) - counted.begin : time;
}

/** How far a step has come at the own time of the figure that shows it: 0 before, 1 after. */
export function stepProgress(time: number, id: string): number {
  const begin = spanOf(id)?.begin ?? 0;
  const first = spanOf(figureOf(id) ?? id)?.begin ?? 0;
  return Math.min(1, Math.max(0, time - (begin - first)));
}

/** The next whole step after a time, or the last before it. */
export function neighbour(time: number, by: 1 | -1, span: Span): number {
  return clampTime(by > 0 ? Math.floor(time) + 1 : Math.ceil(time) - 1, span);
}

/** When the second beat of a step's caption is read: with the step's numbers in their places. */
export const secondFrom = 0.85;

/** One step at speed 1, and the halt after it, in milliseconds. */
export const stepDuration = 900;
export const haltDuration = 500;

/** A place in a running animation: the time, and what is left of the halt there. */
export interface Playhead {
  readonly time: number;
  readonly halt: number;
}

/** A stretch of the timeline that is played in one go, and the halt at its end, in milliseconds. */
export interface Leg extends Span {
  readonly motion: number;
  readonly halt: number;
}

/** The leg that a time is in, or that begins there. */
export type Pace = (time: number) => Leg;

/** The share of Q K V in which the word travels through the layers before, where there are any. */
export const layersLeg = 0.45;

/** How long a word of a caption takes to read, in milliseconds. */
const wordDuration = 250;

/** Each step in one go, then a halt until its caption of so many words can have been read. */
export function readingPace(words = 0): Pace {
  return (time) => {
    const begin = Math.floor(time);
    const motion = stepDuration * (viewOf(timeline[begin]?.id ?? '')?.lasts ?? 1);
    const halt = Math.max(haltDuration, words * wordDuration - motion);
    return { begin, end: begin + 1, motion, halt };
  };
}

/** The same from the loss back: the time goes down, and halts at the end of each step. */
export function goBack(
  { time, halt }: Playhead,
  elapsed: number,
  speed: number,
  until: number,
  words: number,
): Playhead {
  const mirrored = { time: -time, halt };
  const next = advance(mirrored, elapsed, speed, -until, false, readingPace(words));
  return { time: -next.time, halt: next.halt };
}

/**
 * The frame `elapsed` milliseconds later. Playing moves in short bursts: it pauses for the
 * halt at the end of each leg, and never goes beyond `until`; in a loop it then plays that step again.
 */
export function advance(
  frame: Playhead,
  elapsed: number,
  speed: number,
  until: number,
  loop = false,
  pace: Pace = readingPace(),
): Playhead {
  let { time, halt } = frame;
  let left = elapsed * speed;
  while (left > 0 && (time < until || loop)) {
    const rest = Math.min(halt, left);
    halt -= rest;
    left -= rest;
    if (left === 0) break;
    if (time >= until) time = until - 1;
    const leg = pace(time);
    const goal = Math.min(until, leg.end);
    const unit = leg.motion / (leg.end - leg.begin);
    const needed = (goal - time) * unit;
    if (left < needed) return { time: time + left / unit, halt };
    time = goal;
    left -= needed;
    halt = leg.halt;
  }
  return { time, halt };
}

import type { Speed, State, StepId } from './state';

/** A step of the encoder, and the view on the stage while it plays. */
export interface Step<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  readonly view: string;
}

const attention = 'attention';

/** The steps that the attention figure unfolds, in order. */
export const steps: readonly Step<StepId>[] = [
  { id: 'scores', name: 'scores', view: attention },
  { id: 'scale', name: 'scale', view: attention },
  { id: 'softmax', name: 'softmax', view: attention },
  { id: 'sum', name: 'weighted sum', view: attention },
];

/** A step with a view of its own. */
const single = (id: string, name: string): Step => ({ id, name, view: id });

/** The whole way from text to prediction; step i plays while time goes from i to i + 1. */
export const timeline: readonly Step[] = [
  single('tokens', 'tokens'),
  single('embedding', 'embedding'),
  single('position', 'position'),
  single('projections', 'Q K V'),
  ...steps,
  single('concat', 'heads'),
  single('output', 'output'),
  single('attention-norm', 'add & norm'),
  single('expand', 'expand'),
  single('activate', 'activate'),
  single('compress', 'compress'),
  single('feed-forward-norm', 'add & norm'),
  single('stack', 'stack'),
  single('prediction', 'prediction'),
];

/** A stretch of the timeline: what one figure can play. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

export const whole: Span = { begin: 0, end: timeline.length };

/** The stretch that a view unfolds, or null for a view that is not of the timeline. */
export function spanOf(view: string): Span | null {
  const begin = timeline.findIndex((step) => step.view === view);
  if (begin < 0) return null;
  return { begin, end: begin + timeline.filter((step) => step.view === view).length };
}

/** The stretch of a view of one step of attention, where the figure unfolds that step alone. */
function stepSpan(view: string): Span | null {
  const begin = timeline.findIndex((step) => step.view === attention && step.id === view);
  return begin < 0 ? null : { begin, end: begin + 1 };
}

/** The stretch that a view shows, be it of its own or a part of the attention figure's. */
export function stretchOf(view: string): Span | null {
  return spanOf(view) ?? stepSpan(view);
}

/** The view on the stage at a time: a step that is shown alone keeps it while the time is inside. */
export function viewAt(view: string, time: number, span: Span): string {
  const alone = stepSpan(view);
  if (alone && time >= alone.begin && time <= alone.end) return view;
  return stretchOf(view) ? (stepAt(time, span)?.view ?? view) : view;
}

/** The other forms of attention play its stretch, the picture of the block all of it. */
const playedAs: ReadonlyMap<string, Span | null> = new Map([
  ['block', whole],
  ['heatmap', spanOf(attention)],
  ['heads', spanOf(attention)],
]);

/** The stretch that a figure of one view plays; null where there is no such view. */
export function playedBy(view: string): Span | null {
  return stretchOf(view) ?? playedAs.get(view) ?? null;
}

/** Where a page opens: attention, all done. */
export const firstView = attention;
export const firstTime = spanOf(attention)?.end ?? 0;

export function clampTime(time: number, span: Span): number {
  return Number.isFinite(time) ? Math.min(span.end, Math.max(span.begin, time)) : span.end;
}

/** The step that a time is in or has just finished; the first of the span at its very beginning. */
export function stepAt(time: number, span: Span): Step | undefined {
  return timeline[Math.max(span.begin, Math.ceil(time) - 1)];
}

/**
 * The time as the picture on the stage counts it: 0 where its first step begins; a step of attention
 * counts as the whole figure does. Views that are not of the timeline show all of it, and count so.
 */
export function localTime({ view, time }: Pick<State, 'view' | 'time'>): number {
  const shown = stretchOf(view);
  const counted = spanOf(view) ?? spanOf(shown ? attention : '');
  return shown && counted ? clampTime(time, shown) - counted.begin : time;
}

/** How far a step of the attention figure has come at that figure's own time: 0 before, 1 after. */
export function stepProgress(time: number, id: StepId): number {
  const index = steps.findIndex((step) => step.id === id);
  return Math.min(1, Math.max(0, time - index));
}

/** The next whole step after a time, or the last before it. */
export function neighbour(time: number, by: 1 | -1, span: Span): number {
  return clampTime(by > 0 ? Math.floor(time) + 1 : Math.ceil(time) - 1, span);
}

/** One step at speed 1, and the halt after it, in milliseconds. */
export const stepDuration = 900;
export const haltDuration = 500;

/** A place in a running animation: the time, and what is left of the halt there. */
export interface Playhead {
  readonly time: number;
  readonly halt: number;
}

/**
 * The frame `elapsed` milliseconds later. Playing moves in short bursts: it stands still for the
 * halt at each whole step, and never goes beyond `until`; in a loop it then plays that step anew.
 */
export function advance(
  frame: Playhead,
  elapsed: number,
  speed: Speed,
  until: number,
  loop = false,
): Playhead {
  let { time, halt } = frame;
  let left = elapsed * speed;
  while (left > 0 && (time < until || loop)) {
    const rest = Math.min(halt, left);
    halt -= rest;
    left -= rest;
    if (left === 0) break;
    if (time >= until) time = until - 1;
    const goal = Math.min(until, Math.floor(time) + 1);
    const needed = (goal - time) * stepDuration;
    if (left < needed) return { time: time + left / stepDuration, halt };
    time = goal;
    left -= needed;
    halt = haltDuration;
  }
  return { time, halt };
}

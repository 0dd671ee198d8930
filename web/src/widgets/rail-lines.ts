import type { State } from '../state/state';
import { groupsOf, isOfTimeline, type Span, spanOf } from '../state/timeline';

/** Position of a time on the rail, 0 to 1. */
export const shareOf = (time: number, { begin, end }: Span): number =>
  (time - begin) / (end - begin);

export const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** The same as CSS. */
export const along = (time: number, span: Span): string => percent(shareOf(time, span));

/** Names stand side by side where a span has at most this many steps. */
const fewSteps = 6;

export const isLong = ({ begin, end }: Span): boolean => end - begin > fewSteps;

/** A group's line goes from a little before its first step to a little after its last. */
const drawnOf = ({ begin, end }: Span): Span => ({ begin: begin + 0.78, end: end + 0.22 });

/** A line along the rail, from one share of it to another. */
export interface RailLine {
  readonly from: number;
  readonly to: number;
  readonly looks: 'stretch' | 'done' | 'done heavy';
}

/** A span of time on a rail, as far as that is drawn: the groups of its steps, or all of it. */
export function linesOf(
  { begin, end }: Span,
  looks: RailLine['looks'],
  span: Span,
): readonly RailLine[] {
  const drawn = isLong(span) ? groupsOf(span).map(drawnOf) : [span];
  return drawn.flatMap((each) => {
    const [from, to] = [Math.max(begin, each.begin), Math.min(end, each.end)];
    return to > from ? [{ from: shareOf(from, span), to: shareOf(to, span), looks }] : [];
  });
}

/** How far it has come; heavier where its steps are on the stage. */
export function playedLines({
  time,
  span,
  view,
}: Pick<State, 'time' | 'span' | 'view'>): readonly RailLine[] {
  const staged = (isOfTimeline(view) && spanOf(view)) || span;
  return [
    ...linesOf({ begin: span.begin, end: time }, 'done', span),
    ...linesOf({ begin: staged.begin, end: Math.min(time, staged.end) }, 'done heavy', span),
  ];
}

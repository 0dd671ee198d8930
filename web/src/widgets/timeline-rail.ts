import { html, nothing, type TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { groupsOf, isOfTimeline, type Span, spanOf, stepAt, timeline } from '../state/timeline';
import { awaitsGuess } from '../state/tour/veil';
import { affectedBy } from '../state/what-if/changed';
import { later, msg } from '../words/msg';

/** Position of a time on the rail, as CSS. */
export function along(time: number, { begin, end }: Span): string {
  return `${(((time - begin) / (end - begin)) * 100).toFixed(3)}%`;
}

/** The beginning of a span, when nothing has been computed yet. */
const startName = later('start');

export function nameAt({ time, span }: Pick<State, 'time' | 'span'>): string {
  return msg(time <= span.begin ? startName : (stepAt(time, span)?.name ?? ''));
}

/** Setting the time by hand stops the animation. */
export function seek(dispatch: Dispatch, time: number): void {
  dispatch({ type: 'play', playing: false });
  dispatch({ type: 'seek', time });
}

/** Names stand side by side where a span has at most this many steps. */
const fewSteps = 6;

const isLong = ({ begin, end }: Span): boolean => end - begin > fewSteps;

/** What a place on the rail is: below the steps of the group at hand stand their names. */
interface Looks {
  readonly past: boolean;
  readonly now: boolean;
  /** In the group at hand. */
  readonly here: boolean;
}

const classes = ({ past, now, here }: Looks): string =>
  [past && 'past', now && 'now', here && 'here'].filter(Boolean).join(' ');

/** The end of a step: a mark on the rail, and the step's name as a button below it. */
function tick(index: number, state: State, group: Span | undefined, dispatch: Dispatch) {
  const { time, span } = state;
  const step = timeline[index];
  const place = index + 1;
  const looks = classes({
    past: time >= place,
    now: step === stepAt(time, span) && time > span.begin,
    here: !isLong(span) || (group !== undefined && place > group.begin && place <= group.end),
  });
  const left = `left: ${along(place, span)}`;
  return html`<span class="mark ${looks}" .style=${left}></span>
    <button
      class="tick ${looks}"
      type="button"
      tabindex="-1"
      .style=${left}
      @click=${() => seek(dispatch, place)}
    >${msg(step?.name ?? '')}</button>`;
}

function start({ time, span }: State, dispatch: Dispatch): TemplateResult {
  const now = time <= span.begin;
  const looks = classes({ past: true, now, here: now || !isLong(span) });
  return html`<span class="mark beginning past"></span>
    <button
      class="tick beginning ${looks}"
      type="button"
      tabindex="-1"
      @click=${() => seek(dispatch, span.begin)}
    >${msg(startName)}</button>`;
}

/** A group's line goes from a little before its first step to a little after its last. */
const drawnOf = ({ begin, end }: Span): Span => ({ begin: begin + 0.78, end: end + 0.22 });

/** A group's name: above its line where the reader is, below it elsewhere. */
function groupName(name: string, { begin, end }: Span, span: Span, here: boolean) {
  const at = here ? begin + 1 : (begin + 1 + end) / 2;
  return html`<span class="group ${here ? 'here' : ''}" aria-hidden="true" .style=${`left: ${along(at, span)}`}>${msg(name)}</span>`;
}

function groupNames(span: Span, at: Span | undefined): unknown {
  if (!isLong(span)) return nothing;
  return groupsOf(span).map(({ name, ...group }) =>
    groupName(name, group, span, group.begin === at?.begin),
  );
}

interface Stretch extends Span {
  readonly looks: string;
}

/** A part of the rail, as far as it is in one of the lines that are drawn. */
function line({ begin, end, looks }: Stretch, lines: readonly Span[], span: Span): unknown {
  return lines.map((each) => {
    const [from, to] = [Math.max(begin, each.begin), Math.min(end, each.end)];
    if (to <= from) return nothing;
    const width = `${((to - from) / (span.end - span.begin)) * 100}%`;
    return html`<span class=${looks} .style=${`left: ${along(from, span)}; width: ${width}`}></span>`;
  });
}

/** What there is to be played, and how far it has come; heavier where its steps are on the stage. */
function lines({ time, span, view }: Pick<State, 'time' | 'span' | 'view'>): unknown {
  const drawn = isLong(span) ? groupsOf(span).map(drawnOf) : [span];
  const staged = (isOfTimeline(view) && spanOf(view)) || span;
  const until = Math.min(time, staged.end);
  return [
    { ...span, looks: 'stretch' },
    { begin: span.begin, end: time, looks: 'done' },
    { begin: staged.begin, end: until, looks: 'done heavy' },
  ].map((part) => line(part, drawn, span));
}

/** The group that a time is in. */
function groupAt(time: number, span: Span) {
  return groupsOf(span).find(
    ({ begin, end }) => time <= end && (time > begin || begin === span.begin),
  );
}

/** The first step that the reader has changed, and a dotted line to the end of what that changes. */
function changedMarks(state: State): TemplateResult | typeof nothing {
  const { span } = state;
  const found = awaitsGuess(state) ? null : affectedBy(state);
  if (!found || found.last <= span.begin || found.first > span.end) return nothing;
  const first = Math.max(found.first, span.begin);
  const share = (Math.min(found.last, span.end) - first) / (span.end - span.begin);
  return html`<span class="affected" aria-hidden="true" .style=${`left: ${along(first, span)}; width: ${(share * 100).toFixed(3)}%`}></span>
    <span class="changed" .style=${`left: ${along(first, span)}`} title=${msg`changed from here on`}>◆</span>`;
}

/** What lies along the rail, under the knob. */
export function railMarks(state: State, dispatch: Dispatch): TemplateResult {
  const { time, span } = state;
  const count = span.end - span.begin;
  const group = groupAt(time, span);
  return html`${lines(state)} ${groupNames(span, group)} ${start(state, dispatch)}
    ${changedMarks(state)}
    ${Array.from({ length: count }, (_, i) => tick(span.begin + i, state, group, dispatch))}
    <div class="summary" aria-hidden="true">
      <b>${nameAt(state)}</b><span>${msg`step ${Math.ceil(time - span.begin)} of ${count}`}</span>
    </div>`;
}

export const railClass = ({ span }: Pick<State, 'span'>): string =>
  isLong(span) ? 'rail many' : 'rail';

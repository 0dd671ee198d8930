import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import type { Speed, State } from '../state/state';
import { groupsOf, neighbour, type Span, stepAt, timeline } from '../state/timeline';
import { awaitsGuess } from '../state/tour/veil';
import { affectedBy } from '../state/what-if/comparison';
import { later, msg } from '../words/msg';
import { along, isLong, linesOf, percent, playedLines, type RailLine, shareOf } from './rail-lines';

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

const drawLine = ({ from, to, looks }: RailLine): TemplateResult =>
  html`<span class=${looks} .style=${`left: ${percent(from)}; width: ${percent(to - from)}`}></span>`;

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
  const last = Math.min(found.last, span.end);
  return html`<span class="affected" aria-hidden="true" .style=${`left: ${along(first, span)}; width: ${percent(shareOf(last, span) - shareOf(first, span))}`}></span>
    <span class="changed" .style=${`left: ${along(first, span)}`} title=${msg`changed from here on`}>◆</span>`;
}

/** What lies along the rail, under the knob. */
export function railMarks(state: State, dispatch: Dispatch): TemplateResult {
  const { time, span } = state;
  const count = span.end - span.begin;
  const group = groupAt(time, span);
  return html`${groupNames(span, group)} ${start(state, dispatch)}
    ${changedMarks(state)}
    ${Array.from({ length: count }, (_, i) => tick(span.begin + i, state, group, dispatch))}
    <div class="summary" aria-hidden="true">
      <b>${nameAt(state)}</b><span>${msg`step ${Math.ceil(time - span.begin)} of ${count}`}</span>
    </div>`;
}

export const railClass = ({ span }: Pick<State, 'span'>): string =>
  isLong(span) ? 'rail many' : 'rail';

const playIcon = svg`<circle cx="22" cy="22" r="22"/><path d="M16 12.5L33 22L16 31.5Z"/>`;
const pauseIcon = svg`<circle cx="22" cy="22" r="22"/><path d="M14.5 12.5h5v19h-5zM24.5 12.5h5v19h-5z"/>`;
const backIcon = svg`<path d="M12 2L6 7L12 12M2 2V12"/>`;
const onIcon = svg`<path d="M4 2L10 7L4 12M14 2V12"/>`;

const loopIcon = svg`<path d="M12.5 4A6 6 0 1 0 14 8M12.8 1V4.4H9.4"/>`;

const nextSpeed: Readonly<Record<Speed, Speed>> = { 0.5: 1, 1: 2, 2: 0.5 };
const speedName = (speed: Speed): string => `${speed === 0.5 ? '½' : speed}×`;

function playButton(state: State, dispatch: Dispatch): TemplateResult {
  const { playing } = state;
  const toggle = () => dispatch({ type: 'play', playing: !playing });
  return html`<button class="play" type="button" aria-label=${playing ? msg`Pause` : msg`Play`} @click=${toggle}>
    <svg width="38" height="38" viewBox="0 0 44 44" aria-hidden="true">
      ${playing ? pauseIcon : playIcon}
    </svg>
  </button>`;
}

function stepButton(by: 1 | -1, state: State, dispatch: Dispatch): TemplateResult {
  const name = by > 0 ? msg`Step forward` : msg`Step back`;
  const stuck = by > 0 ? state.time >= state.span.end : state.time <= state.span.begin;
  return html`<button
    class="icon ${by > 0 ? 'onward' : 'backward'}"
    type="button"
    aria-label=${name}
    aria-disabled=${stuck}
    @click=${() => dispatch({ type: 'step', by })}
  >
    <svg width="16" height="14" viewBox="0 0 16 14" aria-hidden="true">
      ${by > 0 ? onIcon : backIcon}
    </svg>
  </button>`;
}

function speedButton({ speed }: State, dispatch: Dispatch): TemplateResult {
  const turn = () => dispatch({ type: 'speed', speed: nextSpeed[speed] });
  return html`<button class="speed" type="button" aria-label=${msg`Speed ${speedName(speed)}`} @click=${turn}>
    ${speedName(speed)}
  </button>`;
}

function loopButton({ loop }: State, dispatch: Dispatch): TemplateResult {
  const turn = () => dispatch({ type: 'loop', loop: !loop });
  return html`<button class="icon loop" type="button" aria-label=${msg`Loop this step`} aria-pressed=${loop} @click=${turn}>
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${loopIcon}</svg>
  </button>`;
}

function scrub(event: PointerEvent, { span }: State, dispatch: Dispatch): void {
  const rail = event.currentTarget as HTMLElement;
  const { left, width } = rail.getBoundingClientRect();
  seek(dispatch, span.begin + ((event.clientX - left) / width) * (span.end - span.begin));
}

/** Starts a drag anywhere on the rail except on a name: names are buttons. */
function grab(event: PointerEvent, state: State, dispatch: Dispatch): void {
  if (event.button !== 0 || (event.target as Element).closest('.tick')) return;
  (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  scrub(event, state, dispatch);
}

function drag(event: PointerEvent, state: State, dispatch: Dispatch): void {
  const rail = event.currentTarget as HTMLElement;
  if (rail.hasPointerCapture(event.pointerId)) scrub(event, state, dispatch);
}

/** The time a key moves the focused slider to; null for other keys. */
export function keyTime(key: string, time: number, span: Span): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return neighbour(time, 1, span);
    case 'ArrowLeft':
    case 'ArrowDown':
      return neighbour(time, -1, span);
    case 'Home':
      return span.begin;
    case 'End':
      return span.end;
    default:
      return null;
  }
}

/** What moves with every frame: how far it has come. */
export function playhead(state: State, dispatch: Dispatch): TemplateResult {
  const { time, span } = state;
  const onKey = (event: KeyboardEvent) => {
    const goal = keyTime(event.key, time, span);
    if (goal === null) return;
    event.preventDefault();
    event.stopPropagation();
    seek(dispatch, goal);
  };
  return html`${playedLines(state).map(drawLine)}<div
    class="knob"
    role="slider"
    tabindex="0"
    aria-label=${msg`Position in the animation`}
    aria-valuemin=${span.begin}
    aria-valuemax=${span.end}
    aria-valuenow=${Number(time.toFixed(2))}
    aria-valuetext=${nameAt(state)}
    .style=${`translate: ${100 * shareOf(time, span)}cqw`}
    @keydown=${onKey}
  ></div>`;
}

function rail(state: State, dispatch: Dispatch, moving: unknown): TemplateResult {
  const { span } = state;
  return html`<div
    class=${railClass(state)}
    .style=${`--count: ${span.end - span.begin}`}
    @pointerdown=${(event: PointerEvent) => grab(event, state, dispatch)}
    @pointermove=${(event: PointerEvent) => drag(event, state, dispatch)}
  >
    ${linesOf(span, 'stretch', span).map(drawLine)}<div class="playhead">${moving}</div>${railMarks(state, dispatch)}
  </div>`;
}

/** `moving` is what moves with every frame. */
export function timelineBar(
  state: State,
  dispatch: Dispatch,
  moving: unknown = playhead(state, dispatch),
): TemplateResult {
  return html`<div class="timeline" part="timeline" role="group" aria-label=${msg`Animation`}>
    <div class="controls">
      ${playButton(state, dispatch)} ${stepButton(-1, state, dispatch)}
      ${stepButton(1, state, dispatch)} ${state.backward ? nothing : loopButton(state, dispatch)}
      ${speedButton(state, dispatch)} ${rail(state, dispatch, moving)}
    </div>
  </div>`;
}

import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import type { Speed, State } from '../state/state';
import { neighbour, type Span } from '../state/timeline';
import { msg } from '../words/msg';
import { along, nameAt, railClass, railMarks, seek } from './timeline-rail';

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
  const name = by > 0 ? msg`Step on` : msg`Step back`;
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

function knob(state: State, dispatch: Dispatch): TemplateResult {
  const { time, span } = state;
  const onKey = (event: KeyboardEvent) => {
    const goal = keyTime(event.key, time, span);
    if (goal === null) return;
    event.preventDefault();
    event.stopPropagation();
    seek(dispatch, goal);
  };
  return html`<div
    class="knob"
    role="slider"
    tabindex="0"
    aria-label=${msg`Place in the animation`}
    aria-valuemin=${span.begin}
    aria-valuemax=${span.end}
    aria-valuenow=${Number(time.toFixed(2))}
    aria-valuetext=${nameAt(state)}
    .style=${`left: ${along(time, span)}`}
    @keydown=${onKey}
  ></div>`;
}

function rail(state: State, dispatch: Dispatch): TemplateResult {
  const { span } = state;
  return html`<div
    class=${railClass(state)}
    .style=${`--count: ${span.end - span.begin}`}
    @pointerdown=${(event: PointerEvent) => grab(event, state, dispatch)}
    @pointermove=${(event: PointerEvent) => drag(event, state, dispatch)}
  >
    ${railMarks(state, dispatch)} ${knob(state, dispatch)}
  </div>`;
}

export function timelineBar(state: State, dispatch: Dispatch): TemplateResult {
  return html`<div class="timeline" part="timeline" role="group" aria-label=${msg`Animation`}>
    <div class="controls">
      ${playButton(state, dispatch)} ${stepButton(-1, state, dispatch)}
      ${stepButton(1, state, dispatch)} ${state.backward ? nothing : loopButton(state, dispatch)}
      ${speedButton(state, dispatch)} ${rail(state, dispatch)}
    </div>
  </div>`;
}

import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import { filmName } from '../state/film';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { type FileName, viewOf } from '../state/views';
import { hosted } from '../views/kit/hosted';
import { dot, rect } from '../views/kit/marks';
import { paintedWhileMoving } from '../views/kit/painter/painted';
import type { SvgMark } from '../views/kit/scene';
import { stageFor, unknownView } from '../views/registry';
import type { Stage } from '../views/stage';
import type { Size } from '../views/view';
import { linkButton } from '../widgets/controls';
import { playedLines, shareOf } from '../widgets/rail-lines';
import { playhead, timelineBar } from '../widgets/timeline-bar';
import { asked } from '../widgets/why-fold';
import { msg } from '../words/msg';
import type { Figure } from './figure';
import { loadFile } from './load-file';

/**
 * The state for what is drawn after the figure: with a new trace it stays as it was for one frame,
 * so that the figure is on the screen before the rest of the page is drawn.
 */
export class DrawnAfter {
  private readonly host: ReactiveControllerHost;
  private readonly store: Store;
  private drawn: State;
  private waiting = false;

  constructor(host: ReactiveControllerHost, store: Store) {
    this.host = host;
    this.store = store;
    this.drawn = store.state;
  }

  get state(): State {
    const { state } = this.store;
    if (state.trace === this.drawn.trace) this.drawn = state;
    else if (!this.waiting) this.wait();
    return this.drawn;
  }

  private wait(): void {
    this.waiting = true;
    // A task that a frame's callback queues runs after the frame has been painted.
    requestAnimationFrame(() => setTimeout(() => this.catchUp()));
  }

  private catchUp(): void {
    this.waiting = false;
    this.drawn = this.store.state;
    this.host.requestUpdate();
  }
}

/** Loads the file of a view that fovea.js does not draw, or not all of, when it is on the stage. */
export class ViewFile {
  private readonly host: ReactiveControllerHost;
  /** Why a file could not be loaded; null while there is no reason. */
  private readonly failures = new Map<FileName, Error | null>();
  /** The fold of what else there is to a view. */
  private open = false;
  private view = '';

  constructor(host: ReactiveControllerHost) {
    this.host = host;
  }

  /** Why the view cannot be drawn; null where it can, or is about to. Whoever comes back to it loads anew. */
  problem(view: string): TemplateResult | null {
    if (view !== this.view) this.forget();
    this.view = view;
    const { bundle, hosts = [] } = viewOf(view) ?? {};
    const files = view === filmName ? (['figures'] as const) : bundle ? [bundle, ...hosts] : [];
    const message = files.map((file) => this.load(file)?.message).find(Boolean);
    return message
      ? html`${message} ${linkButton(msg`Try again`, this.retry, 'underlined')}`
      : null;
  }

  /** What is below a view, in a fold where the page has no room; nothing where its file is missing. */
  more(state: State, width: number, dispatch: Dispatch, folded: boolean): unknown {
    const below = viewOf(state.view)?.beneath;
    if (!below) return nothing;
    const shown = !folded || this.open;
    const missing = shown && this.load(below.bundle);
    const figure =
      shown && !missing ? hosted(`fovea-${below.id}`, { state, width, dispatch }) : nothing;
    if (!folded || missing) return figure;
    return html`<details class="tables" ?open=${this.open} @toggle=${this.turn}>
      <summary>${msg`More of this step`}</summary>${figure}
    </details>`;
  }

  private readonly turn = (event: Event): void => {
    this.open = (event.target as HTMLDetailsElement).open;
    this.host.requestUpdate();
  };

  private readonly retry = (): void => {
    this.forget();
    this.host.requestUpdate();
  };

  private forget(): void {
    for (const [file, failure] of this.failures) if (failure) this.failures.delete(file);
  }

  private load(file: FileName): Error | null {
    const failure = this.failures.get(file);
    if (failure !== undefined) return failure;
    this.failures.set(file, null);
    loadFile(file)
      .catch((error: Error) => this.failures.set(file, error))
      .finally(() => this.host.requestUpdate());
    return null;
  }
}

interface Manner {
  readonly size: Size;
  /** What else there is to the view is in a fold. */
  readonly folded: boolean;
  /** Takes what is pressed in place of the store, where the reader is to guess. */
  readonly guess?: Dispatch | null;
}

/** The view that a figure shows, on its stage. */
export class DrawnView {
  /** Null before the first drawing, and where no view has the name. */
  stage: Stage | null = null;
  private readonly figure: Figure;
  private readonly file: ViewFile;

  constructor(host: ReactiveControllerHost, figure: Figure) {
    this.figure = figure;
    this.file = new ViewFile(host);
  }

  /** The picture, or why there is none. */
  draw(state: State, { size, folded, guess }: Manner): unknown {
    const view = state.film ? filmName : state.view;
    if (this.stage?.view !== view) this.stage = stageFor(view);
    const problem = this.stage ? this.file.problem(view) : unknownView(state.view);
    if (!this.stage || problem) return html`<p class="remark error" role="alert">${problem}</p>`;
    this.stage.animate = this.figure.animate;
    const { dispatch } = this.figure.store;
    if (state.film) return this.stage.draw({ ...state, view }, size, dispatch);
    // In a list, as after the guess: so the figure stays what it is.
    if (guess) return [this.stage.draw(state, size, guess)];
    return [
      this.stage.draw(state, size, dispatch, asked(state, size.width, dispatch)),
      this.file.more(state, size.width, dispatch, folded),
    ];
  }
}

/** How far the animation has come, as `playhead` draws it with the styles of the timeline. */
function playheadMarks({ time, ...state }: State, width: number): readonly SvgMark[] {
  const x = shareOf(time, state.span) * width;
  return [
    ...playedLines({ time, ...state }).map(({ from, to, looks }) => {
      const [y, height, fill] =
        looks === 'done' ? ([27.5, 1.4, 'ink-2'] as const) : ([26.5, 3, 'ink'] as const);
      return rect(from * width, y, (to - from) * width, height, { fill });
    }),
    dot(x, 28, 8, 'ink'),
    dot(x, 28, 5, 'paper'),
  ];
}

/** What a figure's animation is played with. */
export function timelineOf(figure: Figure): TemplateResult {
  const { state, store } = figure;
  const marks = (drawn: HTMLElement) => {
    const { state } = figure;
    const knob = drawn.querySelector('.knob');
    // For whoever listens.
    if (knob) knob.ariaValueNow = String(Number(state.time.toFixed(2)));
    return playheadMarks(state, drawn.offsetWidth);
  };
  const draw = () => playhead(figure.state, store.dispatch);
  const moving = figure.live(() => paintedWhileMoving(marks, 0, draw));
  return timelineBar(state, store.dispatch, moving);
}

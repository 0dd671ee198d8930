import {
  css,
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import * as look from '../render/palette.css';
import { isLesson, leaveLesson, present, turnCaptions } from '../state/lesson';
import type { Store } from '../state/store';
import { awaitsGuess } from '../state/tour/veil';
import type { Caption } from '../views/view';
import { linkButton } from '../widgets/controls';
import { ledger } from '../widgets/ledger';
import { lossBar } from '../widgets/loss-bar';
import { explained } from '../widgets/terms';
import { msg } from '../words/msg';
import { type Page, stepHeading, tourOf } from './page';
import { isTourBeside } from './stage-size';

/** Keeps a lesson and the browser's full screen together: leaving either leaves the other. */
export class FullScreen implements ReactiveController {
  private readonly store: Store;
  private unsubscribe: (() => void) | null = null;

  constructor(host: ReactiveControllerHost, store: Store) {
    this.store = store;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('fullscreenchange', this.onChange);
    this.unsubscribe = this.store.subscribe((state, before) => {
      if (isLesson(before) && !isLesson(state) && document.fullscreenElement)
        void document.exitFullscreen();
    });
  }

  hostDisconnected(): void {
    document.removeEventListener('fullscreenchange', this.onChange);
    this.unsubscribe?.();
  }

  /** Begins a lesson, on the full screen where the browser lets the page have it. */
  async begin(): Promise<void> {
    this.store.dispatch({ type: 'choose', choice: { lesson: this.store.state.lastLesson } });
    await document.documentElement.requestFullscreen?.().catch(() => {});
  }

  private readonly onChange = (): void => {
    if (!document.fullscreenElement && isLesson(this.store.state)) leaveLesson(this.store.dispatch);
  };
}

/** A teacher's page: the picture as large as it goes, and nothing else that asks to be looked at. */
export const lessonStyles = css`
  :host([lesson]) {
    grid:
      'bar' auto
      'stage' 1fr
      'caption' auto
      / minmax(0, 1fr);
    padding: 8px 24px 16px;
  }
  @media (min-width: 960px) {
    :host([lesson][touring]) {
      grid:
        'bar bar' auto
        'stage side' 1fr
        'caption side' auto
        / minmax(0, 1fr) 240px;
    }
  }
  :host([lesson]) .stage > .view :is(.caption, figcaption, .formula, .tables) {
    display: none;
  }
  .lesson-caption {
    grid-area: caption;
    min-height: 2.7em;
    max-width: 60ch;
    margin: 0 auto;
    font: 24px / 1.35 var(--serif);
    text-align: center;
    text-wrap: balance;
  }
  .lesson-bar {
    grid-area: bar;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 16px;
    min-height: 32px;
    font-size: 13px;
  }
  .lesson-bar > :first-child {
    margin-right: auto;
  }
  .lesson-bar h2 {
    ${look.heading}
  }
  .lesson-bar small {
    ${look.quiet}
  }
  .lesson-bar h2 small {
    margin-left: 8px;
  }
  @media (min-width: 960px) and (min-height: 720px) {
    :host(:where([lesson]:not([touring]))) {
      zoom: 1.15;
      min-height: calc(100vh / 1.15);
    }
  }
  @media (min-width: 1300px) and (min-height: 880px) {
    :host([lesson]) {
      zoom: 1.1;
      min-height: calc(100vh / 1.1);
    }
  }
  @media (min-width: 1700px) and (min-height: 1040px) {
    :host([lesson]) {
      zoom: 1.3;
      min-height: calc(100vh / 1.3);
    }
  }
  @media (min-width: 2300px) and (min-height: 1400px) {
    :host([lesson]) {
      zoom: 1.75;
      min-height: calc(100vh / 1.75);
    }
  }
`;

/** What step is shown, and what a presenter's remote does, for a mouse; its keys are named beside. */
function lessonBar({ state, dispatch }: Page): TemplateResult {
  const captions = state.lesson === 'captions' ? msg`Hide captions` : msg`Captions`;
  const step = (by: 1 | -1) => () => present(state, dispatch, by);
  return html`<div class="lesson-bar" role="group" aria-label=${msg`Lesson`}>
    ${state.tour ? html`<span></span>` : stepHeading(state)}
    <small class="for-keys">${msg`Keys: → next, ← back, C captions, Esc leave`}</small>
    ${linkButton(msg`Back`, step(-1))} ${linkButton(msg`Next`, step(1))}
    ${linkButton(captions, () => turnCaptions(state, dispatch))}
    ${linkButton(msg`Leave`, () => leaveLesson(dispatch))}
  </div>`;
}

/** `picture` is what is on the stage, `caption` what it says. */
export function lessonPage(page: Page, picture: unknown, caption: Caption | null): TemplateResult {
  const { state, dispatch } = page;
  const veil = awaitsGuess(state);
  const beside = isTourBeside(state);
  const shown = state.lesson === 'captions' && state.tour === null;
  return html`${lessonBar(page)}
    <main class="stage" tabindex="-1">
      ${beside ? nothing : tourOf(page)}
      ${veil ? nothing : [ledger(state, dispatch, 'above'), lossBar(state, dispatch)]}
      <div class="view">${picture}</div>
      ${veil ? nothing : ledger(state, dispatch, 'below')}
    </main>
    ${beside ? html`<aside class="side" aria-label=${msg`Tour`}>${tourOf(page)}</aside>` : nothing}
    ${shown ? html`<p class="lesson-caption">${explained(caption?.join(' '))}</p>` : nothing}`;
}

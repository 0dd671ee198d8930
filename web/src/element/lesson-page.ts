import { css, html, nothing, type TemplateResult } from 'lit';
import { leaveLesson, turnCaptions } from '../state/lesson';
import { awaitsGuess } from '../state/tour/veil';
import type { Caption } from '../views/view';
import { linkButton } from '../widgets/controls';
import { ledger } from '../widgets/ledger';
import { lossBar } from '../widgets/loss-bar';
import { explained } from '../widgets/terms';
import { msg } from '../words/msg';
import { type Page, tourOf } from './page';

/** A teacher's page: the picture as large as it goes, and nothing else that asks to be looked at. */
export const lessonStyles = css`
  :host([lesson]) {
    grid:
      'stage' 1fr
      'caption' auto
      / minmax(0, 1fr);
    padding: 24px;
  }
  :host([lesson][touring][form='wide']) {
    grid:
      'stage side' 1fr
      'caption side' auto
      / minmax(0, 1fr) 240px;
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
  .lesson-controls {
    position: fixed;
    z-index: 4;
    top: 8px;
    right: 16px;
    display: flex;
    gap: 16px;
    padding: 4px 8px;
    background: var(--paper);
    font-size: 13px;
  }
  @media (hover: hover) {
    .lesson-controls:not(:hover, :focus-within) {
      opacity: 0;
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

/** Hidden until the pointer or the keyboard comes to them, where there is a pointer that hovers. */
function controls({ state, dispatch }: Page): TemplateResult {
  const captions = state.lesson === 'captions' ? msg`Hide captions` : msg`Captions`;
  const withKey = (text: string, key: string) =>
    html`${text}<span class="for-keys"> (${key})</span>`;
  return html`<div class="lesson-controls" role="group" aria-label=${msg`Lesson`}>
    ${linkButton(withKey(captions, 'C'), () => turnCaptions(state, dispatch))}
    ${linkButton(withKey(msg`Leave`, msg`Esc`), () => leaveLesson(dispatch))}
  </div>`;
}

/** `picture` is what is on the stage, `caption` what it says. */
export function lessonPage(page: Page, picture: unknown, caption: Caption | null): TemplateResult {
  const { state, dispatch, form } = page;
  const veil = awaitsGuess(state);
  const beside = state.tour !== null && form === 'wide';
  const shown = state.lesson === 'captions' && state.tour === null;
  return html`<main class="stage" tabindex="-1">
      ${beside ? nothing : tourOf(page)}
      ${veil ? nothing : [ledger(state, dispatch, 'above'), lossBar(state, dispatch)]}
      <div class="view">${picture}</div>
      ${veil ? nothing : ledger(state, dispatch, 'below')}
    </main>
    ${beside ? html`<aside class="side" aria-label=${msg`Tour`}>${tourOf(page)}</aside>` : nothing}
    ${shown ? html`<p class="lesson-caption">${explained(caption?.join(' '))}</p>` : nothing}
    ${controls(page)}`;
}

import { css, html, type TemplateResult } from 'lit';
import { hasEnded } from '../state/film';
import type { State } from '../state/state';
import { linkButton } from '../widgets/controls';
import { msg } from '../words/msg';
import { type Page, wordmark } from './page';

/** The film has the page for itself: a picture, a sentence, and what it is played with. */
export const filmPageStyles = css`
  :host([film]) {
    grid:
      'bar' 48px
      'stage' 1fr
      'caption' auto
      'ends' auto
      'time' auto
      / minmax(0, 1fr);
    min-height: var(--screen, 100svh);
  }
  :host([film]) .top-bar {
    display: flex;
    justify-content: space-between;
    align-items: center;
    padding: 0;
  }
  :host([film]) .top-bar > .links {
    align-self: center;
  }
  :host([film]) .stage {
    justify-content: center;
    align-items: center;
    padding: 0;
  }
  :host([film]) main + .film {
    grid-area: caption;
    flex-direction: column;
    gap: 4px;
    padding: 0 0 8px;
  }
  :host([film]) .film p {
    flex: none;
    max-width: 34em;
    min-height: 68px;
    font-size: 26px;
    line-height: 34px;
  }
  .film-ends {
    grid-area: ends;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 12px;
    padding: 4px 0 20px;
  }
  .film-ends[inert] {
    visibility: hidden;
  }
  .film-ends button {
    min-height: 48px;
    padding: 0 20px;
    border: 1.2px solid var(--ink);
    border-radius: 4px;
    font-size: 15px;
    font-weight: 700;
    text-align: center;
  }
  .film-ends button:first-child {
    background: var(--ink);
    color: var(--paper);
  }
  :host([film][form='narrow']) {
    display: grid;
  }
  :host([film][form='narrow']) .film p {
    min-height: 112px;
    font-size: 21px;
    line-height: 28px;
  }
  :host([film][form='narrow']) .film-ends {
    gap: 8px;
    padding-bottom: 12px;
  }
  :host([film][form='narrow']) .film-ends button {
    flex: 1 1 40%;
    padding: 0 8px;
    white-space: nowrap;
  }
  :host([film][form='narrow']) .time {
    border: 0;
  }
  /* A small phone. */
  @media (max-height: 720px) {
    :host([film][form='narrow']) main + .film {
      padding: 0 0 4px;
    }
    :host([film][form='narrow']) .film p {
      min-height: 96px;
      font-size: 18px;
      line-height: 24px;
    }
    :host([film][form='narrow']) .film-ends {
      gap: 6px;
      padding: 2px 0 6px;
    }
    :host([film][form='narrow']) .film-ends button {
      min-height: 44px;
      padding: 0 4px;
      font-size: 13px;
    }
  }
  /* A phone on its side: the picture and its sentence first; where the film ends leads from the timeline. */
  @media (max-height: 560px) and (orientation: landscape) {
    :host([film][form]) {
      grid:
        'bar' 24px
        'stage' 1fr
        'caption' auto
        'time' auto
        / minmax(0, 1fr);
    }
    :host([film][form]) main + .film {
      min-height: 48px;
      padding: 0;
    }
    :host([film][form]) .film p {
      max-width: none;
      min-height: 48px;
      font-size: 18px;
      line-height: 24px;
    }
    :host([film][form]) .film-ends {
      grid-area: time;
      place-self: center end;
      flex-wrap: nowrap;
      gap: 8px;
      padding: 0 24px 0 0;
      z-index: 3;
    }
    :host([film][form]) .film-ends button {
      flex: none;
      max-width: 136px;
      min-height: 44px;
      padding: 0 12px;
      font-size: 14px;
      line-height: 17px;
      white-space: normal;
    }
    :host([film][form]) .film-ends:not([inert]) ~ .time .rail {
      visibility: hidden;
    }
    :host([film][form]) .time {
      position: static;
      padding: 2px 24px;
    }
  }
`;

interface Film {
  readonly page: Page;
  /** What is on the screen, and what is said of it. */
  readonly picture: unknown;
  readonly caption: unknown;
  /** Where its end leads. */
  typeSentence(): void;
  startTour(): void;
  watchLearning(): void;
  /** To the step at hand. */
  leave(): void;
}

function ends(state: State, film: Film): TemplateResult {
  const button = (text: string, act: () => void) =>
    html`<button type="button" @click=${act}>${text}</button>`;
  return html`<div class="film-ends" ?inert=${!hasEnded(state)}>
    ${button(msg`Type your own sentence`, film.typeSentence)}
    ${button(msg`Start the tour`, film.startTour)} ${button(msg`Watch it learn`, film.watchLearning)}
  </div>`;
}

export function filmPage(film: Film): TemplateResult {
  const { state } = film.page;
  return html`<main class="stage" tabindex="-1"><div class="view">${film.picture}</div></main>
    ${film.caption} ${ends(state, film)}
    <footer class="time">${film.page.timeline()}</footer>
    <header class="top-bar">
      ${wordmark(film.page)}
      <div class="links">${linkButton(msg`Open this step`, film.leave)}</div>
    </header>`;
}

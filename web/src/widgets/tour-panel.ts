import { css, html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Dispatch } from '../state/actions';
import { neededParameters } from '../state/needs';
import type { State } from '../state/state';
import { type Chapter, Facts, type Tour } from '../state/tour/chapter';
import { chapters } from '../state/tour/chapters';
import {
  chapterOf,
  endTour,
  expectOption,
  hasWandered,
  openChapter,
  returnTo,
  showAnswer,
} from '../state/tour/walk';

/** A chapter of the tour: text, a question and, after a guess, the answer. */
export const tourStyles = css`
  .tour {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 24px;
    margin: 4px 0 12px;
    padding: 12px 16px;
    border-top: 1.5px solid var(--ink);
    background: var(--sheet);
    container-type: inline-size;
  }
  .tour h2 {
    margin: 0;
    font: 700 17px / 1.3 var(--serif);
  }
  .tour h2 small {
    margin-right: 8px;
    color: var(--ink-2);
    font: 12px / 1 var(--sans);
  }
  .tour p {
    grid-column: 1 / -1;
    max-width: 84ch;
    margin: 0;
    font: 15px / 1.4 var(--serif);
  }
  .tour nav,
  .tour .options {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
  }
  .tour .options {
    grid-column: 1 / -1;
  }
  .tour .question {
    font-weight: 700;
  }
  .tour button {
    min-height: 24px;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .tour button[aria-pressed='true'] {
    font-weight: 700;
    text-decoration-thickness: 2px;
  }
  .tour button:is(:disabled, [aria-disabled='true']) {
    color: var(--ink-2);
    text-decoration: none;
    opacity: 1;
    cursor: default;
  }
  @container (max-width: 520px) {
    .tour h2,
    .tour nav {
      grid-column: 1 / -1;
    }
  }
`;

/** Moves the focus to a control that stays before the focused one is removed. */
function moveFocus(event: Event, selector: string): void {
  const root = (event.currentTarget as Element).getRootNode() as ShadowRoot;
  root.querySelector<HTMLElement>(selector)?.focus();
}

function end(event: Event, dispatch: Dispatch): void {
  moveFocus(event, '.to-tour');
  endTour(dispatch);
}

/** Scrolls the stage into view, which on a phone may be off screen; the focus does not move. */
function look(event: Event, state: State, dispatch: Dispatch): void {
  const root = (event.currentTarget as Element).getRootNode() as ShadowRoot;
  showAnswer(state, dispatch);
  root.querySelector('.view')?.scrollIntoView({ block: 'nearest' });
}

function wayBack(state: State, dispatch: Dispatch): TemplateResult | typeof nothing {
  if (!hasWandered(state)) return nothing;
  const back = (event: Event) => {
    moveFocus(event, '.tour .next');
    returnTo(state, dispatch);
  };
  return html`<button type="button" @click=${back}>back to the chapter</button>`;
}

/** At the ends of the tour the button is disabled, not removed, to keep the focus. */
function leaf(state: State, tour: Tour, dispatch: Dispatch): TemplateResult {
  const go = (chapter: number) => () => openChapter(state, dispatch, chapter);
  const { chapter } = tour;
  const last = chapters.length - 1;
  return html`<nav aria-label="Tour">
    ${wayBack(state, dispatch)}
    <button type="button" aria-disabled=${chapter === 0} @click=${go(chapter - 1)}>back</button>
    <button type="button" class="next" aria-disabled=${chapter === last} @click=${go(chapter + 1)}>
      next
    </button>
    <button type="button" @click=${(event: Event) => end(event, dispatch)}>end the tour</button>
  </nav>`;
}

function options(chapter: Chapter, facts: Facts, tour: Tour, dispatch: Dispatch): TemplateResult {
  const { state } = facts;
  return html`<div class="options" role="group" aria-label="What do you expect?">
    ${chapter.options(facts).map(
      (text, option) => html`<button
        type="button"
        aria-pressed=${option === tour.guess}
        ?disabled=${tour.shown}
        @click=${() => expectOption(state, dispatch, option)}
      >${text}</button>`,
    )}
    ${
      tour.guess === null
        ? nothing
        : html`<button type="button" class="look" @click=${(event: Event) => look(event, state, dispatch)}>
            ${tour.shown ? 'look again' : 'look →'}
          </button>`
    }
  </div>`;
}

/** The answer, once everything it needs has been computed. */
function answer(chapter: Chapter, facts: Facts, tour: Tour): unknown {
  const { state } = facts;
  if (!tour.shown) return nothing;
  const known = state.trace?.encoding.text === state.sentence;
  if (!known || neededParameters(state).length > 0) return 'Reading the numbers …';
  const asExpected = chapter.right(facts) === tour.guess;
  const verdict = asExpected ? 'As you expected.' : 'Not as you expected.';
  return html`<b>${verdict}</b> ${chapter.reveal(facts)}`;
}

export function tourPanel(state: State, dispatch: Dispatch): unknown {
  const { tour, trace, model, token, layer, head, sentence, masked, parameters } = state;
  const place = [tour, trace, model, token, layer, head, sentence, masked, parameters];
  return guard([...place, hasWandered(state)], () => {
    const chapter = chapterOf(state);
    if (!chapter || !tour || !trace || !model) return nothing;
    const facts = new Facts(state);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      end(event, dispatch);
    };
    return html`<section class="tour" aria-label="Guided tour" @keydown=${onKey}>
      <h2 aria-live="polite">
        <small>${tour.chapter + 1} of ${chapters.length}</small>${chapter.title}
      </h2>
      ${leaf(state, tour, dispatch)}
      <p>${chapter.text(facts)}</p>
      <p class="question">${chapter.question(facts)}</p>
      ${options(chapter, facts, tour, dispatch)}
      <p class="answer" role="status">${answer(chapter, facts, tour)}</p>
    </section>`;
  });
}

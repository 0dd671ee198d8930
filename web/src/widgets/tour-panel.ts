import { css, html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { type Chapter, Facts, type Tour } from '../state/tour/chapter';
import { chapters } from '../state/tour/chapters';
import { chapterOf } from '../state/tour/walk';

/** A stop of the tour: what is to be seen, a question, and after a guess the way to its answer. */
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
  .tour button:disabled {
    color: var(--ink-2);
    text-decoration: none;
  }
`;

function leaf(tour: Tour, dispatch: Dispatch): TemplateResult {
  const go = (chapter: number | null) => () => dispatch({ type: 'tour', chapter });
  const last = chapters.length - 1;
  return html`<nav aria-label="Tour">
    <button type="button" ?disabled=${tour.chapter === 0} @click=${go(tour.chapter - 1)}>
      back
    </button>
    <button type="button" ?disabled=${tour.chapter === last} @click=${go(tour.chapter + 1)}>
      next
    </button>
    <button type="button" @click=${go(null)}>end the tour</button>
  </nav>`;
}

function options(chapter: Chapter, facts: Facts, tour: Tour, dispatch: Dispatch): TemplateResult {
  return html`<div class="options" role="group" aria-label="What do you expect?">
    ${chapter.options(facts).map(
      (text, option) => html`<button
        type="button"
        aria-pressed=${option === tour.guess}
        @click=${() => dispatch({ type: 'guess', option })}
      >${text}</button>`,
    )}
    ${
      tour.guess === null
        ? nothing
        : html`<button type="button" class="look" @click=${() => dispatch({ type: 'reveal' })}>
            look →
          </button>`
    }
  </div>`;
}

/** The answer, once the picture that it is read off is there. */
function answer(chapter: Chapter, facts: Facts, tour: Tour): TemplateResult {
  const { sentence, trace } = facts.state;
  if (trace?.encoding.text !== sentence) return html`<p role="status">Reading the sentence …</p>`;
  const asExpected = chapter.right(facts) === tour.guess;
  return html`<p role="status">
    <b>${asExpected ? 'As you expected.' : 'Not as you expected.'}</b> ${chapter.reveal(facts)}
  </p>`;
}

export function tourPanel(state: State, dispatch: Dispatch): unknown {
  const { tour, trace, model, token, layer, head, sentence } = state;
  return guard([tour, trace, model, token, layer, head, sentence], () => {
    const chapter = chapterOf(state);
    if (!chapter || !tour || !trace || !model) return nothing;
    const facts = new Facts(state);
    return html`<section class="tour" aria-label="Guided tour">
      <h2><small>${tour.chapter + 1} of ${chapters.length}</small>${chapter.title}</h2>
      ${leaf(tour, dispatch)}
      <p>${chapter.text(facts)}</p>
      <p class="question">${chapter.question(facts)}</p>
      ${tour.shown ? answer(chapter, facts, tour) : options(chapter, facts, tour, dispatch)}
    </section>`;
  });
}

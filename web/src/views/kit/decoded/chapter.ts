import { html, nothing, type TemplateResult } from 'lit';
import { furtherChapters } from '../../../state/tour/further';
import { explained } from '../../../widgets/terms';
import { msg } from '../../../words/msg';
import type { FigureContext } from '../hosted-figure';
import { guessOf } from '../text-figure';

/** What the tour says at a figure of this file. */
export interface FurtherChapter {
  readonly text: string;
  /** What the step has made of the words, in one line. */
  readonly changed: string;
  /** What to remember. */
  readonly recap: string;
}

/** Whether the tour is at the figure. */
export const isChapter = ({ choices }: FigureContext): boolean => choices.has('chapter');

function onward(m: FigureContext, at: number): TemplateResult {
  const next = furtherChapters[at + 1];
  const go = () => next && m.dispatch({ type: 'choose', choice: next.choice });
  const leave = () => m.choose({ chapter: '' });
  return html`<p>${next ? html`<button type="button" class="act" @click=${go}>${msg`Next chapter`}</button>` : nothing}
    <button type="button" class="link underlined" @click=${leave}>${msg`Leave the tour`}</button></p>`;
}

/** The chapter of the tour that is about this figure, with the figure's question; the question alone outside the tour. */
export function withChapter(
  m: FigureContext,
  { text, changed, recap }: FurtherChapter,
  question: unknown,
): unknown {
  const at = furtherChapters.findIndex(({ choice }) => choice.view === m.state.view);
  const chapter = furtherChapters[at];
  if (!isChapter(m) || !chapter) return question;
  const answered = guessOf(m) !== null;
  return html`<section class="chapter" aria-label=${msg`Guided tour`}>
    <h3>${msg`Chapter ${chapter.number}: ${msg(chapter.title)}`}</h3>
    <div class="told-and-asked"><p class="told">${explained(text)}</p>
      <div>${question}${answered ? html`<p class="told">${msg`What changed: ${changed}`} ${recap}</p>` : nothing}</div>
    </div>
    ${onward(m, at)}
  </section>`;
}

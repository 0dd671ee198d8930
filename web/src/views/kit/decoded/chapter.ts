import { css, html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import * as look from '../../../render/palette.css';
import { furtherChapters } from '../../../state/tour/further';
import { explained } from '../../../widgets/terms';
import { msg } from '../../../words/msg';
import type { FigureContext } from '../hosted-figure';
import { type GuessPlace, guessOf, type Question, withGuess } from '../question';

export const chapterStyles = css`
  .tour {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr));
    gap: 0 24px;
    margin-bottom: 8px;
    padding: 4px 0 8px;
    border-bottom: 1px solid var(--line);
  }
  .tour .question {
    margin: 0;
    padding: 0;
    background: none;
  }
  .tour :is(.small-print, .options) {
    ${look.row}
    align-items: center;
    gap: 4px 14px;
  }
  .tour .small-print {
    ${look.quiet}
  }
  .tour .heading {
    ${look.wrapping}
    gap: 0 24px;
  }
  .stacked > .tour {
    display: contents;
  }
  .stacked > .tour .ask {
    ${look.pinned}
  }
  .stacked > .tour :is(.question, .answer) {
    font-size: 15px;
  }
`;

/** What the tour says at a figure of this file. */
export interface FurtherChapter {
  readonly text: string;
  /** What the step has made of the words, in one line. */
  readonly changed: string;
  /** What to remember. */
  readonly recap: string;
}

/** Whether a figure of this width has its parts below each other; then what is asked stays in sight. */
export const isStacked = ({ size }: FigureContext): boolean => size.width < 600;

/** Whether the tour is at the figure. */
export const isChapter = ({ choices }: FigureContext): boolean => choices.has('chapter');

/** Where the guesses of these chapters are kept; the settings count the options from 1. */
export const saidIn = (of: string): GuessPlace => ({
  ...{ id: 'said', of, values: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] },
});

const give = ({ state, dispatch }: FigureContext, asked: Question, answer: number): void =>
  dispatch({ type: 'choose', choice: { settings: withGuess(state.settings, asked, answer) } });

const leave = (m: FigureContext): void => m.choose({ chapter: '', said: '' });

/** Opens another of these chapters. */
const go = (m: FigureContext, at: number) => () => {
  const next = furtherChapters[at];
  if (next) m.dispatch({ type: 'choose', choice: next.choice });
};

function where(m: FigureContext, at: number): TemplateResult {
  const before = furtherChapters[at - 1];
  return html`<div class="small-print where-in-tour">
    <b>${msg`Chapter ${furtherChapters[at]?.number ?? ''}`}</b>
    ${before ? html`<button type="button" class="link" @click=${go(m, at - 1)}>${msg`Chapter ${before.number}`}</button>` : nothing}
    <button type="button" class="link" @click=${() => leave(m)}>${msg`Leave the tour`}</button>
  </div>`;
}

function option(m: FigureContext, asked: Question, i: number): TemplateResult {
  const { options, right } = asked;
  const given = guessOf(m.state, asked);
  const looks = [given === i && 'own', given !== null && i === right && 'right'];
  return html`<button type="button" class="option ${looks.filter(Boolean).join(' ')}"
    aria-disabled=${given !== null} aria-pressed=${given === i}
    @click=${() => given === null && give(m, asked, i)}><span>${options[i]}</span>${
      given === i ? html`<small>${msg`your guess`}</small>` : nothing
    }</button>`;
}

/** Which answer was right and why, what changed, and what to remember. */
function verdict(given: number, told: FurtherChapter, { right, why }: Question) {
  const opening = given < 0 ? '' : given === right ? msg`Right.` : msg`Not this time.`;
  return html`<p class="answer" role="status"><b>${opening}</b> ${why}</p>
    <p class="changed">${msg`What changed: ${told.changed}`} ${told.recap}</p>`;
}

/** One button that leads on: to the answer, to the next chapter, out of the tour. */
function onward(m: FigureContext, at: number, asked: Question | null): TemplateResult {
  const waits = asked !== null && guessOf(m.state, asked) === null;
  const [text, press] = waits
    ? [msg`Show me without guessing`, () => give(m, asked, -1)]
    : furtherChapters[at + 1]
      ? [msg`Next chapter`, go(m, at + 1)]
      : [msg`End the tour`, () => leave(m)];
  return html`<div class="small-print ways"><button type="button" class="on ${waits ? '' : 'next'}" @click=${press}>${text}</button></div>`;
}

const hint = (m: FigureContext, { options }: Question): TemplateResult | typeof nothing =>
  onPage(m) ? html`<p class="hint for-keys">${msg`Keys: 1 to ${options.length}.`}</p>` : nothing;

function ask(m: FigureContext, told: FurtherChapter, asked: Question): TemplateResult {
  const given = guessOf(m.state, asked);
  return html`<p class="question">${asked.asks}</p>
    <div class="options" role="group" aria-label=${msg`What do you expect?`}>${asked.options.map((_, i) => option(m, asked, i))}</div>
    ${given === null ? hint(m, asked) : verdict(given, told, asked)}`;
}

/** Whether it is on the page's wide stage, and not in a text or on a narrow screen. */
const onPage = ({ size }: FigureContext): boolean => size.height !== undefined;

const fields: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

const isField = (target: EventTarget | undefined): boolean =>
  target instanceof Element && fields.has(target.localName);

/** A digit is a guess: on the page wherever the focus is, in other pages where it is in the chapter. */
function digits(m: FigureContext, asked: Question) {
  const { options } = asked;
  const onKey = (event: KeyboardEvent) => {
    const answer = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : options.length;
    const elsewhere =
      event.ctrlKey || event.metaKey || event.altKey || isField(event.composedPath()[0]);
    if (elsewhere || answer >= options.length || guessOf(m.state, asked) !== null) return;
    event.preventDefault();
    give(m, asked, answer);
  };
  let heard: EventTarget | undefined;
  return ref((section) => {
    heard?.removeEventListener('keydown', onKey as EventListener);
    heard = onPage(m) ? section?.ownerDocument : section;
    heard?.addEventListener('keydown', onKey as EventListener);
  });
}

/** The chapter of the tour that is about this figure, with the figure's question once that is known. */
export function chapterOf(
  m: FigureContext,
  told: FurtherChapter,
  asked: Question | null,
): TemplateResult | typeof nothing {
  const at = furtherChapters.findIndex(({ choice }) => choice.view === m.state.view);
  const chapter = furtherChapters[at];
  if (!chapter) return nothing;
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave(m);
  };
  return html`<section class="tour" aria-label=${msg`Guided tour`} @keydown=${onEscape} ${asked ? digits(m, asked) : nothing}>
    <div class="lead">
      <div class="heading"><h2 tabindex="-1">${msg(chapter.title)}</h2>${where(m, at)}</div>
      <p>${explained(told.text)}</p>${isStacked(m) ? nothing : onward(m, at, asked)}
    </div>
    ${asked ? html`<div class="ask">${ask(m, told, asked)}${isStacked(m) ? onward(m, at, asked) : nothing}</div>` : nothing}
  </section>`;
}

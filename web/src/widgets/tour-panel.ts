import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { msgHtml } from '../render/msg-html';
import type { Dispatch } from '../state/actions';
import { capital } from '../state/format';
import { practising } from '../state/opening';
import type { State } from '../state/state';
import type { Chapter } from '../state/tour/chapter';
import { chapters } from '../state/tour/chapters';
import { Facts } from '../state/tour/facts';
import { answerOf, scoreOf, type Tour } from '../state/tour/progress';
import {
  answer,
  beginAnew,
  chapterOf,
  endTour,
  goOn,
  hasWandered,
  isReady,
  openChapter,
  returnTo,
} from '../state/tour/walk';
import { msg } from '../words/msg';
import { articleLink, linkButton, optionButton } from './controls';
import { closeOwn } from './dialogs';

/** Moves the focus to a control that stays before the focused one is removed. */
function moveFocus(event: Event, selector: string): void {
  const root = (event.currentTarget as Element).getRootNode() as ShadowRoot;
  root.querySelector<HTMLElement>(selector)?.focus();
}

function end(event: Event, dispatch: Dispatch): void {
  moveFocus(event, '.to-tour');
  endTour(dispatch);
}

interface Panel {
  readonly chapter: Chapter;
  readonly tour: Tour;
  readonly facts: Facts;
  readonly dispatch: Dispatch;
  /** Opens the list of all chapters. */
  readonly overview: () => void;
}

/** Which chapter it is, and the ways to others and out. */
function where(tour: Tour, dispatch: Dispatch, overview: () => void): TemplateResult {
  return html`<div class="small-print where-in-tour">
    <span>${msgHtml`Chapter <b>${tour.chapter + 1}</b> of ${chapters.length}`}</span>
    ${linkButton(msg`All chapters`, overview)}
    <button type="button" class="link" @click=${(event: Event) => end(event, dispatch)}>
      ${msg`Leave the tour`}
    </button>
  </div>`;
}

/** The number of an option, and whose it is, once the answer is shown. */
function noteOf(panel: Panel, option: number): string {
  const { chapter, tour, facts } = panel;
  if (answerOf(tour) === null || !isReady(panel.facts.state)) return '';
  const own = answerOf(tour) === option ? msg`your guess` : '';
  return [own, chapter.numbers?.(facts)[option]].filter(Boolean).join(' ');
}

function optionOf(panel: Panel, text: string, option: number): TemplateResult {
  const { chapter, tour, facts, dispatch } = panel;
  const given = answerOf(tour);
  const settled = given !== null;
  return optionButton({
    text: capital(text),
    note: noteOf(panel, option),
    own: given === option,
    right: settled && isReady(facts.state) && chapter.right(facts) === option,
    settled,
    take: () => answer(facts.state, dispatch, option),
  });
}

/** Which answer was right and why, with its number; then why the reader's was not. */
function verdict(panel: Panel): unknown {
  const { chapter, tour, facts } = panel;
  const given = answerOf(tour);
  if (given === null) return nothing;
  if (!isReady(panel.facts.state))
    return hasWandered(facts.state) ? nothing : msg`Reading the numbers …`;
  const right = chapter.right(facts);
  const guessed = typeof given === 'number' && given < chapter.options(facts).length;
  const missed = guessed && given !== right;
  const instead = missed ? (chapter.instead?.(facts, given) ?? '') : '';
  const opening = !guessed ? '' : missed ? msg`Not this time.` : msg`Right.`;
  return html`<b>${opening}</b> ${capital(chapter.reveal(facts))} ${capital(instead)}`;
}

function changed(panel: Panel): TemplateResult | typeof nothing {
  const { chapter, tour, facts } = panel;
  if (answerOf(tour) === null || !isReady(panel.facts.state)) return nothing;
  return html`<p class="changed">${msg`What changed: ${capital(chapter.changed(facts))}`}</p>`;
}

/** One button that leads on, so that it keeps the focus: to the answer, the next chapter, the overview. */
function onward(panel: Panel): TemplateResult {
  const { tour, facts, dispatch, overview } = panel;
  const waits = answerOf(tour) === null;
  const last = tour.chapter === chapters.length - 1;
  const go = (event: Event) => {
    if (!waits && last) return overview();
    if (waits) return answer(facts.state, dispatch, 'seen');
    moveFocus(event, '.tour h2');
    goOn(facts.state, dispatch);
  };
  const text = waits
    ? msg`Show me without guessing`
    : last
      ? msg`What to remember`
      : msg`Next chapter`;
  return html`<button type="button" class="on ${waits ? '' : 'next'}" @click=${go}>${text}</button>`;
}

/** To the chapter before. */
function back({ tour, facts, dispatch }: Panel): TemplateResult | typeof nothing {
  if (tour.chapter === 0) return nothing;
  const go = (event: Event) => {
    moveFocus(event, '.tour h2');
    openChapter(facts.state, dispatch, tour.chapter - 1);
  };
  return html`<button type="button" class="link underlined" @click=${go}>${msg`Back`}</button>`;
}

function wayBack({ facts, dispatch }: Panel): TemplateResult | typeof nothing {
  if (!hasWandered(facts.state)) return nothing;
  const back = (event: Event) => {
    moveFocus(event, '.tour .on');
    returnTo(facts.state, dispatch);
  };
  return html`<button type="button" class="link underlined" @click=${back}>${msg`back to the chapter`}</button>`;
}

/** The section of the article about what the chapter asks: not before the guess, for it has the answer. */
const section = ({ chapter, tour }: Panel): TemplateResult | typeof nothing =>
  answerOf(tour) === null ? nothing : articleLink(chapter.step, msg`Read about it`, 'underlined');

/** One question about an earlier chapter, on the stage; the chapter stays beside it. */
function recall({ chapter, tour, dispatch }: Panel): TemplateResult | typeof nothing {
  if (!chapter.recall || answerOf(tour) === null) return nothing;
  const choice = { view: 'practice', settings: `set=${chapter.recall}` };
  return linkButton(
    msg`Still know it? A question from earlier`,
    () => dispatch({ type: 'choose', choice }),
    'underlined',
  );
}

/** How else than by a press on it an option is taken. */
function hint({ chapter, tour, facts }: Panel): TemplateResult | typeof nothing {
  const count = chapter.options(facts).length;
  if (answerOf(tour) !== null || count === 0) return nothing;
  const words = chapter.words ? msg`Or click a word in the sentence.` : '';
  return html`<p class="hint">${words} <span class="for-keys">${msg`Keys: 1 to ${count}.`}</span></p>`;
}

function ask(panel: Panel): TemplateResult {
  const { chapter, facts } = panel;
  const options = chapter.options(facts);
  return html`<div class="ask">
    <p class="question">${capital(chapter.question(facts))}</p>
    <div class="options" role="group" aria-label=${msg`What do you expect?`}>
      ${options.map((text, option) => optionOf(panel, text, option))}
    </div>
    ${hint(panel)}
    <p class="answer" role="status">${verdict(panel)}</p>
    ${changed(panel)}
    <div class="small-print ways">${onward(panel)} ${back(panel)} ${wayBack(panel)} ${section(panel)} ${recall(panel)}</div>
  </div>`;
}

/** The open chapter: its text, its question and, after a guess, the answer. */
export function tourPanel(state: State, dispatch: Dispatch, overview: () => void): unknown {
  const { tour, trace, model, token, layer, head, sentence: text, masked, parameters } = state;
  const { view, wanted } = state;
  const place = [tour, trace, model, token, layer, head, text, masked, parameters, view];
  return guard([...place, wanted.question, hasWandered(state)], () => {
    const chapter = chapterOf(state);
    if (!chapter || !tour || !trace || !model) return nothing;
    const panel = { chapter, tour, facts: new Facts(state), dispatch, overview };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      end(event, dispatch);
    };
    const answered = answerOf(tour) === null ? '' : 'answered';
    return html`<section class="tour ${answered}" aria-label=${msg`Guided tour`} @keydown=${onKey}>
      <div class="lead">
        <h2 tabindex="-1">${msg(chapter.title)}</h2>
        <p>${capital(chapter.text(panel.facts))}</p>
      </div>
      ${ask(panel)}
    </section>`;
  });
}

const isAnswered = ({ answers }: Tour, at: number): boolean => (answers[at] ?? null) !== null;

/** A dot for each chapter, which opens it; which one is open, and the ways to all of them and out. */
export function tourProgress(state: State, dispatch: Dispatch, overview: () => void): unknown {
  const { tour } = state;
  if (!tour) return nothing;
  return html`<nav class="progress" aria-label=${msg`Chapters`}>
    ${where(tour, dispatch, overview)}
    <ol>
      ${chapters.map(
        ({ title }, at) => html`<li><button
          type="button"
          class="dot ${isAnswered(tour, at) ? 'answered' : ''}"
          title=${msg(title)}
          aria-label=${isAnswered(tour, at) ? msg`Chapter ${at + 1}, ${msg(title)}, answered` : msg`Chapter ${at + 1}, ${msg(title)}`}
          aria-current=${at === tour.chapter ? 'step' : nothing}
          @click=${() => openChapter(state, dispatch, at)}
        ></button></li>`,
      )}
    </ol>
  </nav>`;
}

/** Whether the last chapter is answered: the tour has come to its end, chapters left out or not. */
const hasEnded = (tour: Tour): boolean => isAnswered(tour, chapters.length - 1);

/** How many guesses were right; of a single one, whether it was. */
function score(right: number, guessed: number): string {
  if (guessed > 1) return msg`${right} of ${guessed} guesses {0:was|were} right.`;
  return right > 0 ? msg`Your guess was right.` : msg`Your guess was not right.`;
}

/** What the reader made of the tour: the guesses that were right, the chapters that were missed, and what comes next. */
function result({ tour, open, next }: { tour: Tour; open: OpenChapter; next: Press }) {
  const { guessed, right, missed } = scoreOf(tour);
  if (guessed === 0 && !hasEnded(tour)) return nothing;
  return html`<div class="tour-result">
    ${guessed > 0 ? html`<p class="score">${score(right, guessed)}</p>` : nothing}
    ${
      missed.length > 0
        ? html`<p>${msg`Worth another look:`} ${missed.map(
            (at) =>
              html`<button type="button" class="link underlined" @click=${open(at)}>${at + 1}. ${msg(chapters[at]?.title ?? '')}</button> `,
          )}</p>`
        : nothing
    }
    ${
      hasEnded(tour)
        ? html`<button type="button" class="on next" @click=${next}>${msg`Now try a sentence of your own`}</button>`
        : nothing
    }
  </div>`;
}

type Press = (event: Event) => void;
type OpenChapter = (at: number) => Press;

/** All chapters, with what to remember of those that are answered; at the end what came of the guesses. */
export function tourOverview(
  state: State,
  dispatch: Dispatch,
  ownSentence: () => void,
): TemplateResult {
  const tour = state.tour ?? state.lastTour ?? { chapter: -1, answers: [] };
  const leaving =
    (then: () => void): Press =>
    (event) => {
      closeOwn(event);
      then();
    };
  const open: OpenChapter = (at) => leaving(() => openChapter(state, dispatch, at));
  const next = leaving(ownSentence);
  const practise = leaving(() => dispatch({ type: 'choose', choice: practising }));
  const anew = leaving(() => beginAnew(state, dispatch));
  return html`${result({ tour, open, next })}
  <ol class="overview">
    ${chapters.map(
      ({ title, recap }, at) => html`<li><button
        type="button"
        aria-current=${at === tour.chapter ? 'step' : nothing}
        @click=${open(at)}
      ><span>${at + 1}</span><b>${msg(title)}</b>${
        isAnswered(tour, at) ? html`<small>${msg(recap)}</small>` : nothing
      }</button></li>`,
    )}
  </ol>
  <p class="small-print">${articleLink('', msg`Read it as an article, with formulas and code`, 'underlined')}
    ${tour.answers.length > 0 ? html`<button type="button" class="link underlined" @click=${practise}>${msg`Practise: five questions`}</button>` : nothing}
    ${tour.answers.length > 0 ? html`<button type="button" class="link underlined" @click=${anew}>${msg`Begin again`}</button>` : nothing}</p>`;
}

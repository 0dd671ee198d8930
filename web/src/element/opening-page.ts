import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import { pronounIn } from '../state/defaults';
import { filmSeconds } from '../state/film';
import { hardKindNote } from '../state/honesty';
import { answerAt, askable, promiseOf, resolvesPronoun } from '../state/opening';
import { firstSentence } from '../state/presets';
import type { State } from '../state/state';
import { chapters } from '../state/tour/chapters';
import { foundTwins, isWhole, otherText } from '../state/what-if/twins';
import { nothingIn } from '../state/word-names';
import { openingView } from '../views/attention/opening';
import { createStage, type Stage } from '../views/stage';
import { articleLink, linkButton } from '../widgets/controls';
import { wordAt } from '../widgets/prediction';
import { sentenceMessages } from '../widgets/sentence-editor';
import { msg } from '../words/msg';
import { Follower } from './focus';
import { languageSwitch } from './language-switch';
import { recordedStrip, type Strip } from './recorded-strip';

/** The last whole word behind the focus word: the place where another word may turn the answer. */
function lastPlace({ trace, token }: State): number | null {
  const tokens = trace?.encoding.tokens ?? [];
  const last = tokens.findLastIndex((_, at) => isWhole(tokens, at));
  return last > token ? last : null;
}

/** Whether a word that turns the answer is still to be looked for. */
const wantsSwap = (state: State): boolean =>
  state.trace?.encoding.text === state.sentence &&
  state.trace.has('logits') &&
  pronounIn(state.trace.encoding.tokens) === state.token &&
  nothingIn(otherText(state)) !== null;

/**
 * Offers a swap for a sentence typed at the opening: every word is tried in the place of the last one,
 * those that fit best first, until one turns what the model makes of the pronoun.
 */
export class OfferedSwap extends Follower {
  /** The sentence that was searched. */
  private searched = '';

  protected override follow(state: State): void {
    const opening: unknown = Reflect.get(this.host, 'opening');
    if (opening !== true) this.stop(state);
    else if (this.searched === state.sentence) this.take(state);
    else if (wantsSwap(state)) this.begin(state);
  }

  private begin(state: State): void {
    const token = lastPlace(state);
    this.searched = state.sentence;
    if (token !== null) this.store.dispatch({ type: 'try', token });
  }

  /** The first word found is offered, and no other is tried. */
  private take(state: State): void {
    const other = foundTwins(state)?.turners[0]?.sentence;
    if (other === undefined) return;
    this.store.dispatch({ type: 'try', token: null });
    this.store.dispatch({ type: 'choose', choice: { other } });
  }

  private stop({ trying }: State): void {
    if (this.searched !== '' && trying !== null) this.store.dispatch({ type: 'try', token: null });
    this.searched = '';
  }
}

/** What the opening shows besides the words, and where it leads. */
export interface Opening extends Strip {
  readonly state: State;
  readonly dark: boolean;
  /** The words and their arches. */
  readonly figure: unknown;
  readonly waiting: unknown;
  /** Puts a word in focus. */
  ask(token: number): void;
  startTour(): void;
  watch(): void;
  read(text: string): void;
  copyLink(): void;
  /** The link has just been copied. */
  readonly copied: boolean;
  openWorkbench(): void;
  /** The questions that are due. */
  practise(): void;
  find(): void;
  embed(): void;
  turnTheme(): void;
  speak(language: string): void;
}

/** Stands in the empty field, and is read where nothing is typed. */
const example = 'the dog chased the cat because it was hungry';

function title(state: State): TemplateResult {
  const word = html`<em>${state.trace ? wordAt(state, state.token) : 'it'}</em>`;
  return resolvesPronoun(state)
    ? html`<h1>${msgHtml`What does ${word} mean here?`}</h1>`
    : html`<h1>${msgHtml`What does ${word} look at?`}</h1>`;
}

const firstLead = (narrow: boolean): string =>
  narrow
    ? msg`You know at once. A small Transformer has to work it out: watch it, number by number.`
    : msg`You know at once. A small Transformer, a network that reads, has to work it out: watch it, number by number.`;

/** What the reader is to see; of another word or sentence what the model makes of it, and the way to its pronoun. */
function lead({ state, narrow, ask }: Opening): TemplateResult {
  const answer = answerAt(state, narrow);
  const warning = answer === null ? null : hardKindNote(state);
  const pronoun = askable(state);
  return html`<p class="lead" aria-live=${answer === null ? 'off' : 'polite'}>
    ${warning} ${answer ?? firstLead(narrow)}
    ${
      pronoun === null
        ? nothing
        : linkButton(msg`Ask about “${wordAt(state, pronoun)}”`, () => ask(pronoun), 'underlined')
    }
  </p>`;
}

const playMark = html`<svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true">
  <path d="M1 1L11 7L1 13Z"></path>
</svg>`;

/** The sentence that is read, where the reader has typed it; empty for the page's own, and what one word makes of it. */
const ownSentence = (state: State): string =>
  [state.sentence, otherText(state)].includes(firstSentence) ? '' : state.sentence;

function field({ state, narrow, read }: Opening): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements[0] as HTMLInputElement;
    read(input.value.trim() === '' ? example : input.value);
  };
  return html`<form @submit=${submit}>
    <label for="own">
      ${msgHtml`Or type your own sentence with <em>it</em>, <em>he</em>, <em>she</em> or <em>they</em>`}
    </label>
    <div class="field">
      <input id="own" type="text" .value=${ownSentence(state)} placeholder=${example} autocomplete="off" autocapitalize="off" spellcheck="false" />
      <button type="submit">${msg`Read it`}</button>
    </div>
    <p class="fine">${state.model ? promiseOf(state.model, narrow).join(' ') : nothing}</p>
  </form>`;
}

function actions(opening: Opening): TemplateResult {
  return html`<div class="actions">
    <div class="ways">
      <button class="tour-button" type="button" @click=${opening.startTour}>${msg`Start the tour`}</button>
      <button class="watch" type="button" @click=${opening.watch}>${playMark} ${msg`Watch (${Math.round(filmSeconds)} s)`}</button>
      <p class="fine">${msg`${chapters.length} short chapters; you guess first`}</p>
    </div>
    ${field(opening)}
  </div>`;
}

/** The first screen of a new reader. What leads on comes first for the keyboard. */
export function openingPage(opening: Opening): TemplateResult {
  const { state, dark, narrow, openWorkbench } = opening;
  return html`<main>
      <div class="asks">${title(state)} ${lead(opening)}</div>
      ${actions(opening)} ${opening.waiting}
      <div class="view">${opening.figure}${sentenceMessages(state)}</div>
    </main>
    <footer class="time foretold">
      <div class="further">
        <button class="open" type="button" @click=${openWorkbench}>${msg`Open the workbench`}</button>
        <span>${msg`every step and number`}</span>
      </div>
      ${recordedStrip(opening)}
    </footer>
    <header class="top-bar">
      <p class="wordmark">Fovea</p>
      <div class="links">
        ${linkButton(opening.copied ? msg`Copied` : msg`Copy link`, opening.copyLink)}
        ${linkButton(msg`Find an answer`, opening.find)} ${articleLink('', msg`Article`)} ${linkButton(msg`Practice`, opening.practise)} ${linkButton(msg`Workbench`, openWorkbench)}
        ${narrow ? nothing : linkButton(msg`Embed it`, opening.embed)}
        ${languageSwitch(opening.speak)}
        ${narrow ? nothing : linkButton(dark ? msg`Light` : msg`Dark`, opening.turnTheme)}
      </div>
    </header>`;
}

/** A stage for the page's opening, which is no view that an address names. No figure in a post needs it. */
export const openingStage = (): Stage => createStage(openingView);

/** Its styles beside those of the views. */
export const openingStyles = openingView.styles;

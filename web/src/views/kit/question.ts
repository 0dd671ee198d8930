import { css, html, nothing, type TemplateResult } from 'lit';
import type { Trace } from '../../model/trace';
import * as look from '../../render/palette.css';
import type { Dispatch } from '../../state/actions';
import { readSettings, valueFor, valueWritten, withSettings } from '../../state/settings';
import type { State } from '../../state/state';
import { stops } from '../../state/tour/stops';
import { awaitsGuess } from '../../state/tour/veil';
import type { FigureQuestion } from '../../state/what-if/ask';
import { msg } from '../../words/msg';

/** Where a guess is kept: by its name in the settings of the address, for what was asked about. */
export interface GuessPlace {
  readonly id: string;
  /** What it asks about, such as the sentence and a word: of another one it is another question. */
  readonly of: string;
  /** How each option is written in the settings. Default: by its place, from 0. */
  readonly values?: readonly string[];
}

/** A question that the reader answers before the figure does. */
export interface Question extends GuessPlace, FigureQuestion {
  /** The figure shows something only once there is a guess: it can be seen without one, too. */
  readonly veils?: true;
}

/** Place of the option that was guessed; −1 for "just show me"; null before. */
export function guessOf(
  { settings }: Pick<State, 'settings'>,
  { id, of, values }: GuessPlace,
): number | null {
  const guess = valueWritten(of, readSettings(settings).get(id));
  if (guess === undefined) return null;
  return values ? values.indexOf(guess) : Number(guess);
}

/** There is a question, and the reader has neither guessed nor asked to be shown. */
export const isUnanswered = (state: Pick<State, 'settings'>, question: Question | null): boolean =>
  question !== null && guessOf(state, question) === null;

/** Whether a chapter of the tour asks beside the figure, which then asks nothing itself. */
export const isChapter = ({ tour, view }: Pick<State, 'tour' | 'view'>): boolean =>
  tour !== null && stops[tour.chapter] === view;

/** Whether what is asked about is still hidden: by the chapter of the tour, or by the figure itself. */
export const awaitsAnswer = (
  state: Pick<State, 'tour' | 'view' | 'settings'>,
  place: GuessPlace,
): boolean => (isChapter(state) ? awaitsGuess(state) : guessOf(state, place) === null);

/** The settings with a guess; null takes it back. */
export function withGuess(
  settings: string,
  { id, of, values }: GuessPlace,
  guess: number | null,
): string {
  const written = guess === null ? '' : (values?.[guess] ?? String(guess));
  return withSettings(settings, { [id]: written && valueFor(of, written) });
}

export const questionStyles = css`
  .question {
    max-width: 72ch;
    padding: 10px 12px;
    background: var(--sheet);
    font: 15px / 1.35 var(--serif);
  }
  .question p {
    margin: 0 0 6px;
  }
  .question > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    font: 13px var(--sans);
  }
  .guess {
    ${look.act}
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .guess:hover {
    border-color: var(--ink);
  }
`;

/** The question and its options; then what was guessed, and the answer. */
export function questionBox(
  asked: Question,
  { settings }: Pick<State, 'settings'>,
  dispatch: Dispatch,
): TemplateResult {
  const { asks, options, right, why, veils } = asked;
  const given = guessOf({ settings }, asked);
  const give = (guess: number | null) =>
    answered(() =>
      dispatch({ type: 'choose', choice: { settings: withGuess(settings, asked, guess) } }),
    );
  const link = (guess: number | null, text: string) =>
    html`<button type="button" class="link underlined" @click=${give(guess)}>${text}</button>`;
  const verdict =
    given === null || given < 0
      ? ''
      : given === right
        ? msg`You said: ${options[given]}. Right.`
        : msg`You said: ${options[given]}. The answer: ${options[right]}.`;
  return html`<div class="question" role="group" tabindex="-1" aria-label=${msg`Question`}>
    <p>${asks}</p>
    ${given === null ? nothing : html`<p role="status"><b>${verdict}</b> ${why}</p>`}
    <div>${
      given === null
        ? options.map(
            (option, i) =>
              html`<button type="button" class="guess" @click=${give(i)}>${option}</button>`,
          )
        : link(null, msg`ask again`)
    }${given === null && veils ? link(-1, msg`just show me`) : nothing}</div>
  </div>`;
}

/** What a question asks about: the text on show, and the layer, word or head that are named. */
export const askedAbout = ({ trace }: { readonly trace: Trace }, ...of: (string | number)[]) =>
  JSON.stringify([trace.encoding.text, trace.encoding.masked, ...of]);

/**
 * Listener that takes an answer. The button that was pressed goes away with it: the focus goes to what
 * is around the question and stays, which has the tabindex -1.
 */
export const answered =
  (take: () => void) =>
  ({ currentTarget }: Event): void => {
    const around = (currentTarget as Element).closest<HTMLElement>('[tabindex="-1"]');
    around?.focus({ preventScroll: true });
    take();
  };

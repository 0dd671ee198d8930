import { css, html, nothing, type TemplateResult } from 'lit';
import type { Dispatch } from '../../state/actions';
import { readSettings, valueFor, valueWritten, withSettings } from '../../state/settings';
import type { State } from '../../state/state';
import { msg } from '../../words/msg';
import { answered } from './answered';

/** A question that the reader answers before the figure does. */
export interface Question {
  /** Under which the settings hold the guess. */
  readonly id: string;
  /** What it asks about, such as the sentence and a word: of another one it is another question. */
  readonly of: string;
  readonly asks: string;
  readonly options: readonly string[];
  /** Place of the option that the numbers bear out. */
  readonly right: number;
  /** The answer with its numbers. */
  readonly answer: string;
}

/** Place of the option that was guessed; null before. */
export function guessOf(
  { settings }: Pick<State, 'settings'>,
  { id, of }: Pick<Question, 'id' | 'of'>,
): number | null {
  const guess = valueWritten(of, readSettings(settings).get(id));
  return guess === undefined ? null : Number(guess);
}

export const guessStyles = css`
  .guess {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: center;
    gap: 4px 14px;
    margin: 8px 0 0;
    font-size: 13px;
  }
  .guess p {
    max-width: 68ch;
    margin: 0;
  }
  .guess button {
    min-height: 28px;
    padding: 2px 12px;
    border: 1px solid var(--ink-2);
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .guess button:hover {
    border-color: var(--ink);
  }
  .guess button:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
`;

/** The question and its options; then what was guessed, and the answer. */
export function guessControls(
  { id, of, asks, options, right, answer }: Question,
  { settings }: Pick<State, 'settings'>,
  dispatch: Dispatch,
): TemplateResult {
  const given = guessOf({ settings }, { id, of });
  const choose = (guess: number | null) =>
    answered(() => {
      const next = withSettings(settings, { [id]: guess === null ? '' : valueFor(of, `${guess}`) });
      dispatch({ type: 'choose', choice: { settings: next } });
    });
  const verdict = given === right ? msg`Right.` : msg`Not “${options[given ?? 0]}”.`;
  return html`<div class="guess" role="group" tabindex="-1" aria-label=${msg`Question`}>
    <p><b>${asks}</b> <span role="status">${given === null ? nothing : `${verdict} ${answer}`}</span></p>
    ${
      given === null
        ? options.map(
            (option, i) => html`<button type="button" @click=${choose(i)}>${option}</button>`,
          )
        : html`<button type="button" @click=${choose(null)}>${msg`ask again`}</button>`
    }
  </div>`;
}

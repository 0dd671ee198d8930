import { css, html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import { isTrained } from '../state/defaults';
import { doubt, pronounNote } from '../state/honesty';
import { type Guess, likelihood, probabilityOf, topGuesses } from '../state/prediction';
import type { State } from '../state/state';
import { formerTrace } from '../state/what-if/answers';
import { formerReading, presentReading } from '../state/what-if/reading';
import { msg } from '../words/msg';
import { linkButton } from './controls';

/** The model's prediction for the focus word, and the button that masks it. */
export const predictionStyles = css`
  .prediction h2 {
    margin: 0 0 6px;
    ${look.quiet}
    font-weight: 400;
  }
  .prediction h2 b {
    font-weight: 400;
    color: var(--query);
  }
  .prediction ol {
    margin: 0 0 4px;
    padding: 0;
    list-style: none;
  }
  .prediction li {
    ${look.spread}
    align-items: baseline;
    gap: 8px;
    min-height: 22px;
    ${look.quiet}
  }
  .prediction .piece {
    ${look.ellipsis}
    font-family: var(--serif);
    font-size: 15px;
  }
  .prediction .share {
    white-space: nowrap;
  }
  .prediction .share {
    margin-left: auto;
  }
  .prediction .was {
    min-width: 44px;
    text-align: end;
    font-weight: 400;
    ${look.quietest}
    white-space: nowrap;
  }
  .prediction li.changed {
    margin-left: -6px;
    padding-left: 4px;
    border-left: 2px solid var(--ink);
  }
  .prediction .turn {
    margin-bottom: 4px;
    font: 700 15px / 20px var(--serif);
    color: var(--ink);
  }
  .prediction li:first-child {
    ${look.strong}
  }
  .prediction li:first-child .piece {
    font-size: 17px;
  }
  .prediction p {
    margin: 0 0 4px;
    ${look.quiet}
  }
`;

const shown = 3;

/** Why there is no prediction, or null if there is one. */
export function silence(state: State): string | null {
  if (!state.model || !state.trace) return '';
  if (!state.trace.has('logits')) return msg`This model has no output that names words.`;
  if (!isTrained(state.model))
    return msg`Nothing yet: its weights are random, and it has learned no words.`;
  return null;
}

/** The most likely pieces for the focus word, best first; empty without a prediction. */
export function guessesOf(state: State, count: number): readonly Guess[] {
  const { model, trace, token } = state;
  if (!model || !trace || silence(state) !== null) return [];
  return topGuesses(trace, model.vocabulary, token, count);
}

/** A guess, and beside it what its share was where that was written otherwise. */
function row(state: State, { piece, probability }: Guess): TemplateResult {
  const now = likelihood(probability);
  const was = formerShare(state, piece);
  const former = was === null || likelihood(was) === now ? null : likelihood(was);
  return html`<li class=${former ? 'changed' : ''}>
    <span class="piece">${piece}</span><span class="share">${now}</span>
    ${former ? html`<s class="was">${former}</s>` : nothing}
  </li>`;
}

/** What the model gave a piece by itself; null where that is on show. */
function formerShare(state: State, piece: string): number | null {
  const { model, token } = state;
  const former = formerTrace(state);
  if (!former?.has('logits') || !model || token >= former.encoding.tokens.length) return null;
  return probabilityOf(former.row('logits', token), model.vocabulary.indexOf(piece));
}

/** Where the answer has turned: from which word to which. */
function turn(state: State): TemplateResult | typeof nothing {
  const [now, was] = [presentReading(state), formerReading(state)];
  if (!now || !was || now.piece === was.piece) return nothing;
  return html`<p class="turn">${msg`“${was.piece}”`} → ${msg`“${now.piece}”`}</p>`;
}

/** The text at a token: what the reader typed if it is masked, else its piece. */
export function wordAt(state: State, token: number): string {
  const encoding = state.trace?.encoding;
  const at = encoding?.tokens[token];
  if (!encoding || !at) return '';
  return encoding.masked.includes(token) ? encoding.text.slice(at.begin, at.end) : at.piece;
}

function maskButton(state: State, dispatch: Dispatch): TemplateResult {
  const { token, masked } = state;
  const word = wordAt(state, token);
  const text = masked.includes(token) ? msg`Unmask “${word}”` : msg`Mask “${word}”`;
  return linkButton(text, () => dispatch({ type: 'mask', token }), 'underlined');
}

/** What is before a prediction, lest it be taken for more than it is. */
const remarks = (state: State) =>
  [doubt(state), pronounNote(state)].map((note) =>
    note === null ? nothing : html`<p>${note}</p>`,
  );

export function prediction(state: State, dispatch: Dispatch): TemplateResult | typeof nothing {
  if (!state.trace) return nothing;
  const quiet = silence(state);
  const masked = state.masked.includes(state.token);
  const word = html`<b>${wordAt(state, state.token)}</b>`;
  const title = masked
    ? msgHtml`The model’s guess in place of “${word}”`
    : msgHtml`The model’s guess for “${word}”`;
  return html`<section class="prediction" part="prediction">
    <h2>${title}</h2>
    ${
      quiet === null
        ? html`${remarks(state)}${turn(state)}<ol>${guessesOf(state, shown).map((guess) => row(state, guess))}</ol>${maskButton(state, dispatch)}`
        : html`<p>${quiet}</p>`
    }
  </section>`;
}

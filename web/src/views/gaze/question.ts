import { html, nothing, type TemplateResult } from 'lit';
import { percent } from '../../state/format';
import { swapOf } from '../../state/presets';
import { argmax } from '../../state/vector';
import { otherRequest } from '../../state/what-if/twins';
import { traceFor } from '../../state/what-if/wants';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { answered } from '../kit/answered';
import type { FigureContext } from '../kit/hosted-figure';
import { ranked } from './caption';
import { rowsOf } from './row';

/** A guess about the sentence with its last word exchanged. */
interface Guess {
  /** The sentence that was guessed about. */
  readonly text: string;
  /** The word that looks, and the head that it looks with. */
  readonly looks: string;
  readonly piece: string;
}

/** Who looks, by what stays when the sentence is exchanged. */
const lookingIn = ({ trace, state: { token, layer, head } }: FigureContext): string =>
  [trace.encoding.tokens[token]?.piece, layer, head].join(' ');

/** The words that can be guessed: those that matter most in the sentence at hand, in its order. */
function choicesOf(m: FigureContext): readonly number[] {
  const rows = rowsOf(m.trace, m.state, m.state.token);
  const other = otherRequest(m.state);
  const twin = other && traceFor(m.state, other);
  if (!twin || twin.encoding.tokens.length !== rows.count) return [];
  const there = argmax(rowsOf(twin, m.state, rows.token).of(rows.token));
  const most = ranked(rows.of(rows.token)).filter((i) => i !== there);
  return [there, ...most.slice(0, 2)].sort((a, b) => a - b);
}

/** What came of a guess, once the sentence that it was about is on show. */
function verdict(m: FigureContext, { text, looks, piece }: Guess): string {
  const rows = rowsOf(m.trace, m.state, m.state.token);
  const { tokens } = m.trace.encoding;
  if (m.trace.encoding.text !== text || lookingIn(m) !== looks) return '';
  const row = rows.of(rows.token);
  const best = argmax(row);
  const right = tokens[best]?.piece === piece;
  const name = best === rows.token ? msg`itself` : wordName(tokens, best);
  const looking = wordName(tokens, rows.token);
  const share = percent(row[best] ?? 0);
  return right
    ? msg`Yes: now ${looking} gives ${name} most, ${share}.`
    : msg`No: now ${looking} gives ${name} most, ${share}.`;
}

/** Asks what another last word will change, and then lets it be seen. */
export const question = (m: FigureContext): TemplateResult =>
  html`<div tabindex="-1">${askedOrAnswered(m)}</div>`;

function askedOrAnswered(m: FigureContext): TemplateResult | typeof nothing {
  const swap = swapOf(m.state.sentence);
  const guess = m.kept<Guess | null>('guess', null);
  const answer = guess ? verdict(m, guess) : '';
  if (answer) return html`<p class="ask" role="status">${answer}</p>`;
  const choices = choicesOf(m);
  if (!swap || choices.length < 2 || m.trace.encoding.text !== m.state.sentence) return nothing;
  const { tokens } = m.trace.encoding;
  const choose = (token: number) =>
    answered(() => {
      const piece = tokens[token]?.piece ?? '';
      m.keep('guess', { text: swap.text, looks: lookingIn(m), piece });
      m.dispatch({ type: 'sentence', text: swap.text });
    });
  const looks = wordName(tokens, m.state.token);
  const asked = swap.label.includes(' ')
    ? msg`If the sentence were “${swap.label}”, what would ${looks} see most sharply?`
    : msg`If the last word were “${swap.label}”, what would ${looks} see most sharply?`;
  return html`<p class="ask">
    ${asked}
    ${choices.map(
      (token) =>
        html`<button type="button" class="link underlined" @click=${choose(token)}>${tokens[token]?.piece}</button> `,
    )}
  </p>`;
}

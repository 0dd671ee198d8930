import { css, html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import { fine } from '../state/format';
import { lossOf, shownLoss } from '../state/loss';
import { probabilityOf } from '../state/prediction';
import type { State } from '../state/state';
import { isOfTimeline } from '../state/timeline';
import { wordName } from '../state/word-names';
import { msg } from '../words/msg';
import { linkButton } from './controls';

/** What the gradients on the stage are of. */
export const lossStyles = css`
  .loss input {
    width: 9em;
    padding: 0;
    ${look.menuLine}
    font-weight: 700;
  }
  .loss .remark {
    margin: 0;
  }
`;

/** Views with gradients beside their numbers: those of the timeline, and of all that a layer does. */
const showsGradients = ({ view }: State): boolean =>
  isOfTimeline(view) || ['block', 'heatmap', 'heads'].includes(view);

/** Whether the stage can be walked from the loss back. */
export const goesBack = (state: State): boolean =>
  showsGradients(state) && (state.model?.config.masked_word_head ?? false);

/** Turns the way back on, with the loss that it begins with, or off. */
export function turnBack(state: State, dispatch: Dispatch): void {
  dispatch({ type: 'play', playing: false });
  const backward = !state.backward;
  dispatch({ type: 'choose', choice: { backward, film: false, loop: false } });
}

/** How unsure the model is of the piece, where the trace is of this loss. */
function value({ trace }: State): string {
  const loss = trace?.encoding.loss;
  if (!trace || !loss) return '';
  const p = probabilityOf(trace.row('logits', loss.token), loss.piece);
  return `−ln ${fine(p)} = ${fine(-Math.log(p))}`;
}

/** The line above the picture: the loss is the reader's, a piece at a word. */
export function lossBar(state: State, dispatch: Dispatch): TemplateResult | typeof nothing {
  const { trace } = state;
  if (!state.backward || !showsGradients(state) || !trace) return nothing;
  const { token, piece } = shownLoss(state);
  const choose = (at: number, of: string) =>
    dispatch({ type: 'choose', choice: { loss: `${at}=${of.trim()}` } });
  const onPiece = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    if (field.value.trim()) choose(token, field.value);
    else field.value = piece;
  };
  const onToken = (event: Event) =>
    choose(Number((event.target as HTMLSelectElement).value), piece);
  const found = lossOf(state);
  const { tokens } = trace.encoding;
  const word = html`<input aria-label=${msg`The word to predict`} .value=${piece} @change=${onPiece} />`;
  const place = html`<select class="menu" aria-label=${msg`Where to predict it`} @change=${onToken}>
    ${tokens.map((_, i) => html`<option value=${i} .selected=${i === token}>${wordName(tokens, i)}</option>`)}
  </select>`;
  return html`<div class="ledger loss" role="group" aria-label=${msg`The loss`} part="loss">
    <p>${msgHtml`← The loss: predict ${word} at ${place}`} <span data-tensor="loss">${value(state)}</span></p>
    <span class="ways">${linkButton(msg`forward again`, () => turnBack(state, dispatch))}</span>
    ${typeof found === 'string' ? html`<p class="remark error" role="alert">${found}</p>` : nothing}
  </div>`;
}

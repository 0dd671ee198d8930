import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Dispatch } from '../../state/actions';
import { weight } from '../../state/format';
import type { State } from '../../state/state';
import { type Found, foundTwins, isWhole, type Turner } from '../../state/what-if/search';
import { wordName } from '../../state/word-names';
import { linkButton } from '../../widgets/controls';
import { msg } from '../../words/msg';

/** What would have to change: every word tried in one place, and those that turn the reading. */
export interface Search {
  /** Words that can give way to others. */
  readonly places: readonly { readonly token: number; readonly name: string }[];
  readonly found: Found | null;
  readonly other: string;
  readonly pieceOf: (id: number) => string;
}

/** So many words are shown, those that fit best. */
const shown = 12;

/** Null where the model reads nothing. */
export function searchOf(state: State, other: string): Search | null {
  const { trace, model, token } = state;
  if (!trace?.has('logits')) return null;
  const { tokens } = trace.encoding;
  const places = [...tokens.keys()].filter((at) => at !== token && isWhole(tokens, at));
  return {
    places: places.map((at) => ({ token: at, name: wordName(tokens, at) })),
    found: foundTwins(state),
    other,
    pieceOf: (id) => model?.vocabulary[id] ?? '',
  };
}

function turner(
  { word, outcome, sentence }: Turner,
  { other, pieceOf }: Search,
  dispatch: Dispatch,
): TemplateResult {
  const choose = () => dispatch({ type: 'choose', choice: { other: sentence } });
  return html`<li><button type="button" aria-pressed=${sentence === other} @click=${choose}>
    <b>${word}</b> → ${pieceOf(outcome.best)} ${weight(outcome.probability)}</button></li>`;
}

function results(search: Search, found: Found, dispatch: Dispatch): TemplateResult {
  const { tried, count, turners } = found;
  const done = count > 0 && tried === count;
  const what =
    done || count === 0
      ? msg`${turners.length} of ${tried} words turn it`
      : msg`${turners.length} of ${tried} words turn it; ${count} in all`;
  const bar = html`<progress aria-label=${msg`Words tried`} max=${Math.max(1, count)} value=${tried}></progress> `;
  const end = () => dispatch({ type: 'try', token: null });
  return html`<div class="found">
    <p>${done ? nothing : bar}${what}
      ${linkButton(done ? msg`close` : msg`cancel`, end, 'underlined')}</p>
    <ul aria-label=${msg`Words that turn it, those that fit best first`}>
      ${turners.slice(0, shown).map((each) => turner(each, search, dispatch))}
    </ul>
  </div>`;
}

/** "What would have to change?", and what was found. */
export function searchControls(search: Search, dispatch: Dispatch) {
  const { places, found } = search;
  const take = ({ target }: Event) => {
    const { value } = target as HTMLSelectElement;
    dispatch({ type: 'try', token: value === '' ? null : Number(value) });
  };
  const asked = found === null;
  return html`<label class="search">${msg`What would have to change? Try every word for`}
      <select class="menu" @change=${take}>
        <option value="" .selected=${live(asked)}>…</option>
        ${places.map(({ token, name }) => html`<option value=${token} .selected=${live(found?.place === token)}>${name}</option>`)}
      </select></label>
    ${found ? results(search, found, dispatch) : nothing}`;
}

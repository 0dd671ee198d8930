import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { msgHtml } from '../../render/msg-html';
import type { Choice, Dispatch } from '../../state/actions';
import { swapOf } from '../../state/presets';
import type { State } from '../../state/state';
import { pairOf, readings } from '../../state/what-if/copy-map';
import { otherText, twinsOf } from '../../state/what-if/twins';
import { linkButton } from '../../widgets/controls';
import { msg } from '../../words/msg';
import { type Search, searchControls, searchOf } from './search';

/** What the reader can choose above the picture. */
export interface Controls {
  readonly other: string;
  /** Null where the two sentences cannot change places. */
  readonly exchange: Choice | null;
  /** Null where nothing is read. */
  readonly search: Search | null;
  /** The two readings, and those that can be chosen; null where nothing is read. */
  readonly pair: {
    readonly chosen: readonly [string, string];
    readonly all: readonly string[];
  } | null;
}

/** How many of each run's readings can be chosen. */
const choices = 5;

function pairControls(state: State): Controls['pair'] {
  const twins = twinsOf(state);
  const pair = twins && pairOf(state, twins);
  if (!pair) return null;
  const piece = (id: number) => state.model?.vocabulary[id] ?? '';
  const all = new Set([...readings(twins, state.token, choices), pair.from, pair.to]);
  return { chosen: [piece(pair.from), piece(pair.to)], all: [...all].map(piece) };
}

export function controlsOf(state: State): Controls {
  const other = otherText(state);
  const { sentence, token } = state;
  const back = swapOf(other)?.text === sentence ? '' : sentence;
  const exchange = other ? { sentence: other, other: back, token } : null;
  return { other, exchange, search: searchOf(state, other), pair: pairControls(state) };
}

function select(
  name: string,
  value: string,
  all: readonly string[],
  choose: (piece: string) => void,
) {
  const change = (event: Event) => choose((event.target as HTMLSelectElement).value);
  return html`<select class="menu" aria-label=${name} @change=${change}>
    ${all.map((piece) => html`<option value=${piece} .selected=${live(piece === value)}>${piece}</option>`)}
  </select>`;
}

function pairMenus({ chosen, all }: NonNullable<Controls['pair']>, dispatch: Dispatch) {
  const [start, end] = chosen;
  const choose = (a: string, b: string) => {
    // Whoever chooses the other end's piece turns the pair around.
    const pair = a === b ? `${end} ${start}` : `${a} ${b}`;
    dispatch({ type: 'choose', choice: { pair } });
  };
  const menus = [
    select(msg`Start of the way`, start, all, (piece) => choose(piece, end)),
    select(msg`End of the way`, end, all, (piece) => choose(start, piece)),
  ];
  return html`<span class="pair">${msgHtml`way from ${menus[0]} to ${menus[1]}`}</span>`;
}

export function twinControls(
  { other, exchange, search, pair }: Controls,
  dispatch: Dispatch,
): TemplateResult {
  const take = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    dispatch({ type: 'choose', choice: { other: field.value.trim() } });
    if (field.value.trim() === '') field.value = other;
  };
  return html`<div class="twins">
    <label>${msg`The lower sentence`}
      <input type="text" autocomplete="off" autocapitalize="off" spellcheck="false"
        placeholder=${msg`Type one like it, with a word changed`}
        .value=${other} @change=${take} /></label>
    ${exchange ? linkButton(msg`the other direction ⇅`, () => dispatch({ type: 'choose', choice: exchange }), 'underlined') : nothing}
    ${pair ? pairMenus(pair, dispatch) : nothing}
    ${search ? searchControls(search, dispatch) : nothing}
  </div>`;
}

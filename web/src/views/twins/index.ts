import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { msgHtml } from '../../render/msg-html';
import type { Choice, Dispatch } from '../../state/actions';
import { weight } from '../../state/format';
import { swapOf } from '../../state/presets';
import type { State } from '../../state/state';
import { pairOf, readings } from '../../state/what-if/copy-map';
import {
  type Found,
  foundTwins,
  isWhole,
  mismatchOf,
  otherText,
  type Turner,
  twinsOf,
} from '../../state/what-if/twins';
import { wordName } from '../../state/word-names';
import { linkButton } from '../../widgets/controls';
import { takeAtEnter } from '../../widgets/keys';
import { msg } from '../../words/msg';
import type { Frame } from '../kit/frame';
import type { Scene } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { type Draw, type Drawing, sceneOf, stepView } from '../kit/step-view';
import { fan } from '../kit/strands';
import { stepStyles } from '../kit/styles.css';
import { words } from '../kit/words';
import type { View } from '../view';
import { drawColumns } from './columns';
import { twinContext } from './context';
import { drawRows } from './rows';
import { twinsStyles } from './twins.css';
import { captionOf, unequal } from './words';

/** What would have to change: every word tried in one place, and those that turn the reading. */
interface Search {
  /** Words that can give way to others. */
  readonly places: readonly { readonly token: number; readonly name: string }[];
  readonly found: Found | null;
  readonly other: string;
  readonly pieceOf: (id: number) => string;
}

/** So many words are shown, those that fit best. */
const shown = 12;

/** Null where the model reads nothing. */
function searchOf(state: State, other: string): Search | null {
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
    <ul aria-label=${msg`Words that turn it, best fit first`}>
      ${turners.slice(0, shown).map((each) => turner(each, search, dispatch))}
    </ul>
  </div>`;
}

/** "What would have to change?", and what was found. */
function searchControls(search: Search, dispatch: Dispatch) {
  const { places, found } = search;
  const take = ({ target }: Event) => {
    const { value } = target as HTMLSelectElement;
    dispatch({ type: 'try', token: value === '' ? null : Number(value) });
  };
  const asked = found === null;
  return html`<label class="search">${msg`What would have to change? Try every word in place of`}
      <select class="menu" @change=${take}>
        <option value="" .selected=${live(asked)}>…</option>
        ${places.map(({ token, name }) => html`<option value=${token} .selected=${live(found?.place === token)}>${name}</option>`)}
      </select></label>
    ${found ? results(search, found, dispatch) : nothing}`;
}

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
    select(msg`From`, start, all, (piece) => choose(piece, end)),
    select(msg`To`, end, all, (piece) => choose(start, piece)),
  ];
  return html`<span class="pair">${msgHtml`from ${menus[0]} to ${menus[1]}`}</span>`;
}

export function twinControls(
  { other, exchange, search, pair }: Controls,
  dispatch: Dispatch,
): TemplateResult {
  const take = ({ target }: Event) => {
    const field = target as HTMLTextAreaElement;
    const typed = field.value.replace(/\s+/g, ' ').trim();
    dispatch({ type: 'choose', choice: { other: typed } });
    if (typed === '') field.value = other;
  };
  return html`<div class="twins">
    <label>${msg`The lower sentence`}
      <textarea rows="1" autocomplete="off" autocapitalize="off" spellcheck="false"
        placeholder=${msg`Type the same sentence with a word changed`}
        .value=${other} @keydown=${takeAtEnter} @change=${take}></textarea></label>
    ${exchange ? linkButton(msg`swap the two ⇅`, () => dispatch({ type: 'choose', choice: exchange }), 'underlined') : nothing}
    ${pair ? pairMenus(pair, dispatch) : nothing}
    ${search ? searchControls(search, dispatch) : nothing}
  </div>`;
}

interface TwinsScene extends Scene {
  readonly controls: Controls;
}

/** The least width of a word's column. */
const leastPitch = 46;

/** Heights of what is above the drawing; and what that gains, having neither formulas nor scales. */
const controlsHeight = 60;
const foundHeight = 84;
const gained = 64;

/** Why there are no twins to be drawn. */
function problemOf({ state }: StepContext): string {
  if (otherText(state) === '')
    return msg`Twins are two sentences of the same length. Type this one again, with a word changed.`;
  const mismatch = mismatchOf(state);
  return mismatch ? unequal(mismatch) : '';
}

const archHeight = 92;

/** The upper sentence alone, until there is another one that fits. */
function alone(m: StepContext, frame: Frame): Drawing {
  const line = words(m, frame, archHeight);
  const box = { x: frame.left, y: archHeight, width: frame.inner, height: archHeight };
  const arcs = line.centres ? fan(m, m.head, box, { from: -1, to: 0 }) : [];
  return {
    marks: [...arcs, ...line.marks],
    bottom: line.bottom + 20,
    caption: [problemOf(m), ''],
    chosen: [],
    scales: false,
  };
}

const draw: Draw = (m, frame) => {
  const context = twinContext(m);
  if (!context) return alone(m, frame);
  const places = m.shown.end - m.shown.first;
  const columns = !frame.narrow && frame.inner / places >= leastPitch;
  const drawn = (columns ? drawColumns : drawRows)(context, frame);
  return { ...drawn, caption: captionOf(context), chosen: [], scales: false };
};

const plain = stepView('twins', draw);

/** Two sentences on one picture, and what copied from the one turns the other. */
export const figure: View<TwinsScene> = {
  ...plain,
  styles: [stepStyles, twinsStyles],
  layout(state, { width, height }) {
    const controls = controlsOf(state);
    const taken = controlsHeight + (controls.search?.found ? foundHeight : 0) - gained;
    const room = height === undefined ? {} : { height: height - taken };
    return { ...sceneOf('twins', draw, state, { width, ...room }), controls };
  },
  between: (from, to, t) => ({ ...to, ...plain.between?.(from, to, t) }),
  render: (scene, time, dispatch, answer) =>
    html`${twinControls(scene.controls, dispatch)}${plain.render(scene, time, dispatch, answer)}`,
};

import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { percent, weight } from '../../state/format';
import { moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { button, isWide } from './grid';
import {
  kinds,
  manyOf,
  ofPairs,
  type Pair,
  pairsWith,
  readMost,
  roleNodeAt,
  roles,
  runMany,
  shareIn,
  stopMany,
  type Tally,
  unmarked,
} from './pairs';
import { layersOf, rowsOf } from './parts';

/** A part is stable in a kind where so many of the circuits have it. */
const stable = 0.5;
/** Between kinds, a smaller difference is not told. */
const differs = 0.25;
const listed = 8;

const kindName = (kind: string): string =>
  ({ it: msg`“it”`, passive: msg`“it” after a passive`, they: msg`“they”` })[kind] ?? kind;

const kindOf = ({ choices }: FigureContext): string =>
  kinds.find((kind) => kind === choices.get('kind')) ?? kinds[0] ?? '';

function nodeName(m: FigureContext, index: number): string {
  const { layer, head, role } = roleNodeAt(m, index);
  const place = msg(roles[role] ?? roles[0]);
  return head === null
    ? msg`layer ${layer + 1}, feed-forward network, at ${place}`
    : msg`layer ${layer + 1}, head ${head + 1}, at ${place}`;
}

/** "layer 3, head 6, at the pronoun: in 31 of 40 circuits. It attends most, with .62, to what the pronoun means." */
function nodeTold(m: FigureContext, tally: Tally, index: number): string {
  const [name, found] = [nodeName(m, index), tally.found[index] ?? 0];
  const most = readMost(m, tally, index);
  return most
    ? msg`${name}: in ${found} of ${tally.circuits} circuits. It attends most, with ${weight(most.weight, 2)}, to ${msg(roles[most.role] ?? roles[0])}.`
    : msg`${name}: in ${found} of ${tally.circuits} circuits.`;
}

/** Above and below the grid: the choices, what words are to the answer, and the space between layers. */
const around = 130;
const gap = 10;

/** Boxes are as high as the stage has room for. */
function rowHeight(m: FigureContext): number {
  const free = (m.size.height ?? 0) - around - layersOf(m) * gap;
  return Math.max(12, Math.min(20, Math.floor(free / (layersOf(m) * rowsOf(m))) - 1));
}

/** The same grid, with what words are to the answer in place of words. */
function roleGrid(m: FigureContext, tally: Tally): TemplateResult {
  const perLayer = rowsOf(m);
  const all = layersOf(m) * perLayer * roles.length;
  const rows = Array.from({ length: layersOf(m) }, (_, i) => layersOf(m) - 1 - i);
  const height = `${rowHeight(m)}px`;
  const cell = (index: number) => {
    const share = shareIn(tally, index);
    const { head } = roleNodeAt(m, index);
    const hue = head === null ? '--feed-forward' : '--weight';
    const background = `color-mix(in srgb, var(${hue}) ${Math.round(100 * share)}%, var(--zero))`;
    const say = () => m.keep('saidOfMany', index);
    const ask = () => {
      m.keep('askedOfMany', index);
      say();
    };
    return html`<button type="button" class="node" data-stop tabindex=${index === all - roles.length ? 0 : -1} data-part=${index}
      aria-label=${`${nodeName(m, index)}: ${percent(share)}`} style=${styled({ background, height })}
      @pointerenter=${say} @focus=${say} @click=${ask}></button>`;
  };
  return html`<div class="roles" role="group" aria-label=${msg`How often each part is in the circuit, by what the word is to the answer`}
    data-columns=${roles.length} @keydown=${moveFocus}>${rows.map(
      (layer) =>
        html`<span class="about layer-of">${msg`layer ${layer + 1}`}</span><div class="band">${Array.from(
          { length: perLayer * roles.length },
          (_, i) => {
            const row = perLayer - 1 - Math.floor(i / roles.length);
            return cell((layer * perLayer + row) * roles.length + (i % roles.length));
          },
        )}</div>`,
    )}<span></span><div class="band names">${roles.map((name) => html`<span>${msg(name)}</span>`)}</div></div>`;
}

const indices = (tally: Tally): readonly number[] => [...tally.found.keys()];

/** The parts that most circuits of a kind have. */
const stableIn = (tally: Tally): readonly number[] =>
  indices(tally)
    .filter((index) => shareIn(tally, index) >= stable)
    .sort((a, b) => shareIn(tally, b) - shareIn(tally, a))
    .slice(0, listed);

function difference(m: FigureContext, kind: string, tally: Tally, usual: Tally): TemplateResult {
  const by = (index: number) => shareIn(tally, index) - shareIn(usual, index);
  const parts = indices(tally)
    .filter((index) => Math.abs(by(index)) >= differs)
    .sort((a, b) => Math.abs(by(b)) - Math.abs(by(a)))
    .slice(0, listed);
  return html`<h4>${msg`What differs for ${kindName(kind)}`}</h4>${
    parts.length > 0
      ? html`<ul class="strongest">${parts.map((index) => html`<li>${msg`${nodeName(m, index)}: in ${percent(shareIn(tally, index))} of circuits, for “it” in ${percent(shareIn(usual, index))}`}</li>`)}</ul>`
      : html`<p class="about">${msg`No part’s share of the circuits differs by ${100 * differs} points or more.`}</p>`
  }`;
}

const totalOf = ({ circuits, pairs, part }: Tally): string =>
  msg`${circuits} of ${pairs} pairs are answered correctly; their circuits have ${percent(part / circuits)} of the boxes on average.`;

/** What is known of the kind on show, once its search is through. */
export function manyTold(m: FigureContext): string {
  const tally = manyOf(m).tallies.get(kindOf(m));
  return !manyOf(m).running && tally && tally.circuits > 0 ? totalOf(tally) : '';
}

/** Leads to the circuit of one pair. */
function openPair(m: FigureContext, { one, two }: Pair): void {
  m.dispatch({ type: 'sentence', text: unmarked(one), anew: true });
  m.dispatch({ type: 'choose', choice: { other: unmarked(two) } });
  m.choose({ over: '' });
}

/** Of the box that was pressed, in which sentences it is needed. */
function needed(m: FigureContext, tally: Tally): TemplateResult | typeof nothing {
  const index = m.kept<number | null>('askedOfMany', null);
  if (index === null) return nothing;
  const pairs = pairsWith(tally, index);
  if (pairs.length === 0)
    return html`<p class="needed about">${msg`${nodeName(m, index)}: in no circuit.`}</p>`;
  return html`<div class="needed"><h4>${msg`Why ${tally.found[index] ?? 0} of ${tally.circuits}? ${nodeName(m, index)} is needed in these sentences:`}</h4>
    <ul class="strongest">${pairs.map(
      (pair) =>
        html`<li><button type="button" class="link" title=${msg`Show this circuit`} @click=${() => openPair(m, pair)}>${unmarked(pair.one)}</button></li>`,
    )}</ul></div>`;
}

function found(m: FigureContext, kind: string, tally: Tally): TemplateResult {
  const said = m.kept<number | null>('saidOfMany', null);
  const usual = manyOf(m).tallies.get(kinds[0] ?? '');
  return html`<p class="readout about">${said === null ? msg`The stronger its colour, the more circuits have a box. Press one to see where it is needed.` : nodeTold(m, tally, said)}</p>
    ${needed(m, tally)}
    <figcaption>${totalOf(tally)}</figcaption>
    <h4>${msg`Most often in the circuits`}</h4>
    <ul class="strongest">${stableIn(tally).map((index) => html`<li>${nodeTold(m, tally, index)}</li>`)}</ul>
    ${usual && usual !== tally && usual.circuits > 0 ? difference(m, kind, tally, usual) : nothing}`;
}

/** How often each part is in the circuit, over many pairs of sentences. */
export function manyPairs(m: FigureContext): TemplateResult {
  const { done, running, problem, tallies } = manyOf(m);
  const kind = kindOf(m);
  const tally = tallies.get(kind);
  const all = ofPairs.length;
  const choose = (event: Event) => m.choose({ kind: (event.target as HTMLSelectElement).value });
  return html`<div class="many ${isWide(m) ? 'wide' : ''}">
    <div class="fields top">
      <label>${msg`the machine for`} <select @change=${choose}>${kinds.map((each) => html`<option value=${each} ?selected=${each === kind}>${kindName(each)}</option>`)}</select></label>
      ${running ? html`<progress max="1" .value=${done / all}></progress>` : nothing}
      ${done > 0 ? html`<span>${msg`${done} of ${all} pairs`}</span>` : nothing}
      ${running ? button(msg`cancel`, () => stopMany(m)) : done < all ? button(done > 0 ? msg`go on` : msg`search the circuits of ${all} pairs`, () => void runMany(m)) : nothing}
    </div>
    ${problem ? html`<p role="alert">${problem}</p>` : nothing}
    ${tally ? html`<div class="drawn">${roleGrid(m, tally)}</div>` : nothing}
    <div class="beside result">${tally && tally.circuits > 0 ? found(m, kind, tally) : html`<p class="about">${msg`In each pair, one word turns what the pronoun means. A circuit is searched for each pair, and counted here by what a word is to the answer.`}</p>`}</div>
  </div>`;
}

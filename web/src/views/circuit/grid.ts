import { html, nothing, svg, type TemplateResult } from 'lit';
import type { CircuitAnswer, CircuitEdge } from '../../relatives/protocol';
import { styled } from '../../render/styled';
import {
  moreWords,
  moreWordsAt,
  nearest,
  placeOfWord,
  visibleWords,
  type WordPlace,
  type WordWindow,
  wordPlaces,
} from '../../render/visible-words';
import { moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import { textWidth } from '../kit/frame';
import type { FigureContext } from '../kit/hosted-figure';
import {
  columnsIn,
  indexOf,
  isWhole,
  layersOf,
  type Part,
  partAt,
  partName,
  pieceAt,
  rowsOf,
  wordsIn,
} from './parts';
import { pieceOf } from './words';

/** What is lit, and what goes from one to another. */
export interface Lit {
  readonly kept: readonly number[];
  readonly edges: readonly CircuitEdge[];
  readonly answer: CircuitAnswer;
  /** Takes a part out, or puts it back; null while nothing can be pressed. */
  readonly press: ((part: number) => void) | null;
}

/** Edges with less of the answer are not drawn. */
const leastEdge = 0.03;
const thickest = 9;

/** Between layers, above the highest, and below the words. */
const gap = 10;
const top = 26;

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

interface Layout {
  /** The words below. */
  readonly shown: WordWindow;
  readonly left: number;
  readonly column: number;
  /** How wide a part is: a word's column, or all of them. */
  readonly part: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  yOf(part: Part): number;
  xOf(token: number): number;
  middleOf(part: Part): number;
}

/** Beside the machine there is room for what is said of it. */
const sideBySide = 760;
const sideShare = 0.36;

/** Whether the text stands beside the machine. */
export const isWide = ({ size }: FigureContext): boolean => size.width >= sideBySide;

const machineWidth = (m: FigureContext): number =>
  isWide(m) ? Math.floor(m.size.width * (1 - sideShare)) - 32 : m.size.width;

/** The least that a column takes: of boxes, and of words that no boxes stand over. */
const least = { boxes: 9, words: 22 };

function layoutOf(m: FigureContext): Layout {
  const { height = 0 } = m.size;
  const room = machineWidth(m);
  const rows = layersOf(m) * rowsOf(m);
  const left = room < 480 ? 50 : 64;
  const shown = isWhole(m)
    ? visibleWords(wordsIn(m), m.state.token, (room - left) / least.words)
    : { first: 0, end: wordsIn(m), of: wordsIn(m) };
  const columns = wordPlaces(shown).length;
  const column = Math.max(least.boxes, Math.min(72, Math.floor((room - left) / columns)));
  const free = height - 90 - layersOf(m) * gap;
  const row = Math.max(10, Math.min(14, Math.floor(free / rows)));
  const band = rowsOf(m) * row + gap;
  const bottom = top + layersOf(m) * band;
  const part = (column * columns) / columnsIn(m);
  return {
    ...{ left, column, part, row, shown },
    width: left + column * columns,
    height: bottom,
    yOf: ({ layer, head }) =>
      bottom - layer * band - gap - ((head ?? rowsOf(m) - 1) + 1) * row + row / 2,
    xOf: (token) => left + (placeOfWord(shown, token) + 0.5) * column,
    middleOf: ({ token }) => left + (token + 0.5) * part,
  };
}

/** A line from a part to one above it, or to the answer; those within a column bow out. */
function edgeLine(m: FigureContext, at: Layout, { from, to, share }: CircuitEdge, token: number) {
  const start = partAt(m, from);
  const end = to === null ? null : partAt(m, to);
  const [x0, y0] = [at.middleOf(start), at.yOf(start)];
  const [x1, y1] = end ? [at.middleOf(end), at.yOf(end)] : [at.xOf(token), top - 6];
  // Those of the answer on the left, the longer the wider.
  const far = 0.2 + 0.8 * Math.min(1, (y0 - y1) / at.height);
  const bow = x0 === x1 ? (end ? 1 : -1) * far * Math.min(at.column, 64) : 0;
  const middle = (y0 + y1) / 2;
  const width = Math.max(0.75, Math.min(thickest, Math.abs(share) * 30));
  const path = `M${x0},${y0}C${x0 + bow},${middle} ${x1 + bow},${middle} ${x1},${y1}`;
  return svg`<path class=${share < 0 ? 'negative' : nothing} d=${path} stroke-width=${width.toFixed(2)} />`;
}

function nodeButton(m: FigureContext, at: Layout, lit: Lit | null, part: Part, start: boolean) {
  const index = indexOf(m, part);
  const on = lit?.kept[index] === 1;
  const name = partName(m, part);
  const say = () => m.keep('said', index);
  const classes = `node ${part.head === null ? 'network' : 'head'} ${on ? 'on' : ''}`;
  return html`<button type="button" class=${classes} data-stop data-part=${index} tabindex=${start ? 0 : -1}
    aria-pressed=${lit ? on : nothing} aria-label=${name} aria-disabled=${lit?.press ? nothing : true}
    style=${styled({
      left: `${at.middleOf(part) - at.part / 2 + 1}px`,
      top: `${at.yOf(part) - at.row / 2 + 0.5}px`,
      width: `${at.part - 2}px`,
      height: `${at.row - 1}px`,
    })}
    @pointerenter=${say} @focus=${say} @click=${() => lit?.press?.(index)}></button>`;
}

export const button = (text: string, act: () => void): TemplateResult =>
  html`<button type="button" class="act" @click=${act}>${text}</button>`;

/** Layers from the last to the first, in each the network above the heads. */
function partsOf(m: FigureContext): readonly Part[] {
  return range(layersOf(m) * rowsOf(m)).flatMap((at) => {
    const row = layersOf(m) * rowsOf(m) - 1 - at;
    return range(columnsIn(m)).map((token) => partAt(m, row * columnsIn(m) + token));
  });
}

function labels(m: FigureContext, at: Layout): readonly TemplateResult[] {
  return range(layersOf(m)).map((layer) => {
    const head = Math.floor((rowsOf(m) - 1) / 2);
    const y = at.yOf({ layer, head, token: 0 });
    return html`<span class="layer" style=${styled({ top: `${y - 8}px`, width: `${at.left - 6}px` })}>${msg`layer ${layer + 1}`}</span>`;
  });
}

/** The sentence below; a word is pressed to ask about the answer there. */
function sentence(m: FigureContext, at: Layout, token: number): TemplateResult {
  const places = wordPlaces(at.shown);
  const pieceOfPlace = (place: WordPlace) =>
    place.rest ? moreWords(place) : pieceAt(m, place.first);
  const longest = Math.max(...places.map((place) => textWidth(pieceOfPlace(place), 13, true)));
  const upright = longest > at.column;
  const word = (place: WordPlace) => {
    const own = !place.rest && place.first === token;
    return html`<button type="button" class="word" data-stop tabindex=${own ? 0 : -1}
      aria-pressed=${own} aria-label=${place.rest ? moreWordsAt(place) : nothing} style=${styled({ width: `${at.column}px` })}
      @click=${() => m.dispatch({ type: 'focus', token: nearest(place) })}>${pieceOfPlace(place)}</button>`;
  };
  return html`<div class="sentence ${upright ? 'upright' : ''}" role="group" aria-label=${msg`Where the answer is read`}
    style=${styled({ paddingInlineStart: `${at.left}px` })} @keydown=${moveFocus}>${places.map(word)}</div>`;
}

/** Which boxes are heads and which are feed-forward networks, as they look before and after the guess. */
function legend(m: FigureContext, lit: Lit | null): TemplateResult {
  const on = lit ? 'on' : '';
  const [head, network] = isWhole(m)
    ? [
        msg`a head`,
        msg`a feed-forward network, the top row of each layer of ${rowsOf(m) - 1} heads`,
      ]
    : [
        msg`a head at one word`,
        msg`a feed-forward network at one word, the top row of each layer of ${rowsOf(m) - 1} heads`,
      ];
  return html`<p class="legend about"><i class="node head ${on}"></i> ${head}
    <i class="node network ${on}"></i> ${network}</p>`;
}

/** All parts as a faint grid, layers above the sentence; those that are kept lit, and the edges between them. */
export function circuitGrid(m: FigureContext, lit: Lit | null, token: number): TemplateResult {
  const at = layoutOf(m);
  const edges = (lit?.edges ?? []).filter(({ share }) => Math.abs(share) >= leastEdge);
  const word = lit ? pieceOf(m, lit.answer.answer) : '?';
  const lines = edges.map((edge) => edgeLine(m, at, edge, token));
  const nodes = html`<div class="nodes" role="group" aria-label=${msg`Heads and feed-forward networks at each word`}
      data-columns=${columnsIn(m)} @keydown=${moveFocus}>
      ${partsOf(m).map((part, i) => nodeButton(m, at, lit, part, i === 0))}
    </div>
    ${labels(m, at)}
    <b class="answer" style=${styled({ left: `${at.xOf(token) - 60}px` })}>${word}</b>`;
  return html`<div class="machine ${at.width > machineWidth(m) ? 'wider' : ''}"><div class="picture" style=${styled({ width: `${at.width}px`, height: `${at.height}px` })}>
      ${nodes}<svg width=${at.width} height=${at.height} viewBox="0 0 ${at.width} ${at.height}" aria-hidden="true">${lines}</svg></div>
    ${sentence(m, at, token)}${legend(m, lit)}</div>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { Trace } from '../../model/trace';
import { styled } from '../../render/styled';
import {
  moreWords,
  sumOver,
  visibleWords,
  type WordPlace,
  wordPlaces,
} from '../../render/visible-words';
import { clampIndex, placeShown } from '../../state/arrivals';
import { cell } from '../../state/dataflow/cell';
import { percent, weight } from '../../state/format';
import { swapOf } from '../../state/presets';
import type { State } from '../../state/state';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { textWidth } from '../kit/frame';
import type { FigureContext } from '../kit/hosted-figure';

/** How a word looks at a weight: the whole rule of this figure. */

/** From this weight on a word is as sharp and dark as can be. */
export const sharpFrom = 0.6;

/** 0 for a word that gets nothing, 1 for one that gets `sharpFrom` and more. */
export const sharpnessOf = (weight: number): number =>
  Math.min(1, Math.sqrt(Math.max(0, weight) / sharpFrom));

/** Share of the full ink. */
export const ink = (weight: number): number => 0.16 + 0.84 * sharpnessOf(weight);

/** The standard deviation of the blur in CSS pixels, for letters of this size. */
export const blur = (weight: number, size: number): number =>
  ((5.2 * size) / 28) * (1 - sharpnessOf(weight)) ** 1.35;

/** As styles; a word that is looked out from is always sharp. */
export function looks(weight: number, size: number, own = false) {
  const soft = own ? 0 : blur(weight, size);
  return {
    opacity: own ? '1' : ink(weight).toFixed(3),
    filter: soft < 0.05 ? 'none' : `blur(${soft.toFixed(2)}px)`,
  };
}

/** The rows of one head, and the word that is looked out from. */
export interface Rows {
  readonly trace: Trace;
  readonly layer: number;
  readonly head: number;
  readonly token: number;
  readonly count: number;
  of(token: number): Float32Array;
}

/** Of a trace, in the head that the state shows: the one under the pointer, else the chosen one. */
export function rowsOf(trace: Trace, state: State, token: number): Rows {
  const { layer, head } = placeShown(state, trace);
  const count = trace.encoding.tokens.length;
  return {
    ...{ trace, layer, head, count, token: clampIndex(token, count) },
    of: (query) => trace.row(`layers.${layer}.attention.weights`, head, query),
  };
}

/** The word that the reader rests on, else the chosen one. */
export function shownRows(m: FigureContext): Rows {
  const rest = m.kept<number | null>('rest', null);
  const hover = rest ?? m.state.token;
  return rowsOf(m.trace, m.state, hover);
}

/** From this weight on a number is drawn strong. */
const strongFrom = 0.05;

const gap = 18;
const numberHeight = 26;

/** The largest letters with which the words fit a panel. */
export function sizeFor(pieces: readonly string[], width: number, height: number): number {
  for (let size = 30; size > 13; size--) {
    let [lines, x] = [1, 0];
    for (const piece of pieces) {
      const wide = Math.max(34, textWidth(piece, size, true)) + gap;
      if (x > 0 && x + wide > width - 24) [lines, x] = [lines + 1, 0];
      x += wide;
    }
    if (lines * (size * 1.25 + numberHeight) <= height - 20) return size;
  }
  return 13;
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -2,
  ArrowRight: 2,
  ArrowUp: -1,
  ArrowDown: 1,
};

/** Left and right from word to word, down to its number and up again. */
function move(event: KeyboardEvent): void {
  const stops = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[data-stop]'),
  ];
  const at = stops.indexOf(event.target as HTMLElement);
  const step = steps[event.key];
  const end = { Home: at % 2, End: stops.length - 2 + (at % 2) }[event.key];
  if (at < 0 || (step === undefined && end === undefined)) return;
  event.preventDefault();
  event.stopPropagation();
  const straight =
    Math.abs(step ?? 0) === 1 && Math.floor(at / 2) !== Math.floor((at + (step ?? 0)) / 2);
  if (!straight) stops[end ?? at + (step ?? 0)]?.focus();
}

interface Word {
  readonly m: FigureContext;
  readonly rows: Rows;
  readonly row: Float32Array;
  readonly size: number;
}

function word({ m, rows, row, size }: Word, place: WordPlace): TemplateResult {
  const { tokens } = rows.trace.encoding;
  const { first: token, rest } = place;
  const value = rest ? sumOver(place, row) : (row[token] ?? 0);
  const own = !rest && token === rows.token;
  const piece = rest ? moreWords(place) : (tokens[token]?.piece ?? '');
  const name = rest ? piece : wordName(tokens, token);
  const look = () => m.keep('rest', token);
  const stop = token === m.state.token ? 0 : -1;
  const ask = () => {
    m.dispatch({ type: 'choose', choice: { token: rows.token } });
    m.dispatch({
      type: 'cell',
      cell: cell(`layers.${rows.layer}.attention.weights`, rows.head, rows.token, token),
    });
  };
  return html`<div class="seen ${own ? 'own' : ''}">
    <button
      type="button"
      class="type"
      data-stop
      tabindex=${stop}
      aria-pressed=${token === m.state.token}
      aria-label=${msg`look from ${name}; it gets ${percent(value)}`}
      @pointerenter=${look}
      @focus=${look}
      @click=${() => m.dispatch({ type: 'focus', token })}
    ><span aria-hidden="true" data-word=${piece} style=${styled({ fontSize: `${size}px`, ...looks(value, size, own) })}></span></button>
    <button
      type="button"
      class="number ${value >= strongFrom ? 'strong' : ''}"
      data-stop
      data-key=${token}
      tabindex="-1"
      aria-label=${msg`${weight(value)} to ${name}: why?`}
      ?disabled=${rest}
      @click=${ask}
    >${weight(value)}</button>
  </div>`;
}

/** What turns the sentence into its twin, under its last word. */
function swapButton(m: FigureContext): TemplateResult | typeof nothing {
  const swap = swapOf(m.state.sentence);
  if (!swap) return nothing;
  const turn = () => m.dispatch({ type: 'sentence', text: swap.text });
  return html`<button type="button" class="swap" @click=${turn}>⇄ ${swap.label}</button>`;
}

/** A sentence, each word as sharp as the weight that the word in focus gives it. */
export function wordsPanel(
  m: FigureContext,
  rows: Rows,
  width: number,
  height: number,
): TemplateResult {
  const places = wordPlaces(visibleWords(rows.count, m.state.token, 18));
  const { tokens } = rows.trace.encoding;
  const pieces = places.map((p) => (p.rest ? moreWords(p) : (tokens[p.first]?.piece ?? '')));
  const size = sizeFor([...pieces, '⇄ wide'], width, Math.max(200, height));
  const drawn = { m, rows, row: rows.of(rows.token), size };
  return html`<div
    class="sentence ${m.kept<number | null>('rest', null) === null ? 'rests' : ''}"
    role="group"
    aria-label=${msg`The sentence as ${wordName(tokens, rows.token)} sees it`}
    style=${styled({ width: `${width}px`, minHeight: `${height}px` })}
    @keydown=${move}
    @pointerleave=${() => m.keep('rest', null)}
    @focusout=${() => m.keep('rest', null)}
  >
    ${places.map((place) => word(drawn, place))} ${swapButton(m)}
  </div>`;
}

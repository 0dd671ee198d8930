import { html, svg, type TemplateResult } from 'lit';
import type { Trace } from '../../model/trace';
import { cssColor, weightScale } from '../../render/color';
import { styled } from '../../render/styled';
import { visibleWords } from '../../render/visible-words';
import { placeShown } from '../../state/arrivals';
import { weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import type { EncodeRequest } from '../../state/what-if/ask';
import { wordName } from '../../state/word-names';
import { moveFocus } from '../../widgets/keys';
import { later, msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';

/** Which words may be looked at; "leaky" is meant to be "causal", and is not. */
export type Mask = 'none' | 'padding' | 'causal' | 'leaky';

export const masks: readonly (readonly [id: Mask, name: string])[] = [
  ['none', later('none')],
  ['padding', later('padding')],
  ['causal', later('causal')],
  ['leaky', later('with a bug')],
];

export const maskOf = ({ choices }: FigureContext): Mask =>
  masks.find(([id]) => id === choices.get('mask'))?.[0] ?? 'none';

/** How many [PAD] are put behind the text. */
const pads = 2;

const padded = (text: string): string => `${text}${' [PAD]'.repeat(pads)}`;

/** The run of a mask, with the model's own structure otherwise. */
export function requestOf({ state }: FigureContext, mask: Mask): EncodeRequest {
  const text = mask === 'padding' ? padded(state.sentence) : state.sentence;
  const structure = mask === 'none' ? '' : `mask=${mask}`;
  return { text, masked: [], run: { structure, changes: [] } };
}

/** The padded text without a mask, to be compared with. */
export const barePadding = (m: FigureContext): EncodeRequest => ({
  ...requestOf(m, 'padding'),
  run: { structure: '', changes: [] },
});

/** The trace of a request: the one on show where it is just that. Null until it is there. */
export function runOf(m: FigureContext, request: EncodeRequest): Trace | null {
  const { text, masked, run } = m.trace.encoding;
  const same =
    text === request.text &&
    masked.length === 0 &&
    (run?.structure ?? '') === request.run.structure &&
    (run?.changes ?? []).length === 0;
  return same ? m.trace : traceFor(m.state, request);
}

/** A mask's run in one head. */
export interface Shown {
  readonly trace: Trace;
  readonly layer: number;
  readonly head: number;
  readonly focus: number;
  readonly count: number;
  row(query: number): Float32Array;
}

export function shownOf(m: FigureContext, trace: Trace): Shown {
  const { layer, head, focus } = placeShown(m.state, trace);
  return {
    ...{ trace, layer, head, focus, count: trace.encoding.tokens.length },
    row: (query) => trace.row(`layers.${layer}.attention.weights`, head, query),
  };
}

export const isPad = (trace: Trace, token: number): boolean =>
  trace.encoding.tokens[token]?.piece === '[PAD]';

/** Whether a mask lets a word look at another; of the one with a bug, whether it should. */
export function allows(mask: Mask, trace: Trace, query: number, key: number): boolean {
  if (mask === 'padding') return !isPad(trace, key);
  return mask === 'none' || key <= query;
}

/** What a row gives to words that it may not look at. */
export function forbidden(mask: Mask, { trace, row }: Shown, query: number): number {
  return row(query).reduce((sum, w, key) => (allows(mask, trace, query, key) ? sum : sum + w), 0);
}

/** The forbidden cell that has most. */
export function worstCell(mask: Mask, shown: Shown): readonly [query: number, key: number] {
  const rows = Array.from({ length: shown.count }, (_, query) => query);
  const most = rows.map((query) => {
    const row = shown.row(query).map((w, key) => (allows(mask, shown.trace, query, key) ? -1 : w));
    return [argmax(row), Math.max(...row)] as const;
  });
  const query = argmax(most.map(([, w]) => w));
  return [query, most[query]?.[0] ?? 0];
}

const labels = 76;
const heads = 62;

export const wordsOf = ({ count, focus }: Shown): readonly number[] => {
  const { first, end } = visibleWords(count, focus, 16);
  return Array.from({ length: end - first }, (_, i) => first + i);
};

const says = (from: string, to: string, value: string, masked: boolean): string =>
  masked ? msg`${from} gives ${to} ${value}, masked` : msg`${from} gives ${to} ${value}`;

/** What is above and below the matrix on the page's stage, in pixels. */
const beside = 190;

/** The weights, a row for each word that looks; what the mask forbids is crossed out. */
export function matrix(
  m: FigureContext,
  mask: Mask,
  shown: Shown,
  width: number,
  choose: (query: number, key: number) => void,
): TemplateResult {
  const words = wordsOf(shown);
  const { tokens } = shown.trace.encoding;
  const tallest = m.size.height ? Math.max(26, (m.size.height - beside) / words.length) : 26;
  const size = Math.floor(Math.min(40, tallest, (width - labels - 20) / words.length));
  const piece = (i: number) => tokens[i]?.piece;
  const cell = (query: number, i: number, key: number, j: number) => {
    const value = shown.row(query)[key] ?? 0;
    const shut = value === 0 && !allows(mask, shown.trace, query, key);
    return html`<button
      type="button"
      class="cell ${shut ? 'shut' : ''}"
      data-stop
      tabindex=${query === shown.focus && j === 0 ? 0 : -1}
      style=${styled({
        left: `${labels + j * size}px`,
        top: `${heads + i * size}px`,
        width: `${size - 1}px`,
        height: `${size - 1}px`,
        background: shut ? undefined : cssColor(weightScale, value),
      })}
      title="${piece(query)} → ${piece(key)}: ${weight(value)}"
      aria-label=${says(wordName(tokens, query), wordName(tokens, key), weight(value), shut)}
      @click=${() => choose(query, key)}
    ></button>`;
  };
  const side = size * words.length;
  return html`<div class="matrix" style=${styled({ width: `${width}px`, height: `${heads + side + 6}px` })}>
    <svg width=${width} height=${heads + side} aria-hidden="true">
      ${words.map((token, i) => svg`<text class="slanted" transform="translate(${labels + (i + 0.6) * size} ${heads - 4}) rotate(-52)">${piece(token)}</text>`)}
    </svg>
    ${words.map(
      (
        token,
        i,
      ) => html`<button type="button" class="word ${token === shown.focus ? 'own' : ''}" tabindex="-1"
        style=${styled({ top: `${heads + i * size}px`, height: `${size}px`, width: `${labels - 8}px` })}
        aria-label=${msg`look from ${wordName(tokens, token)}`} aria-pressed=${token === shown.focus}
        @click=${() => m.dispatch({ type: 'focus', token })}>${piece(token)}</button>`,
    )}
    <div role="group" aria-label=${msg`weights`} data-columns=${words.length} @keydown=${moveFocus}>
      ${words.map((query, i) => words.map((key, j) => cell(query, i, key, j)))}
    </div>
  </div>`;
}

/** The row of the word in focus as arches, as thick as its weights. */
export function arches(shown: Shown, mask: Mask, width: number): TemplateResult {
  const words = wordsOf(shown);
  const { tokens } = shown.trace.encoding;
  const row = shown.row(shown.focus);
  const pitch = width / words.length;
  const top = 110;
  const x = (i: number) => pitch * (i + 0.5);
  const at = words.indexOf(shown.focus);
  const arch = (key: number, i: number) => {
    const value = row[key] ?? 0;
    if (i === at || value === 0) return '';
    const rise = Math.min(top - 8, 18 + Math.abs(i - at) * pitch * 0.36) * 1.33;
    return svg`<path d="M${x(at)} ${top}C${x(at)} ${top - rise} ${x(i)} ${top - rise} ${x(i)} ${top}" style=${styled({ strokeWidth: `${Math.max(0.7, 18 * value).toFixed(1)}px` })}></path>`;
  };
  const look = (key: number) => {
    if (key === shown.focus) return 'own';
    return allows(mask, shown.trace, shown.focus, key) ? '' : 'out';
  };
  return html`<svg class="arches" width=${width} height=${top + 66} role="img" aria-label=${msg`arches from ${wordName(tokens, shown.focus)}`}>
    <g>${words.map(arch)}</g>
    ${words.map((key, i) => svg`<text class=${look(key)} text-anchor="end" transform="translate(${x(i) + 4} ${top + 12}) rotate(-52)">${tokens[key]?.piece}</text>`)}
  </svg>`;
}

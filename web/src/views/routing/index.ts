import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { visibleWords } from '../../render/visible-words';
import { swapOf } from '../../state/presets';
import { otherRequest, otherText } from '../../state/what-if/twins';
import { explained } from '../../widgets/terms';
import { later, msg } from '../../words/msg';
import { weightsTable } from '../kit/figure-tables';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { type Before, exchanged, standing } from './caption';
import {
  changed,
  leastChange,
  type Matrix,
  matrixOf,
  type Part,
  type Place,
  parts,
  placeOf,
  tensorOf,
  twinOf,
  weightsOf,
} from './numbers';
import { attentionPanel, type Box, matrixPanel } from './panels';
import { routingStyles } from './styles.css';

/** Which lines will move. */
type Guess = 'left' | 'right' | 'both';

const guesses: readonly (readonly [Guess, string])[] = [
  ['left', later('the left ones')],
  ['right', later('the right ones')],
  ['both', later('both')],
];

const gap = 28;

const partOf = ({ choices }: FigureContext): Part =>
  parts.find((part) => part === choices.get('matrix')) ?? 'query';

/** What was exchanged, as long as the sentence that came of it is on show. */
function beforeOf(m: FigureContext): Before | null {
  const before = m.kept<Before | null>('before', null);
  const other = otherRequest(m.state)?.text;
  const fits = before?.trace.encoding.tokens.length === m.trace.encoding.tokens.length;
  const known = before && [other, m.kept('home', '')].includes(before.trace.encoding.text);
  return fits && known && before.trace !== m.trace ? before : null;
}

/** Exchanges the word: the sentence at hand becomes the other, and stands as the one before. */
function turn(m: FigureContext, matrix: Matrix | null, guess?: Guess): void {
  const text = m.state.sentence;
  const to = otherText(m.state) === text ? m.kept('home', text) : otherText(m.state);
  m.keep('before', { trace: m.trace, matrix: matrix && Float32Array.from(matrix.data) });
  m.keep('home', text);
  if (guess) m.keep('guess', guess);
  m.dispatch({ type: 'sentence', text: to });
}

/** Whether a guess is what the numbers say. */
function verdict(m: FigureContext, before: Before, matrix: Matrix | null, place: Place): string {
  const guess = m.kept<Guess | null>('guess', null);
  if (!guess || !matrix || !before.matrix) return '';
  const left = changed(before.matrix, matrix.data, 0).count > 0;
  const right =
    changed(weightsOf(before.trace, place), weightsOf(m.trace, place), leastChange).count > 0;
  const is = left && right ? 'both' : left ? 'left' : 'right';
  if (!left && !right) return msg`Neither moved.`;
  return guess === is ? msg`Yes.` : msg`No: ${msg(guesses.find(([id]) => id === is)?.[1] ?? '')}.`;
}

function asks(m: FigureContext, matrix: Matrix | null, place: Place): TemplateResult {
  const before = beforeOf(m);
  const swap = swapOf(m.state.sentence);
  const label = swap ? `⇄ ${swap.label}` : msg`⇄ the other sentence`;
  const button = html`<button type="button" class="swap" @click=${() => turn(m, matrix)}>${label}</button>`;
  if (before)
    return html`<p class="ask" role="status"><b>${verdict(m, before, matrix, place)}</b> ${button}</p>`;
  if (!twinOf(m))
    return html`<p class="ask">${msg`Change a word of the sentence: the lines at the right change, those at the left stay.`}</p>`;
  return html`<p class="ask">
    ${swap ? msg`The last word becomes “${swap.label}”. Which lines will move?` : msg`The other sentence comes. Which lines will move?`}
    ${guesses.map(
      ([id, name]) =>
        html`<button type="button" class="link underlined" @click=${() => turn(m, matrix, id)}>${msg(name)}</button> `,
    )}
  </p>`;
}

function switchOf(m: FigureContext, shown: Part): TemplateResult {
  return html`<span class="which" role="group" aria-label=${msg`Which matrix`}>
    ${parts.map(
      (part) => html`<button
        type="button"
        class="link ${part === shown ? 'chosen' : ''}"
        aria-pressed=${part === shown}
        @click=${() => m.choose({ matrix: part === 'query' ? '' : part })}
      >${msg(part)}</button> `,
    )}
  </span>`;
}

/** Widths and height of the two panels. */
function boxes({ size, trace }: FigureContext) {
  const stacked = size.width < 560;
  const width = stacked ? size.width : Math.floor((size.width - gap) / 2);
  const lines = Math.min(16, trace.encoding.tokens.length);
  const usual = Math.max(200, lines * 26);
  const height = size.height ? Math.min(lines * 40, Math.max(usual, size.height - 124)) : usual;
  const left: Box = { width, height, left: 48, right: width - 48 };
  const right: Box = { width, height, left: 112, right: width - 72 };
  return { stacked, left, right };
}

function table(m: FigureContext, { layer, head, focus }: Place): TemplateResult {
  const { encoding } = m.trace;
  const { first, end } = visibleWords(encoding.tokens.length, focus, 16);
  return weightsTable(m, {
    caption: msg`weights of layer ${layer + 1}, head ${head + 1}: a row for each word that looks`,
    encoding,
    words: Array.from({ length: end - first }, (_, i) => first + i),
    row: (query) => m.trace.row(`layers.${layer}.attention.weights`, head, query),
  });
}

function draw(m: FigureContext): TemplateResult {
  const place = placeOf(m);
  const part = partOf(m);
  const matrix = matrixOf(m, part, place);
  const before = beforeOf(m);
  const { stacked, left, right } = boxes(m);
  const told = before ? exchanged(m, before, matrix, place) : standing(m, part, matrix, place);
  const was = before && weightsOf(before.trace, place);
  const box = ({ width, height }: Box) => styled({ width: `${width}px`, height: `${height}px` });
  return html`<figure class="routing ${stacked ? 'stacked' : ''} ${was ? 'after' : ''}">
    <div class="pair">
      <div>
        <p class="name">${msg`Learned: the same for every sentence`} ${switchOf(m, part)}</p>
        <div class="panel ${part}" style=${box(left)}>${matrix ? matrixPanel(matrix, left) : nothing}</div>
      </div>
      <div>
        <p class="name">${msg`Made of the sentence: attention`}</p>
        <div class="panel attention" style=${box(right)}>${attentionPanel({ m, place, before: was }, right)}</div>
      </div>
    </div>
    ${asks(m, matrix, place)}
    <figcaption>${explained(told)}</figcaption>
    ${table(m, place)}
    <p class="small">${msg`An ordinary layer sends each input along lines that training has fixed. Attention has such matrices too, but makes of them, for each sentence, new lines between its words.`}</p>
  </figure>`;
}

/** A learned matrix beside the attention of the same layer: which lines stay, and which change with a word. */
export const figure: HostedFigure = {
  styles: routingStyles,
  wants(m) {
    const other = otherRequest(m.state);
    const tensors = [tensorOf(partOf(m), placeOf(m))];
    return other ? { tensors, traces: [other] } : { tensors };
  },
  draw,
  speech(m) {
    const place = placeOf(m);
    const matrix = matrixOf(m, partOf(m), place);
    const before = beforeOf(m);
    return before ? exchanged(m, before, matrix, place) : standing(m, partOf(m), matrix, place);
  },
};

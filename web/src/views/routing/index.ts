import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { visibleWords } from '../../render/visible-words';
import { counted, percent } from '../../state/format';
import { swapOf } from '../../state/presets';
import { otherRequest, otherText } from '../../state/what-if/twins';
import { wordName } from '../../state/word-names';
import { explained } from '../../widgets/terms';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { weightsTable } from '../kit/figure-view';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { guessOf, type Question, questionBox } from '../kit/question';
import {
  attentionPanel,
  type Box,
  changed,
  drawnWeights,
  leastChange,
  type Matrix,
  matrixOf,
  matrixPanel,
  type Part,
  type Place,
  parts,
  placeOf,
  tensorOf,
  twinOf,
  weightsOf,
} from './panels';
import { routingStyles } from './styles.css';

/** What stood there before one word was exchanged: the trace, and a copy of the matrix. */
export interface Before {
  readonly trace: FigureContext['trace'];
  readonly matrix: Float32Array | null;
}

/** How many of all. */
const many = (count: number): string => (count === 0 ? msg`none` : grouped(count));

/** The words that differ, as they stand in both sentences. */
function exchange(m: FigureContext, before: FigureContext['trace']): string {
  const now = m.trace.encoding.tokens;
  const was = before.encoding.tokens;
  const places = now.flatMap(({ piece }, i) => (piece === was[i]?.piece ? [] : [i]));
  const [at] = places;
  if (at === undefined || places.length > 1) return msg`The sentence changed`;
  return msg`“${was[at]?.piece}” became “${now[at]?.piece}”`;
}

/** A sentence, and what may be read after it. */
export type Caption = readonly [happens: string, more: string];

/** What two pictures show, before anything has been exchanged. */
export function standing(
  m: FigureContext,
  part: Part,
  matrix: Matrix | null,
  place: Place,
): Caption {
  const n = m.trace.encoding.tokens.length;
  const { layer, head } = place;
  const sizes = matrix
    ? msg`${matrix.inputs} × ${matrix.outputs} weights were learned, of which the ${drawnWeights} largest are drawn; ${n} × ${n} were computed.`
    : '';
  return [
    msg`The learned lines are the ${msg(part)} matrix of layer ${layer + 1}, head ${head + 1}, found by training; the computed ones are the same head’s attention in this sentence.`,
    sizes,
  ];
}

/** What the exchange has changed on either side. */
export function exchanged(
  m: FigureContext,
  before: Before,
  matrix: Matrix | null,
  place: Place,
): Caption {
  const { tokens } = m.trace.encoding;
  const n = tokens.length;
  const now = weightsOf(m.trace, place);
  const was = weightsOf(before.trace, place);
  const right = changed(was, now, leastChange);
  const [query, key] = [Math.floor(right.at / n), right.at % n];
  const left = matrix && before.matrix && changed(before.matrix, matrix.data, 0);
  const what = exchange(m, before.trace);
  const changes = left
    ? msg`${what}: ${many(left.count)} of ${many(left.of)} learned weights changed, and ${many(right.count)} of ${many(right.of)} computed ones.`
    : msg`${what}: ${many(right.count)} of ${many(right.of)} computed weights changed.`;
  const rule = msg`Only changes of more than ${counted(100 * leastChange, String)} percentage {0:point|points} count.`;
  if (right.count === 0) return [changes, rule];
  const most = msg`Largest change: the weight from ${wordName(tokens, query)} to ${wordName(tokens, key)}, from ${percent(was[right.at] ?? 0)} to ${percent(now[right.at] ?? 0)}.`;
  return [changes, `${most} ${rule}`];
}

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
function turn(m: FigureContext, matrix: Matrix | null): void {
  const text = m.state.sentence;
  const to = otherText(m.state) === text ? m.kept('home', text) : otherText(m.state);
  m.keep('before', { trace: m.trace, matrix: matrix && Float32Array.from(matrix.data) });
  m.keep('home', text);
  m.dispatch({ type: 'sentence', text: to });
}

/** Which lines the exchange moves, of the runs before and after it; null where none moves. */
function linesAsked(m: FigureContext, { trace, matrix }: Before, place: Place): Question | null {
  const after = matrixOf(m, partOf(m), place);
  const left = matrix && after ? changed(matrix, after.data, 0).count > 0 : false;
  const right = changed(weightsOf(trace, place), weightsOf(m.trace, place), leastChange).count > 0;
  if (!left && !right) return null;
  const swap = swapOf(m.state.sentence);
  const texts = [trace.encoding.text, m.trace.encoding.text].sort();
  return {
    ...{ id: 'lines', of: [...texts, place.layer, place.head].join(' ') },
    values: ['left', 'right', 'both'],
    asks: swap
      ? msg`The last word becomes “${swap.label}”. Which lines will change?`
      : msg`The other sentence takes this one’s place. Which lines will change?`,
    options: [msg`the learned ones`, msg`the computed ones`, msg`both`],
    right: left && right ? 2 : left ? 0 : 1,
    why: left ? '' : msg`Training fixed the matrix; attention is computed anew for each sentence.`,
  };
}

/** The question before the exchange, and its verdict after it; null where there is neither. */
function lines(m: FigureContext, matrix: Matrix | null, place: Place): TemplateResult | null {
  // Until the other sentence has been read, the question that was answered stays.
  const answered = m.kept<Question | null>('question', null);
  if (answered && m.trace.encoding.text !== m.state.sentence)
    return questionBox(answered, m.state, m.dispatch);
  const before = beforeOf(m);
  const twin = twinOf(m);
  const other = before ?? (twin && { trace: twin, matrix: matrix?.data ?? null });
  const asked = other && linesAsked(m, other, place);
  if (!asked || (before && guessOf(m.state, asked) === null)) return null;
  if (before)
    return questionBox({ ...asked, asks: msg`Which lines changed?` }, m.state, (action) => {
      m.dispatch(action);
      m.keep('before', null);
    });
  return questionBox(asked, m.state, (action) => {
    m.keep('question', asked);
    m.dispatch(action);
    turn(m, matrix);
  });
}

function asks(m: FigureContext, matrix: Matrix | null, place: Place): TemplateResult {
  const box = lines(m, matrix, place);
  const swap = swapOf(m.state.sentence);
  const label = swap ? `⇄ ${swap.label}` : msg`⇄ the other sentence`;
  const button = html`<button type="button" class="swap" @click=${() => turn(m, matrix)}>${label}</button>`;
  const change = msg`Change a word in the sentence: the computed lines change, the learned ones stay.`;
  const rest = beforeOf(m) || (twinOf(m) && !box) ? button : box ? nothing : change;
  return html`${box}<p class="ask">${rest}</p>`;
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
  const [happens, more] = before
    ? exchanged(m, before, matrix, place)
    : standing(m, part, matrix, place);
  const was = before && weightsOf(before.trace, place);
  const box = ({ width, height }: Box) => styled({ width: `${width}px`, height: `${height}px` });
  return html`<figure class="routing ${stacked ? 'stacked' : ''} ${was ? 'after' : ''}">
    <div class="pair">
      <div>
        <p class="name">${msg`Learned: the same for every sentence`} ${switchOf(m, part)}</p>
        <div class="panel ${part}" style=${box(left)}>${matrix ? matrixPanel(matrix, left) : nothing}</div>
      </div>
      <div>
        <p class="name">${msg`Computed for this sentence: attention`}</p>
        <div class="panel attention" style=${box(right)}>${attentionPanel({ m, place, before: was }, right)}</div>
      </div>
    </div>
    ${asks(m, matrix, place)}
    <figcaption>${explained(happens)}</figcaption>
    <p class="small">${more}</p>
    ${table(m, place)}
    <p class="small">${msg`An ordinary layer sends its input along connections that training has fixed. Attention has such matrices too, but uses them to compute new connections between the words of each sentence.`}</p>
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
    const told = before
      ? exchanged(m, before, matrix, place)
      : standing(m, partOf(m), matrix, place);
    return told.join(' ');
  },
};

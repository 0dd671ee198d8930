import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { visibleWords, type WordWindow } from '../../render/visible-words';
import type { Action } from '../../state/actions';
import { percent } from '../../state/format';
import { swapOf } from '../../state/presets';
import { argmax } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import { otherRequest } from '../../state/what-if/twins';
import { wordName, wordNameFirst } from '../../state/word-names';
import { explained } from '../../widgets/terms';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import { weightsTable } from '../kit/figure-view';
import { folded } from '../kit/folded';
import { textWidth } from '../kit/frame';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { type GuessPlace, guessOf, type Question, questionBox } from '../kit/question';
import { eyePanel, playButton, thingsIn, wayText } from './eye-panel';
import { gazeStyles } from './styles.css';
import { looks, type Rows, rowsOf, shownRows, wordsPanel } from './words-panel';

/** Weights that differ less than so many times are called alike. */
const alike = 1.5;

/** The keys by their weight, the largest first. */
export const ranked = (row: Float32Array): readonly number[] =>
  [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));

/** A neighbour of the word that is looked at most, which gets less than half as much; −1 where there is none. */
function neglected(row: Float32Array, best: number, token: number): number {
  const beside = [best + 1, best - 1].filter(
    (i) => i >= 0 && i < row.length && i !== token && (row[i] ?? 0) < (row[best] ?? 0) / 2,
  );
  return beside.sort((a, b) => (row[a] ?? 0) - (row[b] ?? 0))[0] ?? -1;
}

/** What the word in focus sees, and where the likeness with the eye ends. */
export function captionOf({ trace, token, count, of }: Rows): string {
  const { tokens } = trace.encoding;
  const row = of(token);
  const name = (i: number) => (i === token ? msg`itself` : wordName(tokens, i));
  const share = (i: number) => percent(row[i] ?? 0);
  const best = argmax(row);
  if (count < 2)
    return msg`${wordNameFirst(tokens, token)} is the only word: all of its attention is on itself.`;
  if ((row[best] ?? 0) < alike / count)
    return msg`${wordNameFirst(tokens, token)} spreads its attention almost evenly over all ${count} words, ${share(best)} at most: this row has no fovea.`;
  const looks = msg`${wordNameFirst(tokens, token)} gives ${share(best)} of its attention to ${name(best)}`;
  const beside = neglected(row, best, token);
  if (beside < 0) return msg`${looks}; the weights of all ${count} words add up to 1.`;
  return msg`${looks} and ${share(beside)} to ${wordName(tokens, beside)}, right beside it: unlike the eye, a head gains nothing from being close.`;
}

/** The same for a live region. */
export function speechOf({ trace, token, layer, head, of }: Rows): string {
  const { tokens } = trace.encoding;
  const row = of(token);
  const order = ranked(row);
  const [told, rest] = [order.slice(0, 3), order.slice(3)];
  const most =
    rest[0] === undefined ? '' : msg`, ${rest.length} more at most ${percent(row[rest[0]] ?? 0)}`;
  const words = told.map((i) => `${wordName(tokens, i)} ${percent(row[i] ?? 0)}`);
  return msg`Layer ${layer + 1}, head ${head + 1}. ${wordNameFirst(tokens, token)} sees ${words.join(', ')}${most}.`;
}

/** A guess about a sentence: of the word that looks and the head that it looks with. */
const sharpestIn = ({ trace, state }: FigureContext, text: string, places: readonly number[]) =>
  ({
    id: 'sharpest',
    of: [text, trace.encoding.tokens[state.token]?.piece, state.layer, state.head].join(' '),
    values: places.map(String),
  }) satisfies GuessPlace;

/** What came of a guess, once the sentence that it was about is on show. */
function answeredQuestion(m: FigureContext): Question | null {
  const { tokens, text } = m.trace.encoding;
  const place = sharpestIn(m, text, [...tokens.keys()]);
  if (guessOf(m.state, place) === null) return null;
  const { token, of } = rowsOf(m.trace, m.state, m.state.token);
  const row = of(token);
  const right = argmax(row);
  return {
    ...place,
    options: tokens.map(({ piece }) => piece),
    right,
    asks: msg`What does ${wordName(tokens, token)} see most sharply now?`,
    why: msg`It gets ${percent(row[right] ?? 0)} of the attention.`,
  };
}

/** What another last word will change; null where there is none, or its run is not there yet. */
function nextQuestion(m: FigureContext): Question | null {
  const swap = swapOf(m.state.sentence);
  const other = otherRequest(m.state);
  const twin = other && traceFor(m.state, other);
  const { encoding } = m.trace;
  const { tokens } = encoding;
  if (!swap || twin?.encoding.tokens.length !== tokens.length) return null;
  const { token, of } = rowsOf(m.trace, m.state, m.state.token);
  const there = argmax(rowsOf(twin, m.state, token).of(token));
  const most = ranked(of(token)).filter((i) => i !== there);
  const places = [there, ...most.slice(0, 2)].sort((a, b) => a - b);
  const looks = wordName(tokens, token);
  return {
    ...sharpestIn(m, swap.text, places),
    asks: swap.label.includes(' ')
      ? msg`If the sentence were “${swap.label}”, what would ${looks} see most sharply?`
      : msg`If the last word were “${swap.label}”, what would ${looks} see most sharply?`,
    options: places.map((i) => tokens[i]?.piece ?? ''),
    right: places.indexOf(there),
    why: '',
  };
}

/** Asks what another last word will change, and then lets it be seen. */
export function question(m: FigureContext): TemplateResult | typeof nothing {
  const answered = answeredQuestion(m);
  if (answered) return questionBox(answered, m.state, m.dispatch);
  // Until the other sentence has been read, the question that was answered stays.
  const isRead = m.trace.encoding.text === m.state.sentence;
  const asked = isRead ? nextQuestion(m) : m.kept<Question | null>('question', null);
  if (!asked || asked.options.length < 2) return nothing;
  const text = swapOf(m.state.sentence)?.text ?? '';
  return questionBox(asked, m.state, (action: Action) => {
    m.keep('question', asked);
    m.dispatch(action);
    m.dispatch({ type: 'sentence', text });
  });
}

/** The least width of a word's column; narrower figures have each row as a line of text. */
const leastPitch = 40;

const upTo = ({ first, end }: WordWindow): readonly number[] =>
  Array.from({ length: end - first }, (_, i) => first + i);

function line(rows: Rows, words: readonly number[], query: number, size: number) {
  const row = rows.of(query);
  return words.map((key) => {
    const own = key === query;
    const piece = rows.trace.encoding.tokens[key]?.piece ?? '';
    const style = styled(looks(row[key] ?? 0, size, own));
    return html`<span class=${own ? 'own' : ''} data-word=${piece} style=${style}></span> `;
  });
}

/** How the matrix is set: in columns, or in lines of text, in letters that have a line for each where they can. */
export function setting(width: number, count: number, pieces: readonly string[] = []) {
  const pitch = width / count;
  const columns = pitch >= leastPitch;
  if (columns) return { columns, size: Math.min(13, pitch / 3.7) };
  const whole = textWidth(pieces.join(' '), 13, true);
  const fits = Math.floor((13 * width * 20) / Math.max(1, whole)) / 20;
  return { columns, size: fits < 10.5 ? 13 : Math.min(13, fits) };
}

/** All rows at once, a line for each word that looks. The pointer looks out from a line, a click chooses it. */
export function matrixOfType(m: FigureContext, rows: Rows): TemplateResult {
  const shown = visibleWords(rows.count, m.state.token, 18);
  const words = upTo(shown);
  const { trace, layer, head, token } = rows;
  const pieces = words.map((i) => trace.encoding.tokens[i]?.piece ?? '');
  const { columns, size } = setting(m.size.width, words.length, pieces);
  const body = guard([trace, layer, head, token, m.size.width, m.state.token], () =>
    words.map(
      (query) => html`<div
        class="line ${query === token ? 'at' : ''}"
        @pointerenter=${() => m.keep('rest', query)}
        @click=${() => m.dispatch({ type: 'focus', token: query })}
      >${line(rows, words, query, size)}</div>`,
    ),
  );
  return html`<div
    class="lines ${columns ? 'in-columns' : ''}"
    aria-hidden="true"
    style=${styled({ fontSize: `${size}px` })}
    @pointerleave=${() => m.keep('rest', null)}
  >${body}</div>`;
}

/** The same as numbers. */
export const table = (m: FigureContext, rows: Rows): TemplateResult =>
  weightsTable(m, {
    caption: msg`weights of layer ${rows.layer + 1}, head ${rows.head + 1}: a row for each word that looks`,
    encoding: rows.trace.encoding,
    words: upTo(visibleWords(rows.count, m.state.token, 18)),
    row: rows.of,
  });

const gap = 20;

/** Below the panels, beside the caption: a line under each, the question, and what is folded. */
const below = 166;

/** Sizes of the two panels; where the height is known, all of the figure fits in it. */
export function panelsOf(m: FigureContext): { width: number; height: number; stacked: boolean } {
  const { width: all, height: room } = m.size;
  const stacked = all < 520;
  const width = stacked ? all : Math.floor((all - gap) / 2);
  const usual = Math.round(width * (stacked ? 0.72 : 0.88));
  if (!room || stacked) return { width, height: Math.max(200, usual), stacked };
  const caption = Math.ceil(textWidth(captionOf(shownRows(m)), 17, true) / (all * 0.92)) * 23;
  return { width, height: Math.max(150, Math.min(usual, room - below - caption)), stacked };
}

const samples = [0.001, 0.01, 0.05, 0.2, 0.4, 0.6];

function said(weight: number): string {
  const written = inLanguage(String(weight).slice(1));
  return weight === 0.6 ? msg`${written} and more` : written;
}

function legend(): TemplateResult {
  return html`<div class="scale" aria-hidden="true">
    <p>${msg`a word at weight`}</p>
    ${samples.map(
      (weight) =>
        html`<p><span data-word=${msg`word`} style=${styled(looks(weight, 15))}></span><small>${said(weight)}</small></p>`,
    )}
  </div>`;
}

const lines = (m: FigureContext, rows: Rows): TemplateResult =>
  html`<p class="name">${msg`Every word, at the same time`} <small>${msg`layer ${rows.layer + 1}, head ${rows.head + 1}: a line for each word that looks`}</small></p>
    ${matrixOfType(m, rows)} ${legend()}
    <p class="under">${msg`Sharpness falls as 1 ÷ (1 + angle ÷ 2.5°), to half at the ring.`}</p>
    ${table(m, rows)}`;

function draw(m: FigureContext): TemplateResult {
  const rows = shownRows(m);
  const { width, height, stacked } = panelsOf(m);
  const name = rows.trace.encoding.tokens[rows.token]?.piece ?? '';
  return html`<figure class="gaze ${stacked ? 'stacked' : ''}">
    <div class="diptych">
      <div><div class="scene">${eyePanel(m, width, height)}${playButton(m, thingsIn(width, height))}</div>
        <p class="under">${msgHtml`<b>The eye</b> sees one spot sharply, and moves it around.`} <span role="status">${wayText(m)}</span></p></div>
      <div>${wordsPanel(m, rows, width, stacked ? 160 : height)}
        <p class="under">${msgHtml`<b>A head</b> lets “${name}” look at every word at once, weighted.`}</p></div>
    </div>
    <figcaption>${explained(captionOf(rows))}</figcaption>
    ${question(m)}
    ${folded(m, 'lines', msg`Every word, at the same time`, () => lines(m, rows))}
  </figure>`;
}

/** The eye's fovea beside a head's: what attention is like, and where the likeness ends. */
export const figure: HostedFigure = {
  styles: gazeStyles,
  wants(m) {
    const other = otherRequest(m.state);
    return other ? { traces: [other] } : {};
  },
  draw,
  speech: (m) => speechOf(shownRows(m)),
};

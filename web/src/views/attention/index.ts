import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { moreWordsAt, sumOver } from '../../render/visible-words';
import type { Dispatch } from '../../state/actions';
import { signed, weight } from '../../state/format';
import type { StepId } from '../../state/state';
import { awaitsGuess } from '../../state/tour/veil';
import { explainedFormula } from '../../widgets/explained-formula';
import { addends, formulaLines } from '../../widgets/formula';
import { foldInFigure } from '../../widgets/why-fold';
import { msg } from '../../words/msg';
import { beatsOf, mixMarks, mixWords } from '../kit/keyframes';
import { svgMarks } from '../kit/svg-marks';
import type { View } from '../view';
import { archHandles, outputQuestions, scoreQuestions } from './arch-handles';
import { type CaptionPart, captionBeats, captionFor, cellCaption, isOver, stepAt } from './caption';
import { outputNames, renderColumns } from './columns';
import { backwardBeats } from './gradients';
import { placed, swapHandle, weightHandles, wordHandles } from './handles';
import { columnsFrom, foldWidth, layout } from './layout';
import { matrixFoot, scoreMatrix } from './matrix-layout';
import { type AttentionScene, type FigureScene, type RowsScene, shows } from './scene';
import { keyOf, largestOutput } from './slots';
import { attentionStyles } from './styles.css';

const px = (x: number) => `${x}px`;

function swap(scene: RowsScene, dispatch: Dispatch) {
  const { centres, x } = scene;
  const y = centres[scene.swap?.token ?? 0] ?? 0;
  return swapHandle(scene, { left: x.words + 4, top: y + 4, width: 96, height: 44 }, dispatch);
}

/** x of the fold's notch: the weight that was asked. */
function notchAt({ x, row, why }: RowsScene): number {
  return x.bars + (row.weights[why ?? 0] ?? 0) * x.bar + 20;
}

function foldArt(scene: RowsScene) {
  const { fold, width } = scene;
  if (!fold) return '';
  const [x, y] = [notchAt(scene), fold.top + 3];
  const line = `M0 ${y}H${x - 9}L${x} ${y - 9}L${x + 9} ${y}H${width}`;
  return svg`<path class="sheet" d="${line}V${fold.top + fold.height - 3}H0Z"></path>
    <path class="crease" d=${line}></path>`;
}

function fold(scene: RowsScene, dispatch: Dispatch) {
  const { fold: place, x, width, chain } = scene;
  if (!place || !chain) return nothing;
  const inner = foldWidth(width, x);
  const box = { left: x.words, top: place.top + 6, width: inner, height: place.height - 10 };
  return html`<div class="fold inside" style=${placed(box)}>
    ${foldInFigure(chain, scene.whatIf, inner, dispatch)}
  </div>`;
}

/** The output, and the shape in which the values flow into it. */
function output(scene: RowsScene, time: number, dispatch: Dispatch): TemplateResult {
  const { width, sum, output: grid } = scene;
  const height = grid.top + grid.rows * grid.height;
  return html`<div class="block">
    <svg class="art marks" width=${width} height=${height} aria-hidden="true">${svgMarks(sum, time)}</svg>
    ${outputNames(scene, time)} ${outputQuestions(scene, time, dispatch)}
    ${scoreMatrix(scene, time, dispatch)}
  </div>`;
}

/** Below the rows: the output, or the matrix of all scores if only the scores step is shown. */
function beneath(scene: RowsScene, time: number, dispatch: Dispatch) {
  const { panel } = scene.matrix;
  if (shows(scene, 'sum')) return output(scene, time, dispatch);
  if (scene.part !== 'scores') return nothing;
  const height = px(panel.y + panel.height + matrixFoot);
  return html`<div class="block" style=${styled({ height })}>${scoreMatrix(scene, time, dispatch)}</div>`;
}

/** Words as rows, arches at their left: the form for narrow figures. */
function renderRows(scene: RowsScene, time: number, dispatch: Dispatch): TemplateResult {
  const { width, height, marks } = scene;
  return html`<div class="rowsplane" style=${styled({ height: px(height) })}>
      <svg class="art under" width=${width} height=${height} aria-hidden="true">${foldArt(scene)}</svg>
      ${fold(scene, dispatch)}
      <svg class="art marks" width=${width} height=${height} aria-hidden="true">${svgMarks(marks, time)}</svg>
      ${wordHandles(scene, dispatch)}${swap(scene, dispatch)}${scoreQuestions(scene, time, dispatch)}
      ${weightHandles(scene, time, dispatch)}${archHandles(scene, time, dispatch)}
    </div>
    ${beneath(scene, time, dispatch)}`;
}

function captionPart(part: CaptionPart, dispatch: Dispatch) {
  const { text, token } = part;
  if (token === undefined) return text;
  const light = (over: boolean) => () => dispatch({ type: 'hover', token: over ? token : null });
  return html`<span class="mention" @pointerenter=${light(true)} @pointerleave=${light(false)}>${text}</span>`;
}

/** Both beats of the caption, with the words that they mention to be pointed at. */
export function captionWords(scene: AttentionScene, time: number, dispatch: Dispatch): unknown {
  if (scene.kind === 'empty') return nothing;
  const step = scene.part ?? stepAt(time);
  if (scene.gradient) return beatsOf(backwardBeats(scene.row, scene.gradient, step), true);
  const beats = captionBeats(scene.row, time, step);
  const [happens, result] = beats.map((parts) => parts.map((part) => captionPart(part, dispatch)));
  return beatsOf([happens, result], isOver(time));
}

/** The arithmetic of the step that a time shows, and which number it is. */
function formulaAt({ row, gains, spelt, part, width, ...at }: FigureScene, time: number) {
  const step = part ?? stepAt(time) ?? 'softmax';
  const of = spelt[step];
  const lines = of ? explainedFormula(of, addends(width)) : null;
  if (!lines) return nothing;
  const key = keyOf(at);
  const piece = (token: number) => row.tokens[token]?.piece ?? '';
  const was = gains[key] === 1 ? '' : msg`, before the change`;
  const pair = `${piece(row.focus)} → ${piece(key)}${was}`;
  const about = step === 'sum' ? msg`number ${largestOutput(row) + 1} of ${row.dK}` : pair;
  return formulaLines(lines, about);
}

/** What the picture says, for whoever cannot see it. */
function table(scene: FigureScene): TemplateResult {
  const { row, slots } = scene;
  const from = row.tokens[row.focus]?.piece;
  return html`<table class="hidden">
    <caption>
      ${msgHtml`Attention of “${from}”, layer ${row.layer + 1}, head ${row.head + 1}`}
    </caption>
    <thead>
      <tr>
        <th scope="col">${msg`word`}</th>
        <th scope="col">${msg`score`}</th>
        <th scope="col">${msg`scaled`}</th>
        <th scope="col">${msg`weight`}</th>
      </tr>
    </thead>
    <tbody>
      ${slots.map((slot) => {
        const { first: j, rest } = slot;
        return html`<tr>
          <th scope="row">${rest ? moreWordsAt(slot) : row.tokens[j]?.piece}</th>
          <td>${rest ? nothing : signed(row.scores[j] ?? 0)}</td>
          <td>${rest ? nothing : signed(row.scaled[j] ?? 0)}</td>
          <td>${weight(sumOver(slot, row.weights))}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** Escape closes the fold and gives the keyboard back to the number that was asked. */
function closeOnEscape(scene: FigureScene, event: KeyboardEvent, dispatch: Dispatch): void {
  if (event.key !== 'Escape' || scene.why === null) return;
  event.stopPropagation();
  const figure = event.currentTarget as HTMLElement;
  figure.querySelector<HTMLElement>(`.share[data-token="${scene.why}"]`)?.focus();
  dispatch({ type: 'why', key: null });
}

/** Where words will stand: as many places as the house sentence has. */
const places = 11;

/** The figure before there are words: bare places and no numbers. */
function skeleton(width: number): TemplateResult {
  const columns = width >= columnsFrom;
  const pitch = width / places;
  const word = (i: number) =>
    columns
      ? svg`<rect x=${(i + 0.2) * pitch} y="142" width=${pitch * 0.6} height="14" rx="1.5"></rect>`
      : svg`<rect x="70" y=${51 + 36 * i} width="72" height="14" rx="1.5"></rect>`;
  return html`<div class="figure empty" aria-hidden="true">
    <svg width=${width} height=${columns ? 640 : 520}>${Array.from({ length: places }, (_, i) => word(i))}</svg>
  </div>`;
}

/** Columns so narrow that their main numbers must be smaller. */
function isTight(scene: FigureScene): boolean {
  return scene.kind === 'columns' && scene.pitch < 62;
}

/** Notes the role of the formula's term that is pointed at or has the focus. */
function lightUp({ currentTarget }: Event): void {
  const figure = currentTarget as HTMLElement;
  const term = figure.querySelector<HTMLElement>('math .term:is(:hover, :focus)');
  figure.dataset.lit = term?.dataset.role ?? '';
}

export function renderFigure(
  scene: AttentionScene,
  time: number,
  dispatch: Dispatch,
): TemplateResult {
  if (scene.kind === 'empty') return skeleton(scene.width);
  const picture =
    scene.kind === 'columns'
      ? renderColumns(scene, time, dispatch)
      : renderRows(scene, time, dispatch);
  const keydown = (event: KeyboardEvent) => closeOnEscape(scene, event, dispatch);
  return html`<div class="figure ${scene.kind}${isTight(scene) ? ' tight' : ''}" @keydown=${keydown}
    @pointerover=${lightUp} @pointerleave=${lightUp} @focusin=${lightUp} @focusout=${lightUp}>
    ${picture}
    ${scene.veil ? nothing : [html`<p class="caption">${captionWords(scene, time, dispatch)}</p>`, guard([scene, scene.part ?? stepAt(time)], () => formulaAt(scene, time)), guard([scene], () => table(scene))]}
  </div>`;
}

export type { AttentionScene as Scene } from './scene';

/** The figure opens a weight of its own row in its place: nothing is below. */
const holdsAnswer = (scene: AttentionScene): boolean =>
  scene.kind !== 'empty' && scene.chain !== null;

/** Figures of one form, on the way from one row of numbers to another. */
function between(from: AttentionScene, to: AttentionScene, t: number): AttentionScene {
  if (from.kind === 'empty' || from.kind !== to.kind) return to;
  const pieces = ({ row }: typeof from) => row.tokens.map(({ piece }) => piece);
  const words = { from: pieces(from), to: pieces(to) };
  return {
    ...to,
    marks: mixMarks(from.marks, to.marks, t, words),
    sum: mixMarks(from.sum, to.sum, t, words),
    weights: mixWords(from.weights, to.weights, t, words),
  };
}

function view(id: string, part: StepId | null): View<AttentionScene> {
  return {
    id,
    styles: attentionStyles,
    layout: (state, size) => layout(state, size, part),
    between,
    caption: (_, state) => (awaitsGuess(state) ? null : captionFor(state, part)),
    words: captionWords,
    speech: (_, state) =>
      awaitsGuess(state) ? '' : cellCaption(state) || (captionFor(state, part)?.join(' ') ?? ''),
    render: (scene, time, dispatch, answer) =>
      html`${renderFigure(scene, time, dispatch)}${holdsAnswer(scene) ? nothing : (answer ?? nothing)}`,
  };
}

/** Attention for one word: arches, and the arithmetic below them, step by step. */
export const figure = view('attention', null);

/** Each step of it alone, with its input and its output. */
export const steps: readonly View<AttentionScene>[] = (
  ['scores', 'scale', 'softmax', 'sum'] as const
).map((step) => view(step, step));

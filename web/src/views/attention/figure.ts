import { html, nothing, svg, type TemplateResult } from 'lit';
import { moreWordsAt, sumOver } from '../../render/visible-words';
import type { Dispatch } from '../../state/actions';
import { signed, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import {
  addends,
  type CellNumbers,
  type Formula,
  formulaLines,
  scaleFormula,
  scoreFormula,
  softmaxFormula,
  sumFormula,
} from '../../widgets/formula';
import { beatsOf } from '../kit/beats';
import type { AttentionRow } from './attention-row';
import { type CaptionPart, captionBeats, isOver, stepAt } from './caption';
import { renderColumns } from './columns';
import { backwardBeats } from './gradients';
import { columnsFrom } from './layout';
import { renderRows } from './rows';
import type { AttentionScene, FigureScene } from './scene';
import { cellNumbers } from './why';

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

/** The output's number of largest size: the cell that the last formula spells out. */
function loudest(row: AttentionRow): number {
  return argmax(Array.from(row.output, Math.abs));
}

/** A weight that the reader has changed is written as its arithmetic makes it. */
function formulaCell({ row, gains }: FigureScene, key: number): CellNumbers {
  const cell = cellNumbers(row, key);
  return gains[key] === 1 ? cell : { ...cell, weight: cell.power / cell.sum };
}

function formulaOf(
  scene: FigureScene,
  key: number,
  time: number,
): { lines: Formula; about: string } {
  const cell = formulaCell(scene, key);
  const was = scene.gains[key] === 1 ? '' : ', before the change';
  const pair = `${cell.from} → ${cell.to}${was}`;
  const { row, width, part } = scene;
  const shown = addends(width);
  const step = part ?? stepAt(time);
  if (step === 'scores') return { lines: scoreFormula(cell, shown), about: pair };
  if (step === 'scale') return { lines: scaleFormula(cell), about: pair };
  if (step !== 'sum') return { lines: softmaxFormula(cell), about: pair };
  const index = loudest(row);
  const values = row.values.map((value) => value[index] ?? 0);
  const output = row.output[index] ?? 0;
  const { weights } = row;
  const numbers = { from: cell.from, index: index + 1, output, weights, values };
  const lines = sumFormula(numbers, shown);
  return { lines, about: `number ${index + 1} of ${row.dK}` };
}

/** What the picture says, for whoever cannot see it. */
function table(scene: FigureScene): TemplateResult {
  const { row, slots } = scene;
  const from = row.tokens[row.focus]?.piece;
  return html`<table class="hidden">
    <caption>
      Attention of “${from}”, layer ${row.layer + 1}, head ${row.head + 1}
    </caption>
    <thead>
      <tr>
        <th scope="col">word</th>
        <th scope="col">score</th>
        <th scope="col">scaled</th>
        <th scope="col">weight</th>
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

export function renderFigure(
  scene: AttentionScene,
  time: number,
  dispatch: Dispatch,
): TemplateResult {
  if (scene.kind === 'empty') return skeleton(scene.width);
  const key = scene.why ?? scene.hover ?? scene.top;
  const { lines, about } = formulaOf(scene, key, time);
  const picture =
    scene.kind === 'columns'
      ? renderColumns(scene, time, dispatch)
      : renderRows(scene, time, dispatch);
  const keydown = (event: KeyboardEvent) => closeOnEscape(scene, event, dispatch);
  return html`<div class="figure ${scene.kind}${isTight(scene) ? ' tight' : ''}" @keydown=${keydown}>
    ${picture}
    ${scene.veil ? nothing : [html`<p class="caption">${captionWords(scene, time, dispatch)}</p>`, formulaLines(lines, about), table(scene)]}
  </div>`;
}

import { html, nothing, svg, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { foldInFigure } from '../../widgets/why-fold';
import { svgMarks } from '../kit/svg-marks';
import { archHandles } from './arch-handles';
import { outputQuestions, scoreQuestions } from './cell-buttons';
import { placed, swapHandle, weightHandles, wordHandles } from './handles';
import { scoreMatrix } from './matrix-art';
import { matrixFoot } from './matrix-layout';
import { outputNames } from './output-names';
import { foldWidth } from './rows-layout';
import { type RowsScene, shows } from './scene';

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
export function renderRows(scene: RowsScene, time: number, dispatch: Dispatch): TemplateResult {
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

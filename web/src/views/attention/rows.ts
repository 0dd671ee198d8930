import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { weight } from '../../render/format';
import { ease, mix, ramp } from '../../render/motion';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { stepProgress } from '../../state/timeline';
import { whyFold } from '../../widgets/why-fold';
import { moveFocus } from '../kit/roving';
import { archesArt, archesPresence } from './arches-art';
import { outputQuestions, scoreQuestions, walkBack } from './cell-buttons';
import { placed, swapHandle, weightHandle, wordHandle, wordSize } from './handles';
import { scoreMatrix } from './matrix-art';
import { matrixFoot } from './matrix-layout';
import { rowsArt } from './rows-art';
import { foldWidth, outputTop } from './rows-layout';
import { type RowsScene, shows } from './scene';
import { barShares, softmaxParts } from './softmax-art';
import { outputArt } from './sum-art';
import { whyNumbers } from './why';

const px = (x: number) => `${x}px`;

/** Handles reach beyond their rows, so that a finger finds them. */
const hitHeight = 44;
/** Room for a score. */
const scoreWidth = 50;

function words(scene: RowsScene, dispatch: Dispatch): TemplateResult {
  const { centres, x } = scene;
  const room = x.scores - x.words - scoreWidth;
  return html`<div class="words" role="toolbar" aria-label="Words: look out from" aria-orientation="vertical" @keydown=${moveFocus}>
    ${centres.map((y, token) => {
      const box = { left: x.words, top: y - hitHeight / 2, width: room, height: hitHeight };
      const size = wordSize(scene, token, 17, room);
      return wordHandle(scene, token, box, size, dispatch);
    })}
  </div>`;
}

function weights(scene: RowsScene, time: number, dispatch: Dispatch) {
  const { centres, x, facts } = scene;
  if (!shows(scene, 'softmax')) return nothing;
  const progress = stepProgress(time, 'softmax');
  const { weights: shown } = softmaxParts(progress);
  if (shown === 0) return nothing;
  const widths = barShares(facts.powers, facts.weights, progress).map((share) => share * x.bar);
  return html`<div class="shares" role="toolbar" aria-label="Weights: ask why" aria-orientation="vertical"
    style=${styled({ opacity: String(shown) })} @keydown=${moveFocus}>
    ${centres.map((y, token) => {
      const box = { left: x.bars, top: y - hitHeight / 2, width: x.bar + 46, height: hitHeight };
      const indent = styled({ left: px((widths[token] ?? 0) + 6) });
      const text = weight(facts.weights[token] ?? 0);
      const number = html`<span data-tensor="weights" data-token=${token} style=${indent}>${text}</span>`;
      return weightHandle(scene, token, box, number, dispatch);
    })}
  </div>`;
}

function scores(scene: RowsScene, time: number, dispatch: Dispatch) {
  const { centres, x } = scene;
  if (!shows(scene, 'scores')) return nothing;
  const [left, width] = [x.scores - scoreWidth, scoreWidth];
  const box = (j: number) => ({
    left,
    width,
    top: (centres[j] ?? 0) - hitHeight / 2,
    height: hitHeight,
  });
  return scoreQuestions(scene, stepProgress(time, 'scores'), box, dispatch);
}

function swap(scene: RowsScene, dispatch: Dispatch) {
  const { centres, x } = scene;
  const y = centres[scene.swap?.token ?? 0] ?? 0;
  const box = { left: x.words + 4, top: y + 4, width: 96, height: hitHeight };
  return swapHandle(scene, box, dispatch);
}

/** Where the fold's notch points: the number of the weight that was asked. */
function notchAt({ x, facts, why }: RowsScene): number {
  return x.bars + (facts.weights[why ?? 0] ?? 0) * x.bar + 20;
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
  const { fold: place, x, width, why, facts } = scene;
  if (!place || why === null) return nothing;
  const close = () => dispatch({ type: 'why', key: null });
  const further = () => walkBack(facts, why, dispatch);
  const inner = foldWidth(width, x);
  const box = { left: x.words, top: place.top + 6, width: inner, height: place.height - 10 };
  return html`<div class="fold inside" style=${placed(box)}>
    ${whyFold(whyNumbers(facts, why), inner, { close, further })}
  </div>`;
}

/** The output, and the shape in which the values flow into it. */
function output(scene: RowsScene, time: number, dispatch: Dispatch): TemplateResult {
  const { facts, x, width, output: grid } = scene;
  const progress = stepProgress(time, 'sum');
  const top = outputTop;
  const height = top + grid.rows * grid.height;
  const opened = ease(ramp(progress, 0.6, 0.82));
  const left = mix(x.values, grid.left, opened);
  const end = mix(0, top - 2, opened);
  const right = x.values + x.strip;
  const delta = `M${x.values} 0C${x.values} ${end} ${left} 0 ${left} ${end}H${right}V0Z`;
  return html`<div class="block">
    <svg class="art" width=${width} height=${height} aria-hidden="true">
    ${progress > 0.6 ? svg`<path class="mark delta" data-role="value" d=${delta}></path>` : ''}
    <g opacity=${ramp(progress, 0.8, 0.9)}>
      <text class="serif b" x="0" y="28">new <tspan class="value">${facts.tokens[facts.focus]?.piece}</tspan></text>
    </g>
    ${progress > 0.8 ? outputArt(facts.output, facts.bounds.output, grid, top, progress) : ''}
    </svg>
    ${outputQuestions(facts, grid, top, progress, dispatch)}
    ${scoreMatrix(scene, time, dispatch)}
  </div>`;
}

function arches(scene: RowsScene, time: number) {
  return svg`<g class="mark arches" data-role="weight" opacity=${archesPresence(time)}>
    ${guard([scene], () => archesArt(scene, 'left', scene.x.arches))}
  </g>`;
}

/** Beneath the rows: the matrix of all scores, where it is shown alone; else the output, and its room. */
function beneath(scene: RowsScene, time: number, dispatch: Dispatch) {
  const { panel } = scene.matrix;
  if (shows(scene, 'sum')) return output(scene, time, dispatch);
  if (scene.part !== 'scores') return nothing;
  const height = px(panel.y + panel.height + matrixFoot);
  return html`<div class="block" style=${styled({ height })}>${scoreMatrix(scene, time, dispatch)}</div>`;
}

/** Words as rows, arches at their left: the form for narrow figures. */
export function renderRows(scene: RowsScene, time: number, dispatch: Dispatch): TemplateResult {
  const { width, height } = scene;
  return html`<div class="rowsplane" style=${styled({ height: px(height) })}>
      <svg class="art under" width=${width} height=${height} aria-hidden="true">${foldArt(scene)}</svg>
      ${fold(scene, dispatch)}
      <svg class="art" width=${width} height=${height} aria-hidden="true">
        ${shows(scene, 'arches') ? arches(scene, time) : nothing}
        ${rowsArt(scene, time)}
      </svg>
      ${words(scene, dispatch)}${swap(scene, dispatch)}${scores(scene, time, dispatch)}
      ${weights(scene, time, dispatch)}
    </div>
    ${beneath(scene, time, dispatch)}`;
}

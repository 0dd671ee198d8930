import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { weight } from '../../render/format';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { stepProgress } from '../../state/timeline';
import { whyFold } from '../../widgets/why-fold';
import { moveFocus } from '../kit/roving';
import { archesArt, archesPresence } from './arches-art';
import { outputQuestions, scoreQuestions, walkBack } from './cell-buttons';
import { swapHandle, weightHandle, wordHandle, wordSize } from './handles';
import { scoreMatrix } from './matrix-art';
import { outputNames } from './output-names';
import { rowLabels } from './row-labels';
import { type ColumnsScene, shows } from './scene';
import { scaleArt, scoresArt } from './scores-art';
import { barShares, softmaxArt, softmaxParts } from './softmax-art';
import { sumArt } from './sum-art';
import { whyNumbers } from './why';

const px = (x: number) => `${x}px`;

function words(scene: ColumnsScene, dispatch: Dispatch): TemplateResult {
  const { centres, pitch, y } = scene;
  const box = (x: number) => ({ left: x - pitch / 2, top: y.words, width: pitch, height: 56 });
  return html`<div class="words" role="toolbar" aria-label="Words: look out from" @keydown=${moveFocus}>
    ${centres.map((x, token) => {
      const size = wordSize(scene, token, scene.wordSize, pitch - 4);
      return wordHandle(scene, token, box(x), size, dispatch);
    })}
  </div>`;
}

/** Ids beneath the words, but where the swap hangs. */
function ids({ centres, y, facts, swap }: ColumnsScene) {
  return centres.map((x, token) =>
    token === swap?.token
      ? ''
      : svg`<text class="t11 m" x=${x} y=${y.words + 47} text-anchor="middle"
          >${facts.tokens[token]?.id}</text>`,
  );
}

function swap(scene: ColumnsScene, dispatch: Dispatch) {
  const { centres, pitch, y } = scene;
  const x = centres[scene.swap?.token ?? 0] ?? 0;
  const width = Math.max(pitch, 64);
  const left = Math.min(scene.block - width, x - width / 2);
  return swapHandle(scene, { left, top: y.words + 32, width, height: 24 }, dispatch);
}

function scores(scene: ColumnsScene, time: number, dispatch: Dispatch) {
  const { centres, strip, y } = scene;
  if (!shows(scene, 'scores')) return nothing;
  const [top, height] = [y.scores - 18, 24];
  const box = (j: number) => ({ left: (centres[j] ?? 0) - strip / 2, top, width: strip, height });
  return scoreQuestions(scene, stepProgress(time, 'scores'), box, dispatch);
}

/** Each weight over its bar; the whole bar is the handle. */
function weights(scene: ColumnsScene, time: number, dispatch: Dispatch) {
  const { centres, strip, y, facts } = scene;
  if (!shows(scene, 'softmax')) return nothing;
  const progress = stepProgress(time, 'softmax');
  const { weights: shown } = softmaxParts(progress);
  if (shown === 0) return nothing;
  const heights = barShares(facts.powers, facts.weights, progress).map((share) => share * y.bar);
  const top = y.scaled + 10;
  return html`<div
    class="shares"
    role="toolbar"
    aria-label="Weights: ask why"
    style=${styled({ opacity: String(shown) })}
    @keydown=${moveFocus}
  >
    ${centres.map((x, token) => {
      const box = { left: x - strip / 2, top, width: strip, height: y.bars - top };
      const foot = styled({ bottom: px((heights[token] ?? 0) + 5) });
      const text = weight(facts.weights[token] ?? 0);
      const number = html`<span data-tensor="weights" data-token=${token} style=${foot}>${text}</span>`;
      return weightHandle(scene, token, box, number, dispatch);
    })}
  </div>`;
}

function arches(scene: ColumnsScene, time: number) {
  return svg`<g class="mark arches" data-role="weight" opacity=${archesPresence(time)}>
    ${guard([scene], () => archesArt(scene, 'up', scene.y.arches))}
  </g>`;
}

function upper(scene: ColumnsScene, time: number, dispatch: Dispatch): TemplateResult {
  const { y, block } = scene;
  return html`<div class="part" style=${styled({ height: px(y.end) })}>
    ${rowLabels(scene, time, 'upper')}
    <div class="block" style=${styled({ width: px(block) })}>
      <svg class="art" width=${block} height=${y.end} aria-hidden="true">
        ${shows(scene, 'arches') ? arches(scene, time) : nothing}
        ${guard([scene], () => ids(scene))}
        ${shows(scene, 'scores') ? scoresArt(scene, stepProgress(time, 'scores')) : nothing}
        ${shows(scene, 'scale') ? scaleArt(scene, stepProgress(time, 'scale')) : nothing}
        ${shows(scene, 'softmax') ? softmaxArt(scene, stepProgress(time, 'softmax')) : nothing}
      </svg>
      ${words(scene, dispatch)}${swap(scene, dispatch)}${scores(scene, time, dispatch)}
      ${weights(scene, time, dispatch)}${scoreMatrix(scene, time, dispatch)}
    </div>
  </div>`;
}

/** The hairline over the fold, notched at the number that was asked. */
function notch({ gutter, block, centres, why }: ColumnsScene): TemplateResult {
  const x = gutter + (centres[why ?? 0] ?? 0);
  const line = `M0 12.5H${x - 10}L${x} 1.5L${x + 10} 12.5H${gutter + block}`;
  return html`<svg class="notch" width=${gutter + block} height="13" aria-hidden="true">
    <path class="sheet" d="${line}V14H0Z"></path>
    <path class="crease" d=${line}></path>
  </svg>`;
}

function fold(scene: ColumnsScene, dispatch: Dispatch) {
  if (scene.why === null) return nothing;
  const { facts, why } = scene;
  const close = () => dispatch({ type: 'why', key: null });
  const further = () => walkBack(facts, why, dispatch);
  return html`${notch(scene)}
    <div class="fold" style=${styled({ width: px(scene.width) })}>
      <div>${whyFold(whyNumbers(facts, why), scene.width - 28, { close, further })}</div>
    </div>`;
}

function lower(scene: ColumnsScene, time: number, dispatch: Dispatch) {
  if (!shows(scene, 'sum')) return nothing;
  const { block, facts, output, lower: heights } = scene;
  const progress = stepProgress(time, 'sum');
  return html`<div class="part" style=${styled({ height: px(heights.end + 6) })}>
    ${rowLabels(scene, time, 'lower')}
    <div class="block" style=${styled({ width: px(block) })}>
      <svg class="art" width=${block} height=${heights.end + 6} aria-hidden="true">
        ${sumArt(scene, progress)}
      </svg>
      ${outputNames(scene, progress)}
      ${outputQuestions(facts, output, heights.output, progress, dispatch)}
    </div>
  </div>`;
}

/** The column under the pointer lights up; a finger lights nothing, it only takes hold. */
function lightUp(scene: ColumnsScene, event: PointerEvent, dispatch: Dispatch): void {
  if (event.pointerType !== 'mouse') return;
  const plane = event.currentTarget as HTMLElement;
  const { left, width } = plane.getBoundingClientRect();
  // The page may be enlarged as a whole: the scene counts in its own pixels.
  const zoom = width / plane.offsetWidth || 1;
  const x = (event.clientX - left) / zoom - scene.gutter;
  const near = scene.centres.findIndex((centre) => Math.abs(centre - x) <= scene.pitch / 2);
  const over = event.target as Element;
  const token = near < 0 || over.closest('.fold') ? null : near;
  if (token !== scene.hover) dispatch({ type: 'hover', token });
}

/** More columns than fit: they scroll beneath the gutter. */
function overflows({ gutter, block, width }: ColumnsScene): boolean {
  return gutter + block > width;
}

/** Words as column heads, everything computed for a word in its column. */
export function renderColumns(scene: ColumnsScene, time: number, dispatch: Dispatch) {
  const leave = () => dispatch({ type: 'hover', token: null });
  return html`<div class=${overflows(scene) ? 'scroll wide' : 'scroll'}>
    <div
      class="plane"
      style=${styled({ width: px(scene.gutter + scene.block) })}
      @pointermove=${(event: PointerEvent) => lightUp(scene, event, dispatch)}
      @pointerleave=${leave}
    >
      ${upper(scene, time, dispatch)}${fold(scene, dispatch)}${lower(scene, time, dispatch)}
    </div>
  </div>`;
}

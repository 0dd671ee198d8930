import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { foldInFigure } from '../../widgets/why-fold';
import { svgMarks } from '../kit/svg-marks';
import { archHandles, outputQuestions, scoreQuestions } from './arch-handles';
import { swapHandle, weightHandles, wordHandles } from './handles';
import { scoreMatrix } from './matrix-layout';
import { outputNames, rowLabels } from './row-labels';
import { type ColumnsScene, columnsFoot, shows } from './scene';

const px = (x: number) => `${x}px`;

function swap(scene: ColumnsScene, dispatch: Dispatch) {
  const { centres, pitch, y } = scene;
  const x = centres[scene.swap?.token ?? 0] ?? 0;
  const width = Math.max(pitch, 64);
  const left = Math.min(scene.block - width, x - width / 2);
  return swapHandle(scene, { left, top: y.words + 32, width, height: 24 }, dispatch);
}

function upper(scene: ColumnsScene, time: number, dispatch: Dispatch): TemplateResult {
  const { y, block, marks } = scene;
  return html`<div class="part" style=${styled({ height: px(y.end) })}>
    ${rowLabels(scene, time, 'upper')}
    <div class="block" style=${styled({ width: px(block) })}>
      <svg class="art marks" width=${block} height=${y.end} aria-hidden="true">${svgMarks(marks, time)}</svg>
      ${wordHandles(scene, dispatch)}${swap(scene, dispatch)}${scoreQuestions(scene, time, dispatch)}
      ${weightHandles(scene, time, dispatch)}${archHandles(scene, time, dispatch)}${scoreMatrix(scene, time, dispatch)}
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
  if (!scene.chain) return nothing;
  return html`${notch(scene)}
    <div class="fold" style=${styled({ width: px(scene.width) })}>
      <div>${foldInFigure(scene.chain, scene.whatIf, scene.width - 28, dispatch)}</div>
    </div>`;
}

function lower(scene: ColumnsScene, time: number, dispatch: Dispatch) {
  if (!shows(scene, 'sum')) return nothing;
  const { block, sum, lower: heights } = scene;
  const height = heights.end + columnsFoot;
  return html`<div class="part" style=${styled({ height: px(height) })}>
    ${rowLabels(scene, time, 'lower')}
    <div class="block" style=${styled({ width: px(block) })}>
      <svg class="art marks" width=${block} height=${height} aria-hidden="true">${svgMarks(sum, time)}</svg>
      ${outputNames(scene, time)} ${outputQuestions(scene, time, dispatch)}
    </div>
  </div>`;
}

/** Highlights the column under a mouse pointer; a touch highlights nothing, nor does a drag. */
function lightUp(scene: ColumnsScene, event: PointerEvent, dispatch: Dispatch): void {
  if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
  const plane = event.currentTarget as HTMLElement;
  const { left, width } = plane.getBoundingClientRect();
  // The page may be zoomed by CSS: the scene counts unzoomed pixels.
  const zoom = width / plane.offsetWidth || 1;
  const x = (event.clientX - left) / zoom - scene.gutter;
  const slot = scene.slots.find(({ centre }) => Math.abs(centre - x) <= scene.pitch / 2);
  const near = slot && !slot.rest ? slot.first : null;
  const over = event.target as Element;
  const token = over.closest('.fold') ? null : near;
  if (token !== scene.hover) dispatch({ type: 'hover', token });
}

/** Whether the columns do not fit and scroll under the gutter. */
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

import { html, nothing, svg, type TemplateResult } from 'lit';
import { signed } from '../../render/format';
import { ramp } from '../../render/motion';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { swatches, swatchesWidth } from '../../widgets/legend';
import { panelCanvas } from '../kit/panel';
import { placed } from './handles';
import type { ColumnsScene, RowsScene } from './scene';

type Filled = ColumnsScene | RowsScene;

/** It comes at the end of its step; in the whole figure the next step takes its place. */
export function matrixPresence({ part, why }: Filled, time: number): number {
  const come = ramp(time, 0.9, 1);
  if (part !== null) return part === 'scores' ? come : 0;
  return why === null ? Math.min(come, 1 - ramp(time, 1, 1.12)) : 0;
}

const px = (x: number) => `${x}px`;

function names({ facts, matrix }: Filled) {
  const { panel, named } = matrix;
  const pitch = panel.height / panel.rows;
  return facts.tokens.map(({ piece }, i) => {
    const own = i === facts.focus;
    if (matrix.names === 0 || (!named && !own)) return '';
    return svg`<text class=${own ? 'serif query own' : 'serif'} x=${panel.x - 8} y=${panel.y + pitch * (i + 0.5) + 4}
      text-anchor="end">${piece}</text>`;
  });
}

/** The focus word's row, which the step has just made, and the cell that is looked at. */
function frames({ facts, matrix: { panel } }: Filled) {
  const { x, y, width, height, rows, columns, lit } = panel;
  const [w, h] = [width / columns, height / rows];
  return svg`<rect class="frame query" x=${x - 1} y=${y + facts.focus * h - 1} width=${width + 2} height=${h + 2}></rect>
    ${lit.map(
      (
        at,
      ) => svg`<rect class="frame lit" x=${x + (at % columns) * w} y=${y + Math.floor(at / columns) * h}
        width=${w} height=${h}></rect>`,
    )}`;
}

const scaleWidth = 72;

/** The bounds of its scale, and what it shows or what is pointed at. */
function foot({ kind, facts, matrix: { panel, readout } }: Filled): TemplateResult {
  const { bounds, tokens, focus } = facts;
  const top = panel.y + panel.height + 6;
  const framed = `“${tokens[focus]?.piece}”`;
  // As rows the words stand left of it, and there is room beneath them.
  const [left, shown] =
    kind === 'rows'
      ? [0, `framed: ${framed}`]
      : [panel.x, `a row for each query, framed that of ${framed}`];
  return html`<p class="bounds" style=${placed({ left, top, width: panel.x + panel.width - left })}>
    <span>${signed(-bounds.scores, 1)}</span>
    <svg width=${scaleWidth} height="6" viewBox="0 0 ${swatchesWidth} 6" preserveAspectRatio="none"
      shape-rendering="crispEdges" aria-hidden="true">${swatches(panel.scale)}</svg>
    <span>${signed(bounds.scores, 1)} score</span>
    <span class="what">${readout || shown}</span>
  </p>`;
}

/** Every query with every key: the whole matrix of which the step has made one row. */
export function scoreMatrix(scene: Filled, time: number, dispatch: Dispatch) {
  const shown = matrixPresence(scene, time);
  if (shown === 0) return nothing;
  const { panel } = scene.matrix;
  const place = {
    left: px(panel.x),
    top: px(panel.y),
    width: px(panel.width),
    height: px(panel.height),
  };
  return html`<div class="matrix" style=${styled({ opacity: String(shown) })}>
    ${panelCanvas(panel, place, dispatch)}
    <svg class="art" width="1" height="1" aria-hidden="true">${names(scene)} ${frames(scene)}</svg>
    ${foot(scene)}
  </div>`;
}

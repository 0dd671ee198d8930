import { html, nothing, type TemplateResult } from 'lit';
import { ramp } from '../../render/motion';
import { styled } from '../../render/styled';
import { windowName } from '../../render/visible-words';
import type { Dispatch } from '../../state/actions';
import { signed } from '../../state/format';
import { swatches, swatchesWidth } from '../../widgets/legend';
import { msg } from '../../words/msg';
import { panelCanvas } from '../kit/panel';
import { svgMarks } from '../kit/svg-marks';
import { placed } from './handles';
import type { FigureScene } from './scene';

/**
 * Opacity: the matrix appears at the end of its step; in the whole figure the next step replaces it.
 * While a guess is awaited, that step's empty places stand there.
 */
export function matrixPresence({ part, why, veil }: FigureScene, time: number): number {
  if (veil) return 0;
  const come = ramp(time, 0.9, 1);
  if (part !== null) return part === 'scores' ? come : 0;
  return why === null ? Math.min(come, 1 - ramp(time, 1, 1.12)) : 0;
}

const scaleWidth = 72;

/** The scale with its bounds, and what the matrix shows or the cell under the pointer. */
function foot({
  kind,
  row,
  shown: drawn,
  matrix: { panel, readout },
}: FigureScene): TemplateResult {
  const { bounds, tokens, focus } = row;
  const top = panel.y + panel.height + 6;
  const framed = `“${tokens[focus]?.piece}”`;
  // In rows the words are left of the matrix, with room below them.
  const [left, shown] =
    kind === 'rows'
      ? [0, `framed: ${framed}`]
      : [panel.x, msg`a row per query; ${framed}’s is framed`];
  const which = windowName(drawn);
  return html`<p class="bounds" style=${placed({ left, top, width: panel.x + panel.width - left })}>
    <span>${signed(-bounds.scores, 1)}</span>
    <svg width=${scaleWidth} height="6" viewBox="0 0 ${swatchesWidth} 6" preserveAspectRatio="none"
      shape-rendering="crispEdges" aria-hidden="true">${swatches(panel.scale)}</svg>
    <span>${msg`${signed(bounds.scores, 1)} score`}</span>
    <span class="what">${readout || [shown, which].filter(Boolean).join('; ')}</span>
  </p>`;
}

/** The scores of every query with every key; the step has computed one row of them. */
export function scoreMatrix(scene: FigureScene, time: number, dispatch: Dispatch) {
  const shown = matrixPresence(scene, time);
  if (shown === 0) return nothing;
  const { panel, marks } = scene.matrix;
  const px = (length: number) => `${length}px`;
  const place = {
    left: px(panel.x),
    top: px(panel.y),
    width: px(panel.width),
    height: px(panel.height),
  };
  return html`<div class="matrix" style=${styled({ opacity: String(shown) })}>
    ${panelCanvas(panel, place, dispatch)}
    <svg class="art marks" width="1" height="1" aria-hidden="true">${svgMarks(marks, time)}</svg>
    ${foot(scene)}
  </div>`;
}

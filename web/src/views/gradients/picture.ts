import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import type { SvgMark } from '../kit/scene';
import { svgMarks } from '../kit/svg-marks';

/** Marks in their room. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
}

/** A drawing; a screen reader hears what is beside it. */
export const picture = (
  { width, height, marks }: Drawing,
  over: TemplateResult | typeof nothing = nothing,
): TemplateResult =>
  html`<div class="picture" style=${styled({ width: `${width}px`, height: `${height}px` })}>
    <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${svgMarks(marks, 0)}
    </svg>
    ${over}
  </div>`;

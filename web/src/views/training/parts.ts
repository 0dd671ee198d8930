import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { type Plot, plotMarks } from '../kit/plot';
import { plotReader } from '../kit/plot-reader';
import type { SvgMark } from '../kit/scene';
import { svgMarks } from '../kit/svg-marks';

/** Marks in their room. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
  /** The step that it shows, where that may be another than the one asked for. */
  readonly step?: number;
}

/** A drawing; a screen reader hears what is beside it. */
export function picture(
  { width, height, marks }: Drawing,
  over: unknown = nothing,
): TemplateResult {
  return html`<div class="picture" style=${styled({ width: `${width}px`, height: `${height}px` })}>
    <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${svgMarks(marks, 0)}
    </svg>
    ${over}
  </div>`;
}

/** The history as plots and strip are read by: the kept steps, and the one on show. */
export interface History {
  readonly stops: readonly number[];
  readonly at: number;
  readonly says: string;
  readonly choose: (at: number) => void;
}

/** A plot over steps, read at the step on show. */
export function stepsPlot(
  plot: Plot,
  room: { width: number; height: number },
  label: string,
  history: History,
): TemplateResult {
  const reader = history.stops.length > 0 ? plotReader({ plot, label, ...history }) : nothing;
  return picture({ ...room, marks: plotMarks(plot) }, reader);
}

/** A line of a legend. */
export function key(tone: string, name: unknown, looks = ''): TemplateResult {
  return html`<li><i class="sample ${looks}" style=${styled({ color: `var(--${tone})` })}></i>${name}</li>`;
}

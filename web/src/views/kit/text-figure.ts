import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { msg } from '../../words/msg';
import type { SvgMark } from './scene';
import { svgMarks } from './svg-marks';

/** Marks in their room. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
}

/** A drawing among text; a screen reader hears what is beside it. */
export const picture = (
  { width, height, marks }: Drawing,
  over: TemplateResult | typeof nothing = nothing,
): TemplateResult =>
  html`<div class="picture" style=${styled({ width: `${width}px`, height: `${height}px` })}>
    <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">${svgMarks(marks, 0)}</svg>
    ${over}
  </div>`;

/** Rows of numbers for those who cannot see the drawing. */
export const numbersTable = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): TemplateResult =>
  html`<details><summary>${msg`${caption}: the numbers as a table`}</summary>
    <table><caption class="unseen">${caption}</caption>
      <tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr>
      ${rows.map(
        ([first, ...others]) =>
          html`<tr><th scope="row">${first}</th>${others.map((each) => html`<td>${each}</td>`)}</tr>`,
      )}
    </table></details>`;

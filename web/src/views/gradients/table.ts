import { html, type TemplateResult } from 'lit';
import { later, msg } from '../../words/msg';
import { textOf } from '../kit/depth/numbers';
import type { DepthSettings } from '../kit/depth/settings';
import {
  type Measure,
  type Measured,
  otherDepths,
  spreadAt,
  type Wiring,
  wirings,
} from '../kit/depth/study';

interface Column {
  readonly measure: Measure;
  readonly title: string;
  /** The layer that is read: the words, or the last. */
  readonly layer: 0 | -1;
}

const gradientAtWords: Column = {
  measure: 'gradient',
  title: later('Size of the gradient at the words'),
  layer: 0,
};
const differenceAtEnd: Column = {
  measure: 'difference',
  title: later('Difference of the words after the last layer'),
  layer: -1,
};

const shortNames = { pre: later('pre'), post: later('post'), none: later('none') } as const;

/** A norm where there is little room. */
export const shortName = (norm: Wiring['norm']): string => msg(shortNames[norm]);

function cell(measured: Measured, depth: number, wiring: Wiring, { measure, layer }: Column) {
  const at = spreadAt(measured, [depth, wiring], measure, layer);
  return html`<td>${at ? textOf(measure, at.middle) : '…'}</td>`;
}

function table(measured: Measured, { depth }: DepthSettings, column: Column): TemplateResult {
  const depths = [...new Set([...otherDepths, depth])].sort((a, b) => a - b);
  return html`<table>
    <caption>${msg(column.title)}</caption>
    <thead>
      <tr><th scope="col" rowspan="2">${msg`layers`}</th>
        <th scope="colgroup" colspan="3">${msg`path around`}</th>
        <th scope="colgroup" colspan="3">${msg`no path`}</th></tr>
      <tr>${wirings.map(({ norm }) => html`<th scope="col">${shortName(norm)}</th>`)}</tr>
    </thead>
    <tbody>
      ${depths.map(
        (each) => html`<tr class=${each === depth ? 'chosen' : ''}>
          <th scope="row">${each}</th>
          ${wirings.map((wiring) => cell(measured, each, wiring, column))}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The numbers at both ends, at all depths. */
export const tables = (measured: Measured, settings: DepthSettings): TemplateResult =>
  html`<details class="numbers">
    <summary>${msg`The numbers at other depths`}</summary>
    <div class="tables">${[gradientAtWords, differenceAtEnd].map((column) => table(measured, settings, column))}</div>
  </details>`;

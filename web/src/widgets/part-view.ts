import { css, html, type TemplateResult } from 'lit';
import type { Trace } from '../model/trace';
import {
  cssColor,
  cssInk,
  type Palette,
  type Scale,
  signedScale,
  weightScale,
} from '../render/color';
import { signed } from '../render/format';
import type { Part } from '../state/parts';
import type { State } from '../state/state';
import { boundOf, thumbnailCanvas } from './thumbnail';

/** One tensor of the trace in large: all of it as a picture, what concerns the focus as numbers. */
export const partViewStyles = css`
  .part-picture {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0 8px;
    margin: 0 0 12px;
    font-size: 11px;
  }
  .part-picture .words {
    display: grid;
    grid-auto-rows: 14px;
    color: var(--ink-2);
    text-align: end;
  }
  .part-picture .focus {
    font-weight: 700;
    color: var(--query);
  }
  .part-picture canvas.thumbnail {
    height: 100%;
  }
  .part-numbers {
    overflow-x: auto;
  }
  .part-numbers table {
    border-spacing: 1px;
    font-size: 11px;
  }
  .part-numbers caption {
    padding-bottom: 4px;
    color: var(--ink-2);
    text-align: start;
  }
  .part-numbers th {
    padding: 2px 6px 2px 0;
    font-weight: 400;
    color: var(--ink-2);
    text-align: end;
    white-space: nowrap;
  }
  .part-numbers td {
    min-width: 32px;
    padding: 3px;
    text-align: center;
  }
`;

export interface NumberTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: Float32Array }[];
}

const perRow = 16;

/** The chosen head's matrix of a tensor per pair of words, else the focus word's own numbers. */
export function numbersOf(trace: Trace, part: Part, state: State): NumberTable {
  const pieces = trace.encoding.tokens.map((token) => token.piece);
  const { shape } = trace.tensor(part.tensor);
  if (shape.length === 3) {
    const rows = pieces.map((name, i) => ({ name, values: trace.row(part.tensor, state.head, i) }));
    return {
      caption: `Head ${state.head + 1}: each row looks at each column.`,
      columns: pieces,
      rows,
    };
  }
  const values = trace.row(part.tensor, state.token);
  const rows = Array.from({ length: Math.ceil(values.length / perRow) }, (_, i) => {
    const end = Math.min(values.length, (i + 1) * perRow);
    return { name: `${i * perRow + 1}–${end}`, values: values.subarray(i * perRow, end) };
  });
  const caption = `The ${values.length} numbers of “${pieces[state.token]}”.`;
  return { caption, columns: [], rows };
}

function cell(value: number, scale: Scale): TemplateResult {
  const style = `background: ${cssColor(scale, value)}; color: ${cssInk(scale, value)}`;
  return html`<td .style=${style}>${signed(value)}</td>`;
}

function numberTable({ caption, columns, rows }: NumberTable, scale: Scale): TemplateResult {
  const head = html`<thead><tr><td></td>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
  return html`<div class="part-numbers" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption>${caption}</caption>
      ${columns.length > 0 ? head : ''}
      <tbody>
        ${rows.map(
          ({ name, values }) => html`<tr>
            <th scope="row">${name}</th>
            ${Array.from(values, (value) => cell(value, scale))}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function partView(part: Part, state: State, palette: Palette): TemplateResult {
  const trace = state.trace as Trace;
  const { shape, data } = trace.tensor(part.tensor);
  const [rows = 0, columns = 0] = shape.slice(-2);
  const tiles = shape.length === 3 ? (shape[0] ?? 1) : 1;
  const bound = boundOf(data);
  const scale = part.tensor.endsWith('.weights') ? weightScale : signedScale(part.hue, bound);
  const word = (piece: string, i: number) =>
    html`<span class=${i === state.token ? 'focus' : ''}>${piece}</span>`;
  return html`<p>${part.means}</p>
    <p>${shape.join(' × ')} numbers, the largest ${signed(bound)} in size.</p>
    <div class="part-picture">
      <div class="words">${trace.encoding.tokens.map((token, i) => word(token.piece, i))}</div>
      ${thumbnailCanvas({ data, rows, columns, tiles, scale, palette })}
    </div>
    ${numberTable(numbersOf(trace, part, state), scale)}`;
}

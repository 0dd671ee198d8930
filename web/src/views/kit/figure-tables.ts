import { html, nothing, type TemplateResult } from 'lit';
import type { Encoding } from '../../model/protocol';
import { weight } from '../../state/format';
import { msg } from '../../words/msg';
import type { FigureContext } from './hosted-figure';

/** A head's weights as numbers. */
interface WeightsTable {
  readonly caption: string;
  readonly encoding: Encoding;
  /** The words that have a row and a column. */
  readonly words: readonly number[];
  readonly row: (query: number) => ArrayLike<number>;
}

/** Closed at first; drawn only where tables are open. */
export function weightsTable(
  { state, dispatch }: FigureContext,
  { caption, encoding, words, row }: WeightsTable,
): TemplateResult {
  const piece = (i: number) => encoding.tokens[i]?.piece;
  const toggle = (event: Event) =>
    dispatch({ type: 'tables', open: (event.target as HTMLDetailsElement).open });
  return html`<details class="tables" ?open=${state.tables} @toggle=${toggle}>
    <summary>${msg`The weights as a table`}</summary>
    ${
      state.tables
        ? html`<div tabindex="0"><table>
          <caption>${caption}</caption>
          <tr><td></td>${words.map((i) => html`<th scope="col">${piece(i)}</th>`)}</tr>
          ${words.map((query) => html`<tr><th scope="row">${piece(query)}</th>${words.map((key) => html`<td>${weight(row(query)[key] ?? 0)}</td>`)}</tr>`)}
        </table></div>`
        : nothing
    }
  </details>`;
}

/** Numbers of a drawing that are not cells of its tensors, for whoever cannot see it. */
export interface NumberTable {
  readonly title: string;
  /** Over each column but the first. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...values: string[]])[];
}

/** The numbers as a table, folded until they are asked for. */
export const numberTable = ({ title, columns, rows }: NumberTable): TemplateResult =>
  html`<details class="tables">
    <summary>${msg`${title}, as a table`}</summary>
    <div tabindex="0"><table>
      <caption>${title}</caption>
      <tr><td></td>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
      ${rows.map(
        ([name, ...values]) => html`<tr>
          <th scope="row">${name}</th>${values.map((value) => html`<td>${value}</td>`)}
        </tr>`,
      )}
    </table></div>
  </details>`;

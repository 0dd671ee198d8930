import { html, type TemplateResult } from 'lit';
import { msg } from '../../words/msg';

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

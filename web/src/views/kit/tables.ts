import { html, nothing, type TemplateResult } from 'lit';
import type { Dispatch } from '../../state/actions';
import { signed, weight } from '../../state/format';
import { msg } from '../../words/msg';
import type { Panel, Scene } from './scene';

/** Of a larger matrix the table has as many rows as make up so many numbers. */
const most = 2048;

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** What a row or a column is called: its word in a matrix of weights, else its number. */
function nameOf({ cells, rows, columns }: Panel, words: readonly string[], i: number): string {
  const ofWords = cells?.origin.name.endsWith('.weights') && rows === columns;
  const first = cells?.origin.index[cells.columnAxis] ?? 0;
  return (ofWords && words[first + i]) || String(i + 1);
}

function table(panel: Panel, words: readonly string[]): TemplateResult {
  const { rows, columns, data, label, cells } = panel;
  const write = cells?.origin.name.endsWith('.weights') ? weight : signed;
  const shown = Math.min(rows, Math.max(1, Math.floor(most / columns)));
  const part = shown < rows ? msg`; rows 1 to ${shown} of ${rows}` : '';
  return html`<table>
    <caption>${label}${part}</caption>
    <tr><td></td>${upTo(columns).map((c) => html`<th scope="col">${nameOf(panel, words, c)}</th>`)}</tr>
    ${upTo(shown).map(
      (r) => html`<tr>
        <th scope="row">${nameOf(panel, words, r)}</th>
        ${upTo(columns).map((c) => html`<td>${write(data[r * columns + c] ?? 0)}</td>`)}
      </tr>`,
    )}
  </table>`;
}

/** Behind each canvas whose cells can be asked: its numbers as a table, once they are asked for. */
export function tablesOf({ marks, words, tables }: Scene, dispatch: Dispatch) {
  const asked = marks.filter((mark) => mark.kind === 'panel').filter(({ cells }) => cells);
  // The same numbers may be drawn twice: where they are computed, and where they go.
  const panels = [...new Map(asked.map((panel) => [panel.label, panel])).values()];
  if (panels.length === 0) return nothing;
  const toggle = (event: Event) =>
    dispatch({ type: 'tables', open: (event.target as HTMLDetailsElement).open });
  return html`<details class="tables" ?open=${tables} @toggle=${toggle}>
    <summary>${msg`The numbers as tables`}</summary>
    ${tables ? panels.map((panel) => html`<div tabindex="0">${table(panel, words)}</div>`) : nothing}
  </details>`;
}

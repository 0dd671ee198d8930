import { html, nothing, type TemplateResult } from 'lit';
import { signed } from '../../render/format';
import type { Dispatch } from '../../state/actions';
import { type Cell, cell } from '../../state/dataflow/cell';
import { moveFocus } from '../kit/roving';
import type { AttentionRow } from './attention-row';
import { type Placement, placed } from './handles';
import type { ColumnsScene, OutputGrid, RowsScene } from './scene';
import { outputCell } from './sum-art';

/** Numbers of the stage that are asked "why?" beneath it: scores and the output. */

const name = (facts: AttentionRow, tensor: string) => `layers.${facts.layer}.attention.${tensor}`;

export function weightCell(facts: AttentionRow, key: number): Cell {
  return cell(name(facts, 'weights'), facts.head, facts.focus, key);
}

export function scoreCell(facts: AttentionRow, key: number): Cell {
  return cell(name(facts, 'scores'), facts.head, facts.focus, key);
}

/** The i-th number of this head's part of the concatenated heads. */
export function headsCell(facts: AttentionRow, i: number): Cell {
  return cell(name(facts, 'heads'), facts.focus, facts.head * facts.dK + i);
}

interface Question {
  readonly cell: Cell;
  readonly label: string;
  readonly box: Placement;
}

/** Clear handles over the numbers of the picture, with one tab stop. */
function questions(label: string, list: readonly Question[], stop: number, dispatch: Dispatch) {
  const ask = ({ cell: asked, label: words, box }: Question, i: number) => html`<button
    class="ask"
    data-stop
    tabindex=${i === stop ? 0 : -1}
    aria-label=${words}
    style=${placed(box)}
    @click=${() => dispatch({ type: 'cell', cell: asked })}
  ></button>`;
  return html`<div class="asks" role="toolbar" aria-label=${label} @keydown=${moveFocus}>
    ${list.map(ask)}
  </div>`;
}

/** One handle per score; `box` places the j-th. Nothing before the scores are final. */
export function scoreQuestions(
  scene: ColumnsScene | RowsScene,
  progress: number,
  box: (j: number) => Placement,
  dispatch: Dispatch,
) {
  if (progress < 1) return nothing;
  const { facts, top } = scene;
  const list = facts.tokens.map(({ piece }, j) => ({
    cell: scoreCell(facts, j),
    label: `score of ${piece}, ${signed(facts.scores[j] ?? 0)}. Why?`,
    box: box(j),
  }));
  return questions('Scores: ask why', list, top, dispatch);
}

/** One handle per number of the output, `top` below the element's upper edge. */
export function outputQuestions(
  facts: AttentionRow,
  grid: OutputGrid,
  top: number,
  progress: number,
  dispatch: Dispatch,
): TemplateResult | typeof nothing {
  if (progress < 1) return nothing;
  const list = Array.from(facts.output, (z, i) => {
    const { x, y } = outputCell(grid, i);
    const box = { left: x, top: top + y, width: grid.cell - 1, height: grid.height - 1 };
    return { cell: headsCell(facts, i), label: `number ${i + 1}, ${signed(z)}. Why?`, box };
  });
  return questions('Output: ask why', list, 0, dispatch);
}

/** Opens the walk back from a weight in place of the fold. */
export function walkBack(facts: AttentionRow, key: number, dispatch: Dispatch): void {
  dispatch({ type: 'cell', cell: weightCell(facts, key) });
}

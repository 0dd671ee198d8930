import { html, nothing } from 'lit';
import type { Dispatch } from '../../state/actions';
import { type Cell, cell } from '../../state/dataflow/cell';
import { signed } from '../../state/format';
import { stepProgress } from '../../state/timeline';
import { changeNumberByKey } from '../../widgets/hand-keys';
import { moveFocus } from '../kit/roving';
import type { AttentionRow } from './attention-row';
import { placed } from './handles';
import { type FigureScene, type Placement, shownWords, stopOf } from './scene';
import { outputCell } from './sum-marks';
import { isDrawn } from './veil';

/** Buttons that ask "why?" about scores and about numbers of the output. */

const name = (row: AttentionRow, tensor: string) => `layers.${row.layer}.attention.${tensor}`;

export function scoreCell(row: AttentionRow, key: number): Cell {
  return cell(name(row, 'scores'), row.head, row.focus, key);
}

/** The i-th number of this head's part of the concatenated heads. */
export function headsCell(row: AttentionRow, i: number): Cell {
  return cell(name(row, 'heads'), row.focus, row.head * row.dK + i);
}

interface Question {
  readonly cell: Cell;
  readonly label: string;
  readonly box: Placement;
}

/** Transparent buttons over numbers of the drawing, sharing one tab stop. */
function questions(label: string, list: readonly Question[], stop: number, dispatch: Dispatch) {
  const ask = ({ cell: asked, label: words, box }: Question, i: number) => html`<button
    class="ask"
    data-stop
    tabindex=${i === stop ? 0 : -1}
    aria-label=${words}
    style=${placed(box)}
    @click=${() => dispatch({ type: 'cell', cell: asked })}
    @keydown=${(event: KeyboardEvent) => changeNumberByKey(event, { kind: 'cell', cell: asked }, dispatch, false)}
  ></button>`;
  return html`<div class="asks" role="toolbar" aria-label=${label} @keydown=${moveFocus}>
    ${list.map(ask)}
  </div>`;
}

/** One button per score, once the scores are final. */
export function scoreQuestions(scene: FigureScene, time: number, dispatch: Dispatch) {
  if (!isDrawn(scene, 'scores') || stepProgress(time, 'scores') < 1) return nothing;
  const { row } = scene;
  const words = shownWords(scene);
  const list = words.map(({ token: j, places: { scoreHandle: box } }) => ({
    cell: scoreCell(row, j),
    label: `score of ${row.tokens[j]?.piece}, ${signed(row.scores[j] ?? 0)}. Why?`,
    box,
  }));
  const stop = words.findIndex(({ token }) => token === stopOf(scene));
  return questions('Scores: ask why', list, stop, dispatch);
}

/** One button per number of the output, once they are final. */
export function outputQuestions(scene: FigureScene, time: number, dispatch: Dispatch) {
  const { row, output } = scene;
  if (!isDrawn(scene, 'sum') || stepProgress(time, 'sum') < 1) return nothing;
  const list = Array.from(row.output, (z, i) => {
    const { x, y } = outputCell(output, i);
    const box = { left: x, top: y, width: output.cell - 1, height: output.height - 1 };
    return { cell: headsCell(row, i), label: `number ${i + 1}, ${signed(z)}. Why?`, box };
  });
  return questions('Output: ask why', list, 0, dispatch);
}

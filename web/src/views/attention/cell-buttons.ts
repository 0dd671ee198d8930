import { html, nothing } from 'lit';
import type { Dispatch } from '../../state/actions';
import { type Cell, cell, gradientOf } from '../../state/dataflow/cell';
import { fine, signed } from '../../state/format';
import { stepProgress } from '../../state/timeline';
import { changeNumberByKey, moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import type { AttentionRow } from './attention-row';
import { gradientBands, gradientPlace } from './gradients';
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

/** How far the anchor of a text is from the left edge of its button. */
const anchored = { start: 0, middle: 25, end: 50 } as const;

/** On the way back: one button per gradient of a score, then of a weight, once they are there. */
function gradientQuestions(scene: FigureScene, time: number, dispatch: Dispatch) {
  const { row, gradient } = scene;
  const list = gradientBands.flatMap(([tensor, band]) => {
    if (!isDrawn(scene, band) || stepProgress(time, band) < 1) return [];
    return shownWords(scene).map(({ token: j, places }) => {
      const { x, y, anchor } = gradientPlace(scene, places, tensor);
      const value = fine(gradient?.[tensor][j] ?? 0);
      return {
        cell: gradientOf(cell(name(row, tensor), row.head, row.focus, j)),
        label:
          tensor === 'scores'
            ? msg`gradient of the score of ${row.tokens[j]?.piece}, ${value}. Why?`
            : msg`gradient of the weight of ${row.tokens[j]?.piece}, ${value}. Why?`,
        box: { left: x - anchored[anchor], top: y - 13, width: 50, height: 18 },
      };
    });
  });
  return list.length > 0 ? questions(msg`Gradients: ask why`, list, 0, dispatch) : nothing;
}

/** One button per score, once the scores are final. */
export function scoreQuestions(scene: FigureScene, time: number, dispatch: Dispatch) {
  if (scene.gradient) return gradientQuestions(scene, time, dispatch);
  if (!isDrawn(scene, 'scores') || stepProgress(time, 'scores') < 1) return nothing;
  const { row } = scene;
  const words = shownWords(scene);
  const list = words.map(({ token: j, places: { scoreHandle: box } }) => ({
    cell: scoreCell(row, j),
    label: msg`score of ${row.tokens[j]?.piece}, ${signed(row.scores[j] ?? 0)}. Why?`,
    box,
  }));
  const stop = words.findIndex(({ token }) => token === stopOf(scene));
  return questions(msg`Scores: ask why`, list, stop, dispatch);
}

/** One button per number of the output, once they are final. */
export function outputQuestions(scene: FigureScene, time: number, dispatch: Dispatch) {
  const { row, output } = scene;
  if (!isDrawn(scene, 'sum') || stepProgress(time, 'sum') < 1) return nothing;
  const list = Array.from(row.output, (z, i) => {
    const { x, y } = outputCell(output, i);
    const box = { left: x, top: y, width: output.cell - 1, height: output.height - 1 };
    const own = headsCell(row, i);
    const gradient = scene.gradient?.output[i];
    if (gradient !== undefined)
      return {
        cell: gradientOf(own),
        label: msg`gradient of number ${i + 1}, ${fine(gradient)}. Why?`,
        box,
      };
    return { cell: own, label: msg`number ${i + 1}, ${signed(z)}. Why?`, box };
  });
  return questions(msg`Output: ask why`, list, 0, dispatch);
}

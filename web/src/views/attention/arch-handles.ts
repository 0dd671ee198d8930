import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { type Cell, cell, gradientOf } from '../../state/dataflow/cell';
import { fine, signed, weight } from '../../state/format';
import { stepProgress } from '../../state/timeline';
import { weightCell } from '../../state/why';
import { wordName, wordNameFirst } from '../../state/word-names';
import { gainText, scaledByDrag, scaledByKey } from '../../widgets/grip';
import { changeNumberByKey, moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import type { AttentionRow } from './attention-row';
import { gradientBands, gradientPlace } from './gradients';
import { placed } from './handles';
import { type FigureScene, type Placement, shownWords, stopOf } from './scene';
import { softmaxParts } from './softmax-marks';
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

/** Of a handle at an arch's crown: the middle of each is free of its neighbours. */
const size = 24;

/** The crown of a word's arch, or of the pin on the focus word. */
function crownOf(scene: FigureScene, token: number): { readonly x: number; readonly y: number } {
  const { arches, row, kind } = scene;
  const { pin, strands } = arches;
  const strand = strands.find(({ key }) => key === token);
  const along = strand ? (strand.from + strand.to) / 2 : pin.at;
  const away = token === row.focus || !strand ? pin.rise : strand.rise;
  return kind === 'columns'
    ? { x: along, y: scene.y.arches - away }
    : { x: scene.x.arches - away, y: along };
}

function archHandle(scene: FigureScene, token: number, dispatch: Dispatch): TemplateResult {
  const { row, gains, why } = scene;
  const { x, y } = crownOf(scene, token);
  const gain = gains[token] ?? null;
  const target = { kind: 'cell', cell: weightCell({ ...row, token: row.focus }, token) } as const;
  const said = gainText(gain);
  const to = token === row.focus ? msg`itself` : wordName(row.tokens, token);
  const from = wordNameFirst(row.tokens, row.focus);
  const label = msg`arch of ${from} to ${to}, ${weight(row.weights[token] ?? 0)}${said && `, ${said}`}`;
  const onKey = (event: KeyboardEvent) => {
    if (!scaledByKey(event, target, dispatch))
      changeNumberByKey(event, target, dispatch, why === token);
  };
  return html`<button
    class="crown ${said ? 'changed' : ''}"
    data-stop
    data-token=${token}
    tabindex=${token === stopOf(scene) ? 0 : -1}
    aria-label=${msg`${label}. Up and down scale it, M mutes it`}
    title=${msg`drag up for more, down for less`}
    style=${placed({ left: x - size / 2, top: y - size / 2, width: size, height: size })}
    @pointerdown=${scaledByDrag(target, gain, dispatch)}
    @keydown=${onKey}
    @click=${() => dispatch({ type: 'why', key: why === token ? null : token })}
  ><span class="knob" aria-hidden="true">${said ? '◆' : ''}</span>${said ? html`<span class="gain" aria-hidden="true">${said}</span>` : nothing}</button>`;
}

/** Handles at the crowns of the arches, once the weights are known: they scale and mute. */
export function archHandles(scene: FigureScene, time: number, dispatch: Dispatch) {
  const known = softmaxParts(stepProgress(time, 'softmax')).weights === 1;
  if (!isDrawn(scene, 'arches') || scene.veil || !known) return nothing;
  return html`<div class="crowns" role="toolbar" aria-label=${msg`Arches: scale or mute`} @keydown=${moveFocus}>
    ${shownWords(scene).map(({ token }) => archHandle(scene, token, dispatch))}
  </div>`;
}

/** Beside the arches: what can be done with them. */
export function archHint({ y, veil }: FigureScene & { kind: 'columns' }, time: number) {
  const known = softmaxParts(stepProgress(time, 'softmax')).weights === 1;
  if (veil || !known) return nothing;
  return html`<div class="hint" data-hint style=${styled({ left: '0px', top: `${y.arches - 44}px` })}>${msg`drag an arch`}<br /><span class="for-keys">${msg`or press M on it`}</span></div>`;
}

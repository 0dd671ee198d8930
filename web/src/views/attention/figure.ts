import { html, nothing, svg, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { moreWordsAt, sumOver } from '../../render/visible-words';
import type { Dispatch } from '../../state/actions';
import { signed, weight } from '../../state/format';
import { explainedFormula } from '../../widgets/explained-formula';
import { addends, formulaLines } from '../../widgets/formula';
import { msg } from '../../words/msg';
import { beatsOf } from '../kit/beats';
import { type CaptionPart, captionBeats, isOver, stepAt } from './caption';
import { renderColumns } from './columns';
import { backwardBeats } from './gradients';
import { columnsFrom } from './layout';
import { renderRows } from './rows';
import type { AttentionScene, FigureScene } from './scene';
import { keyOf, loudest } from './spelt';

function captionPart(part: CaptionPart, dispatch: Dispatch) {
  const { text, token } = part;
  if (token === undefined) return text;
  const light = (over: boolean) => () => dispatch({ type: 'hover', token: over ? token : null });
  return html`<span class="mention" @pointerenter=${light(true)} @pointerleave=${light(false)}>${text}</span>`;
}

/** Both beats of the caption, with the words that they mention to be pointed at. */
export function captionWords(scene: AttentionScene, time: number, dispatch: Dispatch): unknown {
  if (scene.kind === 'empty') return nothing;
  const step = scene.part ?? stepAt(time);
  if (scene.gradient) return beatsOf(backwardBeats(scene.row, scene.gradient, step), true);
  const beats = captionBeats(scene.row, time, step);
  const [happens, result] = beats.map((parts) => parts.map((part) => captionPart(part, dispatch)));
  return beatsOf([happens, result], isOver(time));
}

/** The arithmetic of the step that a time shows, and which number it is. */
function formulaAt({ row, gains, spelt, part, width, ...at }: FigureScene, time: number) {
  const step = part ?? stepAt(time) ?? 'softmax';
  const of = spelt[step];
  const lines = of ? explainedFormula(of, addends(width)) : null;
  if (!lines) return nothing;
  const key = keyOf(at);
  const piece = (token: number) => row.tokens[token]?.piece ?? '';
  const was = gains[key] === 1 ? '' : msg`, before the change`;
  const pair = `${piece(row.focus)} → ${piece(key)}${was}`;
  const about = step === 'sum' ? msg`number ${loudest(row) + 1} of ${row.dK}` : pair;
  return formulaLines(lines, about);
}

/** What the picture says, for whoever cannot see it. */
function table(scene: FigureScene): TemplateResult {
  const { row, slots } = scene;
  const from = row.tokens[row.focus]?.piece;
  return html`<table class="hidden">
    <caption>
      ${msgHtml`Attention of “${from}”, layer ${row.layer + 1}, head ${row.head + 1}`}
    </caption>
    <thead>
      <tr>
        <th scope="col">${msg`word`}</th>
        <th scope="col">${msg`score`}</th>
        <th scope="col">${msg`scaled`}</th>
        <th scope="col">${msg`weight`}</th>
      </tr>
    </thead>
    <tbody>
      ${slots.map((slot) => {
        const { first: j, rest } = slot;
        return html`<tr>
          <th scope="row">${rest ? moreWordsAt(slot) : row.tokens[j]?.piece}</th>
          <td>${rest ? nothing : signed(row.scores[j] ?? 0)}</td>
          <td>${rest ? nothing : signed(row.scaled[j] ?? 0)}</td>
          <td>${weight(sumOver(slot, row.weights))}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** Escape closes the fold and gives the keyboard back to the number that was asked. */
function closeOnEscape(scene: FigureScene, event: KeyboardEvent, dispatch: Dispatch): void {
  if (event.key !== 'Escape' || scene.why === null) return;
  event.stopPropagation();
  const figure = event.currentTarget as HTMLElement;
  figure.querySelector<HTMLElement>(`.share[data-token="${scene.why}"]`)?.focus();
  dispatch({ type: 'why', key: null });
}

/** Where words will stand: as many places as the house sentence has. */
const places = 11;

/** The figure before there are words: bare places and no numbers. */
function skeleton(width: number): TemplateResult {
  const columns = width >= columnsFrom;
  const pitch = width / places;
  const word = (i: number) =>
    columns
      ? svg`<rect x=${(i + 0.2) * pitch} y="142" width=${pitch * 0.6} height="14" rx="1.5"></rect>`
      : svg`<rect x="70" y=${51 + 36 * i} width="72" height="14" rx="1.5"></rect>`;
  return html`<div class="figure empty" aria-hidden="true">
    <svg width=${width} height=${columns ? 640 : 520}>${Array.from({ length: places }, (_, i) => word(i))}</svg>
  </div>`;
}

/** Columns so narrow that their main numbers must be smaller. */
function isTight(scene: FigureScene): boolean {
  return scene.kind === 'columns' && scene.pitch < 62;
}

export function renderFigure(
  scene: AttentionScene,
  time: number,
  dispatch: Dispatch,
): TemplateResult {
  if (scene.kind === 'empty') return skeleton(scene.width);
  const picture =
    scene.kind === 'columns'
      ? renderColumns(scene, time, dispatch)
      : renderRows(scene, time, dispatch);
  const keydown = (event: KeyboardEvent) => closeOnEscape(scene, event, dispatch);
  return html`<div class="figure ${scene.kind}${isTight(scene) ? ' tight' : ''}" @keydown=${keydown}>
    ${picture}
    ${scene.veil ? nothing : [html`<p class="caption">${captionWords(scene, time, dispatch)}</p>`, formulaAt(scene, time), table(scene)]}
  </div>`;
}

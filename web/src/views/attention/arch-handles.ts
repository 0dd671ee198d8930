import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { weight } from '../../state/format';
import { stepProgress } from '../../state/timeline';
import { weightCell } from '../../state/why';
import { wordName, wordNameFirst } from '../../state/word-names';
import { gainText, scaledByDrag, scaledByKey } from '../../widgets/grip';
import { changeNumberByKey, moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import { placed } from './handles';
import { type FigureScene, shownWords, stopOf } from './scene';
import { softmaxParts } from './softmax-marks';
import { isDrawn } from './veil';

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
    title=${msg`drag up or down: more or less of it`}
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
  return html`<div class="hint" style=${styled({ left: '0px', top: `${y.arches - 44}px` })}>${msg`drag an arch`}<br /><span class="for-keys">${msg`or press M on it`}</span></div>`;
}

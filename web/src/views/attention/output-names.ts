import { html, nothing } from 'lit';
import { ramp } from '../../render/motion';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { stepProgress } from '../../state/timeline';
import { msg } from '../../words/msg';
import { placed } from './handles';
import type { FigureScene } from './scene';

/** Label of the output strip: beside it if there is room, else above. */
export function outputNames(scene: FigureScene, time: number) {
  const shown = ramp(stepProgress(time, 'sum'), 0.8, 0.9);
  if (shown === 0) return nothing;
  const { row, output } = scene;
  const name = msgHtml`new <span class="value">${row.tokens[row.focus]?.piece}</span>`;
  const opacity = styled({ opacity: String(shown) });
  if (scene.kind === 'rows')
    return html`<div class="names" style=${opacity}><b style=${placed({ left: 0, top: 13 })}>${name}</b></div>`;
  const size = msg`head ${row.head + 1}, ${row.dK} numbers`;
  const cells = Math.min(output.perRow, row.dK) * output.cell;
  if (!output.beside) {
    const box = { left: output.left, top: output.top - 20, width: cells };
    return html`<div class="names above" style=${opacity}>
      <div class="ends" style=${placed(box)}><b>${name}</b><span>${size}</span></div>
    </div>`;
  }
  const top = output.top + output.height / 2 - 10;
  return html`<div class="names" style=${opacity}>
    <b class="new" style=${placed({ left: output.left - 132, top, width: 120 })}>${name}</b>
    <span class="what" style=${placed({ left: output.left + cells + 12, top })}>${size}</span>
  </div>`;
}

import { html, nothing } from 'lit';
import { ramp } from '../../render/motion';
import { styled } from '../../render/styled';
import { placed } from './handles';
import type { ColumnsScene } from './scene';

/** What the output strip is: beside it where there is room, else beneath its label line. */
export function outputNames(scene: ColumnsScene, progress: number) {
  const shown = ramp(progress, 0.8, 0.9);
  if (shown === 0) return nothing;
  const { facts, output, lower } = scene;
  const name = html`new <span class="value">${facts.tokens[facts.focus]?.piece}</span>`;
  const size = `head ${facts.head + 1}, ${facts.dK} numbers`;
  const cells = Math.min(output.perRow, facts.dK) * output.cell;
  const opacity = styled({ opacity: String(shown) });
  if (!output.beside) {
    const box = { left: output.left, top: lower.output - 20, width: cells };
    return html`<div class="names above" style=${opacity}>
      <div class="ends" style=${placed(box)}><b>${name}</b><span>${size}</span></div>
    </div>`;
  }
  const top = lower.output + output.height / 2 - 10;
  return html`<div class="names" style=${opacity}>
    <b class="new" style=${placed({ left: output.left - 132, top, width: 120 })}>${name}</b>
    <span class="what" style=${placed({ left: output.left + cells + 12, top })}>${size}</span>
  </div>`;
}

import { html, svg, type TemplateResult } from 'lit';
import { patchesAcross } from './reading';

const lines = Array.from({ length: patchesAcross - 1 }, (_, i) => i + 1);

/** Where a picture of so many pixels is cut into patches; `marks` are drawn above. */
export const gridLines = (width: number, marks: unknown = null): TemplateResult => {
  const step = width / patchesAcross;
  return html`<svg class="grid" width=${width} height=${width} aria-hidden="true">
    ${lines.map((i) => svg`<path d="M${i * step} 0V${width}M0 ${i * step}H${width}"></path>`)} ${marks}
  </svg>`;
};

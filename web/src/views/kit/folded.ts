import { html, nothing, type TemplateResult } from 'lit';
import type { FigureContext } from './hosted-figure';

/**
 * A part of a figure that the page's stage, whose height is given, has no room for: there it is
 * folded, closed at first; a figure in a text shows it, unless `isFolded` says otherwise.
 */
export function folded(
  m: FigureContext,
  name: string,
  title: string,
  part: () => TemplateResult,
  isFolded = m.size.height !== undefined,
): TemplateResult {
  if (!isFolded) return part();
  const open = m.kept(name, false);
  const turn = (event: Event) => m.keep(name, (event.target as HTMLDetailsElement).open);
  return html`<details class="tables" ?open=${open} @toggle=${turn}>
    <summary>${title}</summary>${open ? part() : nothing}
  </details>`;
}

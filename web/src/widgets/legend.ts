import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { cssColor, type Role, type Scale, signedScale, weightScale } from '../render/color';
import * as look from '../render/palette.css';
import { signed } from '../state/format';
import type { State } from '../state/state';
import { boundOf } from '../state/vector';
import { msg } from '../words/msg';

export interface LegendEntry {
  readonly name: string;
  readonly scale: Scale;
}

type Vector = Extract<Role, 'query' | 'key' | 'value'>;

/** The scales of the attention figure with their real bounds: weights, and the vectors it shows. */
export function attentionLegend(
  { trace, layer }: State,
  roles: readonly Vector[] = ['query', 'key', 'value'],
  weights = true,
): TemplateResult | typeof nothing {
  if (!trace) return nothing;
  const bound = (role: Vector) => boundOf(trace, `layers.${layer}.attention.${role}`);
  return legend([
    ...(weights ? [{ name: msg`weight`, scale: weightScale }] : []),
    ...roles.map((role) => ({ name: msg(role), scale: signedScale(role, bound(role)) })),
  ]);
}

/** Samples drawn from each scale: its width, where each is one wide. */
const samples = 41;
export const swatchesWidth = samples;

/** A scale from end to end, 6 high. */
export function swatches(scale: Scale) {
  const [low, high] = scale.kind === 'weight' ? [0, 1] : [-scale.bound, scale.bound];
  return Array.from({ length: samples }, (_, i) => {
    const value = low + ((high - low) * i) / (samples - 1);
    return svg`<rect x=${i} width="1.2" height="6" fill=${cssColor(scale, value)}></rect>`;
  });
}

function bounds(scale: Scale): readonly string[] {
  if (scale.kind === 'weight') return ['0', '1'];
  return [signed(-scale.bound, 1), '0', signed(scale.bound, 1)];
}

/** One bar per scale, its name above and its bounds below. */
export function legend(entries: readonly LegendEntry[]): TemplateResult {
  return html`<dl class="legend">
    ${entries.map(
      ({ name, scale }) => html`<div>
        <dt>${name}</dt>
        <dd>
          <svg viewBox="0 0 ${samples} 6" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">
            ${swatches(scale)}
          </svg>
          <span class="bounds">${bounds(scale).map((text) => html`<span>${text}</span>`)}</span>
        </dd>
      </div>`,
    )}
  </dl>`;
}

export const legendStyles = css`
  .legend {
    display: grid;
    gap: 12px;
    margin: 0;
    font-size: 11px;
  }
  .legend dd {
    margin: 3px 0 0;
  }
  .legend svg {
    display: block;
    width: 100%;
    height: 6px;
  }
  .legend .bounds {
    ${look.spread}
    color: var(--ink-2);
    margin-top: 2px;
  }
`;

import { html, nothing, type TemplateResult } from 'lit';
import { count } from '../../state/format';
import { later, msg } from '../../words/msg';
import { layersText } from '../kit/depth/reading';
import { deepest, seeds } from '../kit/depth/study';
import type { Acts } from '../kit/depth/study-element';
import { plotReader } from '../kit/plot-reader';
import { picture } from '../kit/text-figure';
import type { OrderColumn, OrderScene } from './scene';

const about = (): string =>
  msg`Untrained encoders, 32 wide, Xavier-uniform: a random gradient of size 1 is sent back from the end. Lines: the middle of ${count(seeds)} seeds; bands: all of them; faint: other depths.`;

const named = { post: later('Post-norm'), pre: later('Pre-norm') } as const;
const formula = { post: 'norm(x + f(x))', pre: 'x + f(norm(x))' } as const;

function column(scene: OrderScene, own: OrderColumn, acts: Acts): TemplateResult {
  const { settings, caption } = scene;
  const reader = plotReader({
    plot: own.plot,
    label: msg`Depth of the encoder, ${msg(named[own.order])}`,
    stops: Array.from({ length: deepest }, (_, i) => i + 1),
    at: settings.depth - 1,
    says: `${layersText(settings.depth)}. ${caption.join(' ')}`,
    choose: (at) => acts.choose({ ...settings, depth: at + 1 }),
    hover: (at) => acts.hover(at === null ? null : at + 1),
  });
  return html`<section aria-label=${msg(named[own.order])}>
    <h3>${msg(named[own.order])} <span>${formula[own.order]}</span></h3>
    ${picture(own, reader)}
  </section>`;
}

/** The whole view. */
export function renderOrder(scene: OrderScene, acts: Acts, problem: string): TemplateResult {
  const { columns, caption, settings, stacked } = scene;
  const told = caption.join(' ') || msg`Measuring encoders of ${layersText(settings.depth)}.`;
  return html`<div class="order ${stacked ? 'stacked' : ''}">
    <p class="about">${about()}</p>
    ${problem ? html`<p class="remark error" role="alert">${problem}</p>` : nothing}
    <p class="told" aria-live="polite">${told}</p>
    <div class="columns">${columns.map((own) => column(scene, own, acts))}</div>
    <p class="about readout">${scene.readout}</p>
  </div>`;
}

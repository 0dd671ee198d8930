import { html, nothing, svg, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { count } from '../../state/format';
import { later, msg } from '../../words/msg';
import { styleOf } from '../kit/depth/lines';
import { layersText, spoken, textOf } from '../kit/depth/reading';
import { type DepthSettings, turnNorm, turnPath } from '../kit/depth/settings';
import {
  deepest,
  type Measure,
  type Measured,
  otherDepths,
  seeds,
  spreadAt,
  type Wiring,
  wirings,
} from '../kit/depth/study';
import type { Acts } from '../kit/depth/study-element';
import { plotReader } from '../kit/plot-reader';
import { type Drawing, picture } from '../kit/text-figure';
import type { GradientsScene } from './scene';

interface Column {
  readonly measure: Measure;
  readonly title: string;
  /** The layer that is read: the words, or the last. */
  readonly layer: 0 | -1;
}

const gradientAtWords: Column = {
  measure: 'gradient',
  title: later('Size of the gradient at the words'),
  layer: 0,
};
const differenceAtEnd: Column = {
  measure: 'difference',
  title: later('Difference of the words after the last layer'),
  layer: -1,
};

const shortNames = { pre: later('pre'), post: later('post'), none: later('none') } as const;

/** A norm where there is little room. */
const shortName = (norm: Wiring['norm']): string => msg(shortNames[norm]);

function cell(measured: Measured, depth: number, wiring: Wiring, { measure, layer }: Column) {
  const at = spreadAt(measured, [depth, wiring], measure, layer);
  return html`<td>${at ? textOf(measure, at.middle) : '…'}</td>`;
}

function table(measured: Measured, { depth }: DepthSettings, column: Column): TemplateResult {
  const depths = [...new Set([...otherDepths, depth])].sort((a, b) => a - b);
  return html`<table>
    <caption>${msg(column.title)}</caption>
    <thead>
      <tr><th scope="col" rowspan="2">${msg`layers`}</th>
        <th scope="colgroup" colspan="3">${msg`path around`}</th>
        <th scope="colgroup" colspan="3">${msg`no path`}</th></tr>
      <tr>${wirings.map(({ norm }) => html`<th scope="col">${shortName(norm)}</th>`)}</tr>
    </thead>
    <tbody>
      ${depths.map(
        (each) => html`<tr class=${each === depth ? 'chosen' : ''}>
          <th scope="row">${each}</th>
          ${wirings.map((wiring) => cell(measured, each, wiring, column))}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The numbers at both ends, at all depths. */
const tables = (measured: Measured, settings: DepthSettings): TemplateResult =>
  html`<details class="numbers">
    <summary>${msg`The numbers at other depths`}</summary>
    <div class="tables">${[gradientAtWords, differenceAtEnd].map((column) => table(measured, settings, column))}</div>
  </details>`;

type Part = TemplateResult | typeof nothing;

/** A piece of line as the plots have it. */
function sample(wiring: Wiring): TemplateResult {
  const { tone, width, dash } = { dash: '', ...styleOf(wiring) };
  return html`<svg class="sample" width="26" height="8" aria-hidden="true">
    ${svg`<path d="M0 4H26" fill="none" stroke="var(--${tone})" stroke-width=${width} stroke-dasharray=${dash || nothing}></path>`}
  </svg>`;
}

function toggle(wiring: Wiring, name: string, on: boolean, press: () => void): TemplateResult {
  return html`<button type="button" class="toggle" aria-pressed=${on} @click=${press}>${sample(wiring)} ${name}</button>`;
}

/** The switches, which are the legend too. */
function switches({ settings }: GradientsScene, acts: Acts): TemplateResult {
  const norms = ['pre', 'post', 'none'] as const;
  const paths = [true, false];
  return html`<div class="switches">
    <div role="group" aria-label=${msg`Residual path`}><span>${msg`residual path`}</span>
      ${paths.map((path) =>
        toggle(
          { norm: 'none', path },
          path ? msg`around` : msg`no path`,
          settings.paths.includes(path),
          () => acts.choose(turnPath(settings, path)),
        ),
      )}</div>
    <div role="group" aria-label=${msg`Norm`}><span>${msg`norm`}</span>
      ${norms.map((norm) =>
        toggle({ norm, path: true }, shortName(norm), settings.norms.includes(norm), () =>
          acts.choose(turnNorm(settings, norm)),
        ),
      )}</div>
  </div>`;
}

function depthReader({ pair, settings, measured }: GradientsScene, acts: Acts): TemplateResult {
  return plotReader({
    plot: pair.plot,
    label: msg`Depth of the encoder`,
    stops: Array.from({ length: deepest }, (_, i) => i + 1),
    at: settings.depth - 1,
    says: spoken(measured, settings),
    choose: (at) => acts.choose({ ...settings, depth: at + 1 }),
    hover: (at) => acts.hover(at === null ? null : at + 1),
  });
}

const about = (): string =>
  msg`Untrained encoders, 32 wide, Xavier-uniform: a random gradient of size 1 is sent back from the end. Lines: the middle of ${count(seeds)} seeds; bands: all of them.`;

function said({ ready, caption, overflow, settings }: GradientsScene): TemplateResult {
  if (caption.length === 0)
    return html`<p class="told">${msg`Measuring encoders of ${layersText(settings.depth)}: ${ready} of ${wirings.length}.`}</p>`;
  return html`<p class="told">${caption.join(' ')}</p>
    ${overflow ? html`<p class="about">${overflow}</p>` : nothing}`;
}

function section(title: unknown, note: string, drawing: Drawing | null, words: string): Part {
  if (!drawing && !words) return nothing;
  return html`<section>
    <h3>${title}</h3>
    <p class="about">${note}</p>
    ${drawing ? picture(drawing) : nothing}
    ${words ? html`<p class="about">${words}</p>` : nothing}
  </section>`;
}

/** The whole view. */
export function renderGradients(
  scene: GradientsScene,
  acts: Acts,
  problem: string,
): TemplateResult {
  const { form, stream, softmax, model } = scene;
  return html`<div class="gradients ${form}">
    <div class="main">
      <p class="about">${about()}</p>
      ${switches(scene, acts)}
      ${problem ? html`<p class="remark error" role="alert">${problem}</p>` : nothing}
      ${picture(scene.pair, depthReader(scene, acts))}
      <p class="about readout">${scene.readout}</p>
    </div>
    <div class="said" aria-live="polite">${said(scene)}</div>
    <div class="side">
      ${section(msg`Length of a word’s vector`, msg`the norm of the residual stream after each layer`, stream, '')}
      ${section(msgHtml`Why divide by √d<sub>k</sub>`, msg`how much of a random gradient passes the softmax (½ at most), as heads get wider`, softmax, scene.softmaxCaption)}
      ${section(msg`This model, on your text`, msg`the size of the gradient that arrives at each layer`, model, scene.modelCaption)}
      ${section(msg`Which weights would change`, msg`most: the length of the gradient by each part’s weights`, scene.weights, scene.weightsCaption)}
    </div>
    ${tables(scene.measured, scene.settings)}
  </div>`;
}

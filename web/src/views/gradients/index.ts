import { css, html, nothing, svg, type TemplateResult } from 'lit';
import * as look from '../../render/palette.css';
import { lossOf, shownLoss } from '../../state/loss';
import { readSettings, withSettings } from '../../state/settings';
import type { State } from '../../state/state';
import { contextOf } from '../../state/why';
import { wordName } from '../../state/word-names';
import { controlStyles } from '../../widgets/controls';
import { later, msg } from '../../words/msg';
import { styleOf } from '../kit/depth/lines';
import {
  aboutStudy,
  type DepthSettings,
  deepest,
  layersText,
  type Measure,
  type Measured,
  otherDepths,
  spoken,
  spreadAt,
  textOf,
  turnNorm,
  turnPath,
  type Wiring,
  wirings,
} from '../kit/depth/study';
import { type Acts, type Shown, StudyElement } from '../kit/depth/study-element';
import { gradientsStyles } from '../kit/depth/styles.css';
import { type Drawing, picture } from '../kit/hosted-figure';
import { plotReader } from '../kit/plot-reader';
import { modelLayers, weightSizes } from './model';
import { type Chart, charts, type GradientsScene, gradientsScene } from './scene';

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
        <th scope="colgroup" colspan="3">${msg`residual connection`}</th>
        <th scope="colgroup" colspan="3">${msg`no residual connection`}</th></tr>
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
    <div role="group" aria-label=${msg`Residual connection`}><span>${msg`residual connection`}</span>
      ${paths.map((path) =>
        toggle(
          { norm: 'none', path },
          path ? msg`with` : msg`without`,
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

/** What the open model's gradients are of, in words; why there are none; or nothing yet. */
function lossText(state: State): string {
  const loss = lossOf(state);
  if (loss === null || typeof loss === 'string') return loss ?? '';
  const { token, piece } = shownLoss(state);
  return msg`predicting “${piece}” at ${wordName(state.trace?.encoding.tokens ?? [], token)}`;
}

function depthReader({ drawing, settings, measured, chart }: GradientsScene, acts: Acts) {
  if (!drawing || chart === 'softmax') return nothing;
  return plotReader({
    plot: drawing.plot,
    label: msg`Depth of the encoder`,
    stops: Array.from({ length: deepest }, (_, i) => i + 1),
    at: settings.depth - 1,
    says: spoken(measured, settings),
    choose: (at) => acts.choose({ ...settings, depth: at + 1 }),
    hover: (at) => acts.hover(at === null ? null : at + 1),
  });
}

function said({ ready, caption, overflow, settings }: GradientsScene): TemplateResult {
  const told =
    caption ||
    msg`Measuring encoders of ${layersText(settings.depth)}: ${ready} of ${wirings.length}.`;
  return html`<div class="said" aria-live="polite"><p class="told">${told}</p>
    ${overflow ? html`<p class="about">${overflow}</p>` : nothing}</div>`;
}

/** What each figure asks. */
const questions: Readonly<Record<Chart, () => unknown>> = {
  difference: () => msg`Do words stay different?`,
  gradient: () => msg`Does a gradient arrive?`,
  softmax: () => msg`Why divide by √dₖ?`,
};

function section(title: string, note: string, drawing: Drawing | null, words: string): Part {
  if (!drawing && !words) return nothing;
  return html`<section>
    <h3>${title}</h3>
    <p class="about">${note}</p>
    ${drawing ? picture(drawing) : nothing}
    ${words ? html`<p class="about">${words}</p>` : nothing}
  </section>`;
}

/** The open model's own gradients. */
const ownModel = (scene: GradientsScene): TemplateResult =>
  html`<details>
    <summary>${msg`This model’s gradients on your text`}</summary>
    <div class="side">
      ${section(msg`How large they are`, msg`size of the gradient that reaches each layer`, scene.model, scene.modelCaption)}
      ${section(msg`Which weights would change most`, msg`length of the gradient by each part’s weights`, scene.weights, scene.weightsCaption)}
    </div>
  </details>`;

const chartStyles = css`
  .charts {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 22px;
  }
  .charts button {
    min-height: 32px;
    border-bottom: 2px solid transparent;
    color: var(--ink-2);
    font: 700 15px / 1.3 var(--serif);
  }
  .charts button[aria-pressed='true'] {
    ${look.taken}
  }
`;

/** The view of gradients: all six wirings, the softmax, and the open model. */
class FoveaGradients extends StudyElement {
  static override styles = [controlStyles, gradientsStyles, chartStyles];

  constructor() {
    super({ wirings, softmax: true });
  }

  private get chart(): Chart {
    const chosen = readSettings(this.state?.settings ?? '').get('chart');
    return charts.find((chart) => chart === chosen) ?? 'difference';
  }

  private choose(chart: Chart): void {
    const value = chart === 'difference' ? '' : chart;
    const settings = withSettings(this.state?.settings ?? '', { chart: value });
    this.dispatch?.({ type: 'choose', choice: { settings } });
  }

  protected draw(shown: Shown, acts: Acts, problem: string) {
    const trace = this.state?.trace ?? null;
    const model = modelLayers(trace);
    const weights = model && this.state ? weightSizes(trace, contextOf(this.state)?.graph) : null;
    const loss = this.state ? lossText(this.state) : '';
    const scene = gradientsScene({ ...shown, chart: this.chart, model, weights, loss });
    const isDepth = scene.chart !== 'softmax';
    return html`<div class="gradients ${scene.narrow ? 'narrow' : ''}">
      <div class="main">
        <div class="charts" role="group" aria-label=${msg`Figure`}>${charts.map(
          (each) =>
            html`<button type="button" aria-pressed=${each === scene.chart} @click=${() => this.choose(each)}>${questions[each]()}</button>`,
        )}</div>
        <p class="about">${scene.note}</p>
        ${problem ? html`<p class="remark error" role="alert">${problem}</p>` : nothing}
        ${scene.drawing ? picture(scene.drawing, depthReader(scene, acts)) : nothing}
        ${said(scene)}
        ${isDepth ? html`${switches(scene, acts)}<p class="about readout">${scene.readout}</p><p class="about">${aboutStudy()}</p>` : nothing}
      </div>
      ${isDepth ? tables(scene.measured, scene.settings) : nothing}
      ${ownModel(scene)}
    </div>`;
  }
}

export { FoveaGradients as figure };

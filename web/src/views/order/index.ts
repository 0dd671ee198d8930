import { html, nothing, type TemplateResult } from 'lit';
import { controlStyles } from '../../widgets/controls';
import { msg } from '../../words/msg';
import { aboutStudy, deepest, layersText, wirings } from '../kit/depth/study';
import { type Acts, type Shown, StudyElement } from '../kit/depth/study-element';
import { gradientsStyles } from '../kit/depth/styles.css';
import { picture } from '../kit/hosted-figure';
import { plotReader } from '../kit/plot-reader';
import { type OrderScene, orderScene } from './scene';

/** The whole view. */
export function renderOrder(scene: OrderScene, acts: Acts, problem: string): TemplateResult {
  const { caption, settings } = scene;
  const told = caption || msg`Measuring encoders of ${layersText(settings.depth)}.`;
  const reader = plotReader({
    plot: scene.plot,
    label: msg`Depth of the encoder`,
    stops: Array.from({ length: deepest }, (_, i) => i + 1),
    at: settings.depth - 1,
    says: `${layersText(settings.depth)}. ${caption}`,
    choose: (at) => acts.choose({ ...settings, depth: at + 1 }),
    hover: (at) => acts.hover(at === null ? null : at + 1),
  });
  return html`<div class="order">
    <p class="told" aria-live="polite">${told}</p>
    ${problem ? html`<p class="remark error" role="alert">${problem}</p>` : nothing}
    ${picture(scene, reader)}
    <p class="about readout">${scene.readout}</p>
    <p class="about">${aboutStudy()}</p>
  </div>`;
}

/** The view of the two orders of norm and addition. */
class FoveaOrder extends StudyElement {
  static override styles = [controlStyles, gradientsStyles];

  constructor() {
    super({ wirings: wirings.filter(({ norm, path }) => path && norm !== 'none'), softmax: false });
  }

  protected draw(shown: Shown, acts: Acts, problem: string) {
    return renderOrder(orderScene(shown), acts, problem);
  }
}

export { FoveaOrder as figure };

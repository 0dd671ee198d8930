import { wirings } from '../../state/depth/study';
import { contextOf } from '../../state/why';
import type { Acts } from '../../views/gradients/acts';
import { lossText } from '../../views/gradients/loss-text';
import { modelLayers } from '../../views/gradients/model-panel';
import { renderOrder } from '../../views/gradients/order-render';
import { orderScene } from '../../views/gradients/order-scene';
import { renderGradients } from '../../views/gradients/render';
import { gradientsScene } from '../../views/gradients/scene';
import { gradientsStyles } from '../../views/gradients/styles.css';
import { weightSizes } from '../../views/gradients/weights-panel';
import { controlStyles } from '../../widgets/controls';
import { type Shown, StudyElement } from './study-element';

/** The view of gradients: all six wirings, the softmax, and the open model. */
export class FoveaGradients extends StudyElement {
  static override styles = [controlStyles, gradientsStyles];

  constructor() {
    super({ wirings, softmax: true });
  }

  protected draw(shown: Shown, acts: Acts, problem: string) {
    const trace = this.state?.trace ?? null;
    const model = modelLayers(trace);
    const weights = model && this.state ? weightSizes(trace, contextOf(this.state)?.graph) : null;
    const loss = this.state ? lossText(this.state) : '';
    const scene = gradientsScene({ ...shown, model, weights, loss });
    return renderGradients(scene, acts, problem);
  }
}

if (!customElements.get('fovea-gradients'))
  customElements.define('fovea-gradients', FoveaGradients);

/** The view of the two orders of norm and addition. */
export class FoveaOrder extends StudyElement {
  static override styles = [controlStyles, gradientsStyles];

  constructor() {
    super({ wirings: wirings.filter(({ norm, path }) => path && norm !== 'none'), softmax: false });
  }

  protected draw(shown: Shown, acts: Acts, problem: string) {
    return renderOrder(orderScene(shown), acts, problem);
  }
}

if (!customElements.get('fovea-order')) customElements.define('fovea-order', FoveaOrder);

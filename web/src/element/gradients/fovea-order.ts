import { wirings } from '../../state/depth/study';
import type { Acts } from '../../views/gradients/acts';
import { renderOrder } from '../../views/gradients/order-render';
import { orderScene } from '../../views/gradients/order-scene';
import { gradientsStyles } from '../../views/gradients/styles.css';
import { controlStyles } from '../../widgets/controls';
import { type Shown, StudyElement } from './study-element';

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

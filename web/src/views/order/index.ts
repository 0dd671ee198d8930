import { controlStyles } from '../../widgets/controls';
import { wirings } from '../kit/depth/study';
import { type Acts, type Shown, StudyElement } from '../kit/depth/study-element';
import { gradientsStyles } from '../kit/depth/styles.css';
import { renderOrder } from './render';
import { orderScene } from './scene';

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

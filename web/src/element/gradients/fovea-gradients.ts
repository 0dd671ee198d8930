import { wirings } from '../../state/depth/study';
import type { Acts } from '../../views/gradients/acts';
import { lossText } from '../../views/gradients/loss-text';
import { modelLayers } from '../../views/gradients/model-panel';
import { renderGradients } from '../../views/gradients/render';
import { gradientsScene } from '../../views/gradients/scene';
import { gradientsStyles } from '../../views/gradients/styles.css';
import { plotStyles } from '../../views/kit/plot.css';
import { controlStyles } from '../../widgets/controls';
import { type Shown, StudyElement } from './study-element';

/** The view of gradients: all six wirings, the softmax, and the open model. */
export class FoveaGradients extends StudyElement {
  static override styles = [controlStyles, plotStyles, gradientsStyles];

  constructor() {
    super({ wirings, softmax: true });
  }

  protected draw(shown: Shown, acts: Acts, problem: string) {
    const model = modelLayers(this.state?.trace ?? null);
    const loss = this.state ? lossText(this.state) : '';
    const scene = gradientsScene({ ...shown, model, loss });
    return renderGradients(scene, acts, problem);
  }
}

if (!customElements.get('fovea-gradients'))
  customElements.define('fovea-gradients', FoveaGradients);

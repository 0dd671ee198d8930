import { contextOf } from '../../state/why';
import { controlStyles } from '../../widgets/controls';
import { wirings } from '../kit/depth/study';
import { type Acts, type Shown, StudyElement } from '../kit/depth/study-element';
import { gradientsStyles } from '../kit/depth/styles.css';
import { lossText } from './loss-text';
import { modelLayers } from './model-panel';
import { renderGradients } from './render';
import { gradientsScene } from './scene';
import { weightSizes } from './weights-panel';

/** The view of gradients: all six wirings, the softmax, and the open model. */
class FoveaGradients extends StudyElement {
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

export { FoveaGradients as figure };

import type { PropertyDeclarations } from 'lit';
import type { Trace } from '../../model/trace';
import { wirings } from '../../state/depth/study';
import type { Acts } from '../../views/gradients/acts';
import { modelLayers } from '../../views/gradients/model-panel';
import { renderGradients } from '../../views/gradients/render';
import { gradientsScene } from '../../views/gradients/scene';
import { gradientsStyles } from '../../views/gradients/styles.css';
import { plotStyles } from '../../views/kit/plot.css';
import { controlStyles } from '../../widgets/controls';
import { type Shown, StudyElement } from './study-element';

/** The view of gradients: all six wirings, the softmax, and the open model. */
export class FoveaGradients extends StudyElement {
  static override properties: PropertyDeclarations = { trace: { attribute: false }, loss: {} };

  static override styles = [controlStyles, plotStyles, gradientsStyles];

  declare trace: Trace | null;
  /** What the trace's gradients are of, in words, or why there are none. */
  declare loss: string;

  constructor() {
    super({ wirings, softmax: true });
    this.trace = null;
    this.loss = '';
  }

  protected draw(shown: Shown, acts: Acts, problem: string) {
    const scene = gradientsScene({ ...shown, model: modelLayers(this.trace), loss: this.loss });
    return renderGradients(scene, acts, problem);
  }
}

if (!customElements.get('fovea-gradients'))
  customElements.define('fovea-gradients', FoveaGradients);

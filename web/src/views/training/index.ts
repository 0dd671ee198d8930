import { html } from 'lit';
import { otherText } from '../../state/what-if/twins';
import { hostedView } from '../kit/hosted';

/** An encoder learns while one watches. */
export const trainingView = hostedView(
  'training',
  (state, size) => ({ ...size, state, other: otherText(state) }),
  ({ state: { train, sentence }, other, width, height }, dispatch) =>
    html`<fovea-training
      .train=${train}
      .sentence=${sentence}
      .other=${other}
      .width=${width}
      .height=${height}
      .dispatch=${dispatch}
    ><p class="remark">Loading what trains …</p></fovea-training>`,
);

import { html } from 'lit';
import { hostedView } from '../kit/hosted';

/** Post-norm or pre-norm: both orders of norm and addition, side by side. */
export const orderView = hostedView(
  'order',
  ({ study }, { width }) => ({ study, width }),
  ({ study, width }, dispatch) =>
    html`<fovea-order .study=${study} .width=${width} .dispatch=${dispatch}
      ><p class="remark">Loading what measures …</p></fovea-order
    >`,
);

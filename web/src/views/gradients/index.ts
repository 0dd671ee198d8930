import { html } from 'lit';
import { lossOf, shownLoss } from '../../state/loss';
import type { State } from '../../state/state';
import { wordName } from '../../state/word-names';
import { hostedView } from '../kit/hosted';

/** What the open model's gradients are of, in words; why there are none; or nothing yet. */
function lossText(state: State): string {
  const loss = lossOf(state);
  if (loss === null || typeof loss === 'string') return loss ?? '';
  const { token, piece } = shownLoss(state);
  return `predicting “${piece}” at ${wordName(state.trace?.encoding.tokens ?? [], token)}`;
}

/** Why residual paths: what arrives at each layer of encoders of any depth. */
export const gradientsView = hostedView(
  'gradients',
  (state, { width }) => ({ study: state.study, trace: state.trace, loss: lossText(state), width }),
  ({ study, trace, loss, width }, dispatch) =>
    html`<fovea-gradients
      .study=${study}
      .trace=${trace}
      .loss=${loss}
      .width=${width}
      .dispatch=${dispatch}
    ><p class="remark">Loading what measures …</p></fovea-gradients>`,
);

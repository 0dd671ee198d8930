import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { whole } from '../state/timeline';
import { viewOf } from '../state/views';
import { linkButton } from '../widgets/controls';
import { layerPicker } from '../widgets/layer-picker';
import { untrainedTab } from '../widgets/notices';
import { wordAt } from '../widgets/prediction';
import { msg } from '../words/msg';

/** Whether a figure of the whole block has one of its steps open. */
export const isUnfolded = ({ span, view, film }: State): boolean =>
  span === whole && view !== 'block' && !film;

function heading(state: State): unknown {
  if (!viewOf(state.view)?.asksWhere) return msg(viewOf(state.view)?.title ?? '');
  if (!state.trace) return msg`Where do words look?`;
  return msgHtml`Where does “<b>${wordAt(state, state.token)}</b>” look?`;
}

function wayBack({ state, dispatch }: Store): TemplateResult | typeof nothing {
  const close = () => dispatch({ type: 'view', view: 'block' });
  return isUnfolded(state) ? linkButton(msg`the whole block`, close, 'underlined') : nothing;
}

/** What the figure asks, the way back to the whole block, and the choice of a layer. */
export function headline(store: Store): TemplateResult {
  const { state, dispatch } = store;
  const { of = 'text', choosesLayer = false } = viewOf(state.view) ?? {};
  const picker = of === 'text' || choosesLayer ? nothing : layerPicker(state, dispatch);
  return html`<div class="headline">
    <h2>${heading(state)}</h2>
    ${untrainedTab(state)} ${wayBack(store)} ${picker}
  </div>`;
}

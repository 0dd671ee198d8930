import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Palette } from '../render/color';
import { msgHtml } from '../render/msg-html';
import { likelihood } from '../state/prediction';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { viewOf } from '../state/views';
import { formerTrace } from '../state/what-if/answers';
import { formerReading, sameGuess } from '../state/what-if/reading';
import { headPicker } from '../widgets/head-picker';
import { attentionLegend } from '../widgets/legend';
import { guessesOf, wordAt } from '../widgets/prediction';

/** The scales of the attention figure's strips; views of other kinds bring their own. */
function scales(state: State): TemplateResult | typeof nothing {
  const roles = viewOf(state.view)?.scales;
  return roles ? attentionLegend(state, roles) : nothing;
}

function reading(state: State): TemplateResult | typeof nothing {
  const [best] = guessesOf(state, 1);
  if (!best) return nothing;
  const was = formerReading(state);
  return html`<p class="reading">
    ${msgHtml`the model’s guess for “<i>${wordAt(state, state.token)}</i>”`}<br />
    <span class="word">${best.piece}</span> <b>${likelihood(best.probability)}</b>
    ${was && !sameGuess(was, best) ? html`<s>${was.piece} ${likelihood(was.probability)}</s>` : nothing}
  </p>`;
}

/**
 * The heads and the prediction, of a view of one head; neither changes while the animation plays.
 * A figure of a given height has no room for them.
 */
export function beneath({ state, dispatch }: Store, palette: Palette, hasRoom: boolean): unknown {
  const { trace, model, layer, head, token, view } = state;
  const shown = [trace, formerTrace(state), model, layer, head, token, view, palette, hasRoom];
  return guard(shown, () => {
    if (!model || !trace || viewOf(view)?.of !== 'head' || !hasRoom) return nothing;
    return html`<div class="beneath">
        <p class="which">${msgHtml`<b>head ${head + 1}</b> of ${model.config.num_attention_heads}`}</p>
        ${headPicker({ state, dispatch, palette })}
        ${view === 'what-if' ? nothing : reading(state)}
      </div>
      ${scales(state)}`;
  });
}

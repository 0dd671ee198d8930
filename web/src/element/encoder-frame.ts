import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Palette } from '../render/color';
import { keepSpace, spaceFor } from '../render/kept-space';
import { msgHtml } from '../render/msg-html';
import { likelihood } from '../state/prediction';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { whole } from '../state/timeline';
import { viewOf } from '../state/views';
import { formerTrace } from '../state/what-if/answers';
import { formerReading, sameGuess } from '../state/what-if/reading';
import { linkButton } from '../widgets/controls';
import { headPicker, layerPicker } from '../widgets/head-picker';
import { attentionLegend } from '../widgets/legend';
import { untrainedTab } from '../widgets/notices';
import { guessesOf, wordAt } from '../widgets/prediction';
import { msg } from '../words/msg';
import type { Figure } from './figure';

/** How long a figure keeps its former height after its first picture, in milliseconds. */
const patience = 1000;

type Host = ReactiveControllerHost &
  HTMLElement & { readonly height: number | null | undefined; readonly renderRoot: ParentNode };

/** Keeps the room that a figure is going to need, or that its poster has, until it is drawn. */
export class KeptSpace implements ReactiveController {
  private readonly host: Host;
  private readonly figure: Figure;
  private timer = 0;
  private drawn = false;

  constructor(host: Host, figure: Figure) {
    this.host = host;
    this.figure = figure;
    host.addController(this);
  }

  hostUpdate(): void {
    const { host, figure } = this;
    if (this.drawn) return;
    this.drawn = !!figure.state.trace;
    // What is there now, a poster perhaps, is as high as it is; the host has not been redrawn yet.
    const pixels = this.drawn
      ? host.offsetHeight
      : spaceFor(figure.state.view, figure.width || host.offsetWidth);
    keepSpace(host, host.height ? 0 : pixels);
    if (this.drawn) this.wait();
  }

  hostDisconnected(): void {
    clearTimeout(this.timer);
  }

  private wait(): void {
    this.timer = window.setTimeout(() => {
      // What another file draws is an element that is not defined before that has come.
      if (this.host.renderRoot.querySelector('.view :not(:defined)')) this.wait();
      else keepSpace(this.host, 0);
    }, patience);
  }
}

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
        ${headPicker({ state, dispatch })}
        ${view === 'what-if' ? nothing : reading(state)}
      </div>
      ${scales(state)}`;
  });
}

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

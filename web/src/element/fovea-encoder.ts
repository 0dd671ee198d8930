import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { themeStyles } from '../render/theme.css';
import {
  type AttributeName,
  type AttributeValue,
  attributeNames,
  attributeValue,
} from '../state/figure-attributes';
import { likelihood } from '../state/prediction';
import type { State } from '../state/state';
import { firstView, spanOf, whole } from '../state/timeline';
import { formatHash } from '../state/url';
import { viewOf } from '../state/views';
import { stageFor, unknownView, viewStyles } from '../views/registry';
import type { Stage } from '../views/stage';
import { blockRow, blockRowStyles } from '../widgets/block-row';
import { controlStyles, linkButton } from '../widgets/controls';
import { headPicker, headPickerStyles } from '../widgets/head-picker';
import { layerPicker, layerPickerStyles } from '../widgets/layer-picker';
import { attentionLegend } from '../widgets/legend';
import { legendStyles } from '../widgets/legend.css';
import { modelError, noticeStyles, untrainedTab, waiting } from '../widgets/notices';
import { guessesOf, wordAt } from '../widgets/prediction';
import { sentenceMessages } from '../widgets/sentence-editor';
import { thumbnailStyles } from '../widgets/thumbnail';
import { timelineBar } from '../widgets/timeline-bar';
import { timelineStyles } from '../widgets/timeline-bar.css';
import { asked, spokenAnswer } from '../widgets/why-inspector';
import { whyInspectorStyles } from '../widgets/why-inspector.css';
import { AnswerFocus } from './answer-focus';
import { AttributeReader } from './attributes';
import { connect } from './connection';
import { Figure } from './figure';
import { encoderStyles } from './fovea-encoder.css';
import { Unfolding } from './unfolding';

/** Below this width of the element itself, words become rows. */
const rowsBelow = 560;

/** Inner padding of the frame, left and right together, in the wide and the narrow form. */
const padding = { wide: 40, narrow: 24 };

/** What `fovea-change` carries: what the attributes of the same names would say. */
export type FoveaChange = Readonly<Record<AttributeName, AttributeValue>>;

/**
 * A Transformer encoder reading a sentence, as a figure inside any page. It computes in a worker
 * that all figures of a page share, and loads nothing before it is near the screen.
 *
 * Layer, head and token count from 1, as the figure shows them. A value that cannot be used is
 * named inside the figure, which then shows what it would without it. Attributes and properties
 * have the same names; what the reader chooses later stands in the properties.
 *
 * @element fovea-encoder
 * @attr {string} sentence - The text to encode. Default: "The animal didn't cross the street …".
 * @attr {string} view - What to show of it: "attention", "heatmap", "heads", the whole "block", or
 *   one step: "tokens", "embedding", "position", "projections", "scores", "scale", "softmax", "sum",
 *   "concat", "output", "attention-norm", "expand", "activate", "compress", "feed-forward-norm",
 *   "stack", "prediction". Default: "attention", which is the four from "scores" to "sum".
 * @attr {number} layer - From 1. Default: the layer of the head that finds antecedents.
 * @attr {number} head - From 1. Default: that head.
 * @attr {number|string} token - The word to look out from: its place from 1, or the word itself.
 *   Default: "it", else the first word.
 * @attr {number} time - Place in the animation of the view, parts of a step as decimals. For
 *   attention 0 is nothing yet, 1 scores, 2 scale, 3 softmax, 4 weighted sum. Default: its end.
 * @attr {string} masked - Words hidden by a mask, as in token, with commas: "2,street". Default: none.
 * @attr {number|string} why - A word as in token: the weight that it gets is spelt out. Default: none.
 * @attr {string} cell - A number that is asked "why?", or the walk back from one, as the address of
 *   Fovea's page has it: "layers.2.attention.scores:7,8,2". Layers in names of tensors count from 0,
 *   places in them from 1. Default: none.
 * @attr {boolean} loop - Whether the step at hand plays again and again. Default: false.
 * @attr {"light"|"dark"|"auto"} theme - Default: "auto", as the reader's system.
 * @attr {string} page - Address of Fovea's own page: gives the figure a link that opens it there.
 *
 * @fires {CustomEvent<FoveaChange>} fovea-change - The reader has chosen a word, layer, head or
 *   step; not while the animation plays.
 *
 * @cssprop --paper - Ground of the figure. Likewise --sheet, --ink, --ink-2, --line, --serif and
 *   --sans: set them on the element itself.
 *
 * @part heads - The matrices of the layer's heads.
 * @part timeline - The bar that plays the animation.
 */
export class FoveaEncoder extends LitElement {
  static override properties = {
    ...Object.fromEntries(attributeNames.map((name) => [name, { reflect: name === 'theme' }])),
    page: {},
    narrow: { type: Boolean, reflect: true },
  };

  static override styles = [
    themeStyles,
    controlStyles,
    layerPickerStyles,
    headPickerStyles,
    thumbnailStyles,
    blockRowStyles,
    legendStyles,
    noticeStyles,
    timelineStyles,
    whyInspectorStyles,
    ...viewStyles,
    encoderStyles,
  ];

  declare sentence: AttributeValue | null;
  declare view: AttributeValue | null;
  declare layer: AttributeValue | null;
  declare head: AttributeValue | null;
  declare token: AttributeValue | null;
  declare time: AttributeValue | null;
  declare masked: AttributeValue | null;
  declare why: AttributeValue | null;
  declare cell: AttributeValue | null;
  declare loop: AttributeValue | null;
  declare theme: AttributeValue | null;
  declare page: string | null;
  declare narrow: boolean;
  private readonly figure = new Figure(this, connect);
  private readonly reader = new AttributeReader(this.figure.store);
  private stage: Stage | null = null;
  private stop: (() => void) | null = null;

  constructor() {
    super();
    for (const name of attributeNames) this[name] = null;
    new AnswerFocus(this, this.figure.store);
    new Unfolding(this, this.figure.store);
    this.figure.choose({ view: firstView, span: spanOf(firstView) ?? whole });
    this.page = null;
    this.narrow = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = this.figure.store.subscribe((state, before) => this.follow(state, before));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    for (const name of attributeNames) if (changed.has(name)) this.reader.set(name, this[name]);
    this.narrow = this.figure.width > 0 && this.figure.width < rowsBelow;
  }

  override render() {
    const { state, store } = this.figure;
    return html`<div class="frame">
        ${this.headline()} ${this.problems()} ${sentenceMessages(state)}
        ${waiting(state, () => this.figure.retry())}
        ${this.wholeBlock()}
        <div class="view">${this.drawView()}</div>
        ${this.below()}
      </div>
      <div class="foot">${viewOf(state.view)?.still ? nothing : timelineBar(state, store.dispatch)} ${this.link()}</div>
      <div class="unseen" aria-live="polite">${this.stage?.speech(state)}</div>
      <div class="unseen" role="status">${spokenAnswer(state)}</div>`;
  }

  /** What the reader chooses becomes the element's own properties, once it stands still. */
  private follow(state: State, before: State): void {
    this.reader.apply();
    if (this.reader.busy || state.playing || !before.trace) return;
    const stopped = before.playing;
    const chosen = attributeNames.filter(
      (name) =>
        attributeValue(name, state) !== attributeValue(name, before) ||
        (stopped && name === 'time'),
    );
    if (chosen.length === 0) return;
    for (const name of chosen) {
      this.reader.forget(name);
      this[name] = attributeValue(name, state);
    }
    this.announce(state);
  }

  private announce(state: State): void {
    const detail = Object.fromEntries(attributeNames.map((n) => [n, attributeValue(n, state)]));
    this.dispatchEvent(new CustomEvent('fovea-change', { detail, bubbles: true, composed: true }));
  }

  private headline(): TemplateResult {
    const { state, store } = this.figure;
    const { of = 'text', choosesLayer = false } = viewOf(state.view) ?? {};
    const picker = of === 'text' || choosesLayer ? nothing : layerPicker(state, store.dispatch);
    return html`<div class="headline">
      <h2>${this.heading(state)}</h2>
      ${untrainedTab(state)} ${this.wayBack()} ${picker}
    </div>`;
  }

  private heading(state: State): unknown {
    if (!viewOf(state.view)?.asksWhere) return viewOf(state.view)?.title;
    if (!state.trace) return 'Where do words look?';
    return html`Where does “<b>${wordAt(state, state.token)}</b>” look?`;
  }

  /** A figure of the whole block has opened one of its steps, and can close it again. */
  private get unfolded(): boolean {
    const { span, view } = this.figure.state;
    return span === whole && view !== 'block';
  }

  private wayBack(): TemplateResult | typeof nothing {
    const close = () => this.figure.store.dispatch({ type: 'view', view: 'block' });
    return this.unfolded ? linkButton('the whole block', close, 'underlined') : nothing;
  }

  /** The block stays in sight, small, above the step that it has opened. */
  private wholeBlock(): unknown {
    const { state, store, palette } = this.figure;
    const { trace, model, layer, head, view } = state;
    return guard([trace, model, layer, head, view, palette, this.unfolded], () =>
      this.unfolded ? blockRow({ state, dispatch: store.dispatch, palette }) : nothing,
    );
  }

  private problems(): TemplateResult[] {
    return [...this.reader.problems, modelError(this.figure.state) ?? []]
      .flat()
      .map((text) => html`<p class="remark error" role="alert">${text}</p>`);
  }

  private drawView() {
    const { state, store, width } = this.figure;
    if (this.stage?.view !== state.view) this.stage = stageFor(state.view);
    if (!this.stage)
      return html`<p class="remark error" role="alert">${unknownView(state.view)}</p>`;
    const inner = width - (this.narrow ? padding.narrow : padding.wide);
    const size = { width: Math.max(0, Math.floor(inner)) };
    return this.stage.draw(state, size, store.dispatch, asked(state, store.dispatch));
  }

  /** The scales of the attention figure's strips; views of other kinds bring their own. */
  private scales(state: State): TemplateResult | typeof nothing {
    const roles = viewOf(state.view)?.scales;
    return roles ? attentionLegend(state, roles) : nothing;
  }

  /** The heads, and what the model reads; neither changes while the animation plays. */
  private below(): unknown {
    const { state, store, palette } = this.figure;
    const { trace, model, layer, head, token, view } = state;
    return guard([trace, model, layer, head, token, view, palette], () => {
      if (!model || !trace || viewOf(view)?.of !== 'head') return nothing;
      return html`<div class="beneath">
        <p class="which"><b>head ${head + 1}</b> of ${model.config.num_attention_heads}</p>
        ${headPicker({ state, dispatch: store.dispatch, palette, form: 'row' })}
        ${this.reading(state)}
      </div>
      ${this.scales(state)}`;
    });
  }

  private reading(state: State): TemplateResult | typeof nothing {
    const [best] = guessesOf(state, 1);
    if (!best) return nothing;
    return html`<p class="reading">
      the model reads “<i>${wordAt(state, state.token)}</i>” as<br />
      <span class="word">${best.piece}</span> <b>${likelihood(best.probability)}</b>
    </p>`;
  }

  private link(): TemplateResult | typeof nothing {
    if (!this.page || !/^(https?:|[./]|\w[\w./-]*$)/.test(this.page)) return nothing;
    const href = `${this.page}${formatHash(this.figure.state)}`;
    return html`<a href=${href}>Open in Fovea ↗</a>`;
  }
}

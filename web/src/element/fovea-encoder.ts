import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { themeStyles } from '../render/theme.css';
import { likelihood } from '../state/prediction';
import type { State } from '../state/state';
import { firstView, spanOf, whole } from '../state/timeline';
import { formatHash } from '../state/url';
import { viewOf } from '../state/views';
import { formerTrace } from '../state/what-if/answers';
import { formerReading, sameGuess } from '../state/what-if/reading';
import { stageFor, unknownView, viewStyles } from '../views/registry';
import type { Stage } from '../views/stage';
import { blockRow, blockRowStyles } from '../widgets/block-row';
import { controlStyles, linkButton } from '../widgets/controls';
import { filmBar, filmStyles } from '../widgets/film-bar';
import { headPicker, headPickerStyles } from '../widgets/head-picker';
import { layerPicker, layerPickerStyles } from '../widgets/layer-picker';
import { ledger, ledgerStyles, spokenRun } from '../widgets/ledger';
import { attentionLegend } from '../widgets/legend';
import { legendStyles } from '../widgets/legend.css';
import { lossBar, lossStyles } from '../widgets/loss-bar';
import { modelError, noticeStyles, untrainedTab, waiting } from '../widgets/notices';
import { guessesOf, wordAt } from '../widgets/prediction';
import { sentenceMessages } from '../widgets/sentence-editor';
import { thumbnailStyles } from '../widgets/thumbnail';
import { timelineBar } from '../widgets/timeline-bar';
import { timelineStyles } from '../widgets/timeline-bar.css';
import { asked, spokenAnswer } from '../widgets/why-fold';
import { foldStyles } from '../widgets/why-fold.css';
import { AnswerFocus } from './answer-focus';
import { brokenRunAt } from './broken-run';
import { connect } from './connection';
import { Figure } from './figure';
import { FigureElement, PropertyLink } from './figure-properties';
import { FocusInView } from './focus-in-view';
import { encoderStyles } from './fovea-encoder.css';
import { Narrator } from './narrator';
import { Passage } from './passage';
import { Unfolding } from './unfolding';
import { ViewFile } from './view-file';

/** Below this width of the element, in pixels, words are laid out as rows. */
const rowsBelow = 560;

/** Horizontal padding of the frame, both sides together, in the wide and narrow forms. */
const padding = { wide: 40, narrow: 24 };

/**
 * A Transformer encoder reading a sentence, as a figure inside any page. It computes in a worker
 * that all figures of a page share, and loads nothing before it is near the screen.
 *
 * Its attributes are listed, with their defaults, in `state/codec/fields.ts`; properties have the
 * same names. Null, undefined and a removed attribute give the default. A value that cannot be used
 * is named inside the figure, which then shows what it would without it. What the reader chooses
 * is written to the properties.
 *
 * @element fovea-encoder
 * @attr {string} page - Address of Fovea's own page: gives the figure a link that opens it there.
 *
 * @fires {CustomEvent<FoveaChange>} fovea-change - The reader has chosen a word, layer, head or
 *   step, or gone to another place of the animation. Changes by attributes and properties, loading
 *   and playing fire nothing.
 *
 * @cssprop --paper - Ground of the figure. Likewise --sheet, --ink, --ink-2, --line, --serif and
 *   --sans: set them on the element itself.
 *
 * @part heads - The matrices of the layer's heads.
 * @part timeline - The bar that plays the animation.
 */
export class FoveaEncoder extends FigureElement {
  static override properties = {
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
    ledgerStyles,
    lossStyles,
    timelineStyles,
    filmStyles,
    ...foldStyles,
    ...viewStyles,
    encoderStyles,
  ];

  declare page: string | null;
  declare narrow: boolean;
  private readonly figure = new Figure(
    this,
    connect,
    (state) => this.stage?.caption(state) ?? null,
  );
  private readonly link = new PropertyLink(this, this.figure.store);
  private readonly narrator = new Narrator(this, this.figure.store);
  private readonly viewFile = new ViewFile(this);
  private stage: Stage | null = null;

  constructor() {
    super();
    new AnswerFocus(this, this.figure.store);
    new FocusInView(this, this.figure.store);
    new Unfolding(this, this.figure.store);
    new Passage(this, this.figure.store);
    this.figure.choose({ view: firstView, span: spanOf(firstView) ?? whole });
    this.page = null;
    this.narrow = false;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    this.link.read(changed);
    this.narrow = this.figure.width > 0 && this.figure.width < rowsBelow;
  }

  override render() {
    const { state, store } = this.figure;
    return html`<div class="frame">
        ${this.headline()} ${this.problems()} ${sentenceMessages(state)}
        ${waiting(state, () => this.figure.retry())}
        ${this.wholeBlock()}
        ${ledger(state, store.dispatch)} ${lossBar(state, store.dispatch)}
        <div class="view">${this.drawView()}</div>
        ${this.below()}
      </div>
      ${filmBar(state, store.dispatch, this.narrator.voiced)}
      <div class="foot">${viewOf(state.view)?.still ? nothing : timelineBar(state, store.dispatch)} ${this.pageLink()}</div>
      <div class="unseen" aria-live="polite">${this.stage?.speech(state)}</div>
      <div class="unseen" role="status">${spokenAnswer(state)}</div>
      <div class="unseen changed" role="status">${spokenRun(state)}</div>`;
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

  /** Whether a figure of the whole block has one of its steps open. */
  private get unfolded(): boolean {
    const { span, view, film } = this.figure.state;
    return span === whole && view !== 'block' && !film;
  }

  private wayBack(): TemplateResult | typeof nothing {
    const close = () => this.figure.store.dispatch({ type: 'view', view: 'block' });
    return this.unfolded ? linkButton('the whole block', close, 'underlined') : nothing;
  }

  /** The block, drawn small above the step that is open. */
  private wholeBlock(): unknown {
    const { state, store, palette } = this.figure;
    const { trace, model, layer, head, view } = state;
    return guard([trace, model, layer, head, view, palette, this.unfolded], () =>
      this.unfolded ? blockRow({ state, dispatch: store.dispatch, palette }) : nothing,
    );
  }

  private problems(): TemplateResult[] {
    return [...this.link.problems, modelError(this.figure.state) ?? []]
      .flat()
      .map((text) => html`<p class="remark error" role="alert">${text}</p>`);
  }

  private drawView() {
    const { state, store, width } = this.figure;
    const { dispatch } = store;
    if (this.stage?.view !== state.view) this.stage = stageFor(state.view);
    const problem = this.stage ? this.viewFile.problem(state.view) : unknownView(state.view);
    if (!this.stage || problem) return html`<p class="remark error" role="alert">${problem}</p>`;
    this.stage.animate = this.figure.animate;
    const inner = width - (this.narrow ? padding.narrow : padding.wide);
    const size = { width: Math.max(0, Math.floor(inner)) };
    return [
      this.stage.draw(state, size, dispatch, asked(state, size.width, dispatch)),
      this.viewFile.more(state, size.width, dispatch, false),
    ];
  }

  /** The scales of the attention figure's strips; views of other kinds bring their own. */
  private scales(state: State): TemplateResult | typeof nothing {
    const roles = viewOf(state.view)?.scales;
    return roles ? attentionLegend(state, roles) : nothing;
  }

  /** The heads and the prediction; neither changes while the animation plays. */
  private below(): unknown {
    const { state, store, palette } = this.figure;
    const { trace, model, layer, head, token, view } = state;
    return guard([trace, formerTrace(state), model, layer, head, token, view, palette], () => {
      if (!model || !trace || viewOf(view)?.of !== 'head') return nothing;
      return html`<div class="beneath">
        <p class="which"><b>head ${head + 1}</b> of ${model.config.num_attention_heads}</p>
        ${headPicker({ state, dispatch: store.dispatch, palette })}
        ${view === 'what-if' ? nothing : this.reading(state)}
      </div>
      ${this.scales(state)}`;
    });
  }

  private reading(state: State): TemplateResult | typeof nothing {
    const [best] = guessesOf(state, 1);
    if (!best) return nothing;
    const was = formerReading(state);
    return html`<p class="reading">
      the model’s guess for “<i>${wordAt(state, state.token)}</i>”<br />
      <span class="word">${best.piece}</span> <b>${likelihood(best.probability)}</b>
      ${was && !sameGuess(was, best) ? html`<s>${was.piece} ${likelihood(was.probability)}</s>` : nothing}
    </p>`;
  }

  private pageLink(): TemplateResult | typeof nothing {
    if (!this.page || !/^(https?:|[./]|\w[\w./-]*$)/.test(this.page)) return nothing;
    const href = `${this.page}${formatHash(this.figure.state)}`;
    return html`<span>${brokenRunAt(this.page, this.figure.state)} <a href=${href}>Open in Fovea ↗</a></span>`;
  }
}

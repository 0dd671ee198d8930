import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { rowsBelow } from '../render/kept-space';
import { themeStyles } from '../render/theme.css';
import { firstView, spanOf, whole } from '../state/timeline';
import { formatHash } from '../state/url';
import { viewOf } from '../state/views';
import { viewStyles } from '../views/registry';
import { blockRow, blockRowStyles } from '../widgets/block-row';
import { thumbnailStyles } from '../widgets/cells-canvas';
import { controlStyles } from '../widgets/controls';
import { filmBar, filmStyles } from '../widgets/film-bar';
import { headPickerStyles, layerPickerStyles } from '../widgets/head-picker';
import { ledger, ledgerStyles, spokenRun } from '../widgets/ledger';
import { legendStyles } from '../widgets/legend';
import { lossBar, lossStyles } from '../widgets/loss-bar';
import { modelError, noticeStyles, waiting } from '../widgets/notices';
import { sentenceMessages } from '../widgets/sentence-editor';
import { timelineStyles } from '../widgets/timeline-bar.css';
import { spokenAnswer } from '../widgets/why-fold';
import { foldStyles } from '../widgets/why-fold.css';
import { msg } from '../words/msg';
import { brokenRunAt } from './broken-run';
import { connect } from './connection';
import { DrawnView, timelineOf } from './drawn-view';
import { beneath, headline, isUnfolded, KeptSpace } from './encoder-frame';
import { Figure } from './figure';
import { FigureEvents } from './figure-events';
import { PropertyLink } from './figure-properties';
import { AnswerFocus, FocusInView } from './focus';
import { encoderStyles } from './fovea-encoder.css';
import { Narrator } from './narrator';
import { Passage } from './passage';
import { Printing } from './printing';
import { ScriptedFigure } from './scripted-figure';
import { pictureWidth } from './stage-size';
import { Unfolding } from './unfolding';

/** Height that a figure of a given height has for other things than its picture. */
const around = 112;

/** Horizontal padding of the frame, both sides together, in the wide and narrow forms. */
const padding = { wide: 40, narrow: 24 };

/**
 * A Transformer encoder reading a sentence, as a figure inside any page. It computes in a worker
 * that all figures of a page share, and loads nothing before it is near the screen.
 *
 * Its attributes are listed, with their defaults, in `state/codec/`; properties have the
 * same names. Null, undefined and a removed attribute give the default. A value that cannot be used
 * is named inside the figure, which then shows what it would without it. What the reader chooses
 * is written to the properties.
 *
 * @element fovea-encoder
 * @attr {string} page - Address of Fovea's own page; adds a link that opens the figure there.
 *
 * @attr {string} article - Address of Fovea's article; terms in captions then link to its glossary.
 *
 * @attr {string} model - Address of a model file, or of a published folder, which ends with "/"; it has
 *   to let this page read it. Or "experts", our small model with experts inside fovea-relatives.js. Default: the model inside the script.
 * @attr {"near"|"eager"|"none"} preload - When the figure loads: near the screen, at once, or when
 *   the reader asks. Default: "near".
 * @attr {number} height - A fixed height in pixels; the heads' matrices are left out, and the figure
 *   scrolls if its picture needs more. Default: what the picture needs.
 *
 * @slot poster - Shown until the figure is drawn, and where scripts do not run: a picture.
 * @slot fallback - Shown if the figure cannot be drawn.
 *
 * @fires {CustomEvent<{ model?: string }>} fovea-ready - A model's first picture is drawn; carries
 *   the model's name.
 * @fires {CustomEvent<{ message: string, place: string }>} fovea-error - Something cannot be shown;
 *   message says why in a sentence, place whether the "model" or the "sentence" is at fault.
 * @fires {CustomEvent<{ share: number }>} fovea-progress - A model file is being loaded; share says
 *   how much, from 0 to 1.
 * @fires {CustomEvent<FoveaChange>} fovea-change - The reader has chosen a word, layer, head or step,
 *   or moved to another place in the animation. Attributes, properties, loading and playing do not
 *   fire it.
 *
 * @cssprop --paper - Background of the figure. Likewise --sheet, --ink, --ink-2, --line, --serif and
 *   --sans: set them on the element itself.
 *
 * @part heads - The matrices of the layer's heads.
 * @part timeline - The bar that plays the animation.
 */
export class FoveaEncoder extends ScriptedFigure {
  static override properties = {
    page: {},
    article: { reflect: true },
    model: {},
    preload: {},
    height: { type: Number, reflect: true },
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
  declare article: string | null | undefined;
  declare model: string | null | undefined;
  declare preload: string | null | undefined;
  declare height: number | null | undefined;
  declare narrow: boolean;
  protected readonly figure = new Figure(
    this,
    connect,
    (state) => this.drawn.stage?.caption(state) ?? null,
  );
  private readonly link = new PropertyLink(this, this.figure.store);
  private readonly narrator = new Narrator(this, this.figure.store);
  private readonly drawn: DrawnView = new DrawnView(this, this.figure);

  constructor() {
    super();
    new FigureEvents(this, this.figure.store);
    new Printing(this, this.figure);
    new KeptSpace(this, this.figure);
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
    if (changed.has('model') && this.hasUpdated) this.figure.reload();
    if (changed.has('height')) this.style.height = this.height ? `${this.height}px` : '';
    this.narrow = this.figure.width > 0 && this.figure.width < rowsBelow;
  }

  override render() {
    const { state, store, palette } = this.figure;
    if (this.placeholderSlot) return this.standIn();
    const top = html`${headline(store)} ${this.problems()} ${sentenceMessages(state)} ${this.waiting()}`;
    // What would stand there now would move when the numbers come.
    if (!state.trace && !viewOf(state.view)?.alone) return html`<div class="frame">${top}</div>`;
    return html`<div class="frame">
        ${top} ${this.wholeBlock()}
        ${ledger(state, store.dispatch, 'above')} ${lossBar(state, store.dispatch)}
        <div class="view">${this.figure.live(() => this.drawView())}</div> ${ledger(state, store.dispatch, 'below')}
        ${beneath(store, palette, !this.height)}
      </div>
      ${filmBar(state, store.dispatch, this.narrator.voiced)}
      <div class="foot">${
        viewOf(state.view)?.still ? nothing : timelineOf(this.figure)
      } ${this.pageLink()}</div>
      <div class="unseen" aria-live="polite">${this.drawn.stage?.speech(state)}</div>
      <div class="unseen" role="status">${spokenAnswer(state)}</div>
      <div class="unseen changed" role="status">${spokenRun(state)}</div>`;
  }

  /** What of the page's is in before the first picture: nothing, or the slot of that name. */
  private get placeholderSlot(): string | undefined {
    const { trace, status } = this.figure.state;
    const inError = status.kind === 'error' ? ['fallback', 'poster'] : ['poster'];
    const names = trace ? [] : inError;
    return names.find((name) => this.querySelector(`[slot=${name}]`));
  }

  /** What stands in, and over it what is to be said: so it is as high as the picture that follows. */
  private standIn(): TemplateResult {
    return html`<slot name=${this.placeholderSlot}></slot>
      <div class="over">${this.problems()} ${this.waiting()}</div>`;
  }

  private waiting(): unknown {
    return waiting(this.figure.state, this.figure, this.figure.waits);
  }

  /** The block, drawn small above the step that is open. */
  private wholeBlock(): unknown {
    const { state, store, palette } = this.figure;
    const { trace, model, layer, head, view } = state;
    const unfolded = isUnfolded(state);
    return guard([trace, model, layer, head, view, palette, unfolded], () =>
      unfolded ? blockRow({ state, dispatch: store.dispatch }) : nothing,
    );
  }

  private problems(): TemplateResult[] {
    return [...this.link.problems, modelError(this.figure.state) ?? []]
      .flat()
      .map((text) => html`<p class="remark error" role="alert">${text}</p>`);
  }

  private drawView() {
    const { state, width } = this.figure;
    const inner = width - (this.narrow ? padding.narrow : padding.wide);
    const wide = { width: pictureWidth(inner) };
    const size = this.height ? { ...wide, height: this.height - around } : wide;
    return this.drawn.draw(state, { size, folded: false });
  }

  private pageLink(): TemplateResult | typeof nothing {
    if (!this.page || !/^(https?:|[./]|\w[\w./-]*$)/.test(this.page)) return nothing;
    const href = `${this.page}${formatHash(this.figure.state)}`;
    return html`<span>${brokenRunAt(this.page, this.figure.state)} <a href=${href}>${msg`Open in Fovea ↗`}</a></span>`;
  }
}

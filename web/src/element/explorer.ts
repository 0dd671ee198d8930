import { html, LitElement, type PropertyValues } from 'lit';
import { themeStyles } from '../render/theme.css';
import { embedSnippet } from '../state/embed';
import type { State } from '../state/state';
import { withPicture } from '../state/tour/walk';
import { parseHash } from '../state/url';
import { viewOf } from '../state/views';
import { stageFor, unknownView, viewStyles } from '../views/registry';
import type { Stage } from '../views/stage';
import { controlStyles } from '../widgets/controls';
import { dialogStyles, notCopied, type PictureFormat } from '../widgets/dialogs';
import { encoderMapStyles } from '../widgets/encoder-map.css';
import { headPickerStyles } from '../widgets/head-picker';
import { legendStyles } from '../widgets/legend.css';
import { noticeStyles, waiting } from '../widgets/notices';
import { placeMenuStyles } from '../widgets/place-menu';
import { predictionStyles } from '../widgets/prediction';
import { sentenceEditorStyles } from '../widgets/sentence-editor';
import { thumbnailStyles } from '../widgets/thumbnail';
import { timelineBar } from '../widgets/timeline-bar';
import { timelineStyles } from '../widgets/timeline-bar.css';
import { tourPanel, tourStyles } from '../widgets/tour-panel';
import { viewSwitch, viewSwitchStyles } from '../widgets/view-switch';
import { asked, spokenAnswer } from '../widgets/why-fold';
import { foldStyles } from '../widgets/why-fold.css';
import { Address } from './address';
import { AnswerFocus } from './answer-focus';
import { Clipboard } from './clipboard';
import { connect } from './connection';
import { DrawnAfter } from './drawn-after';
import { explorerStyles } from './explorer.css';
import { Figure } from './figure';
import { FileDrop } from './file-drop';
import {
  bar,
  type DialogName,
  dialogs,
  type Form,
  formFor,
  headsArea,
  mapArea,
  modelArea,
  type Page,
  sentenceArea,
  side,
} from './page';
import { savePicture } from './save';
import { belongsElsewhere, outcomeOf } from './shortcuts';
import { Unfolding } from './unfolding';

/** The explorer: the whole page around the figure. Its state lives in the address hash. */
export class FoveaExplorer extends LitElement {
  static override properties = {
    theme: { reflect: true },
    form: { reflect: true },
    editing: { state: true },
    link: { state: true },
    problem: { state: true },
  };

  static override styles = [
    themeStyles,
    controlStyles,
    placeMenuStyles,
    sentenceEditorStyles,
    predictionStyles,
    headPickerStyles,
    encoderMapStyles,
    thumbnailStyles,
    legendStyles,
    noticeStyles,
    dialogStyles,
    timelineStyles,
    viewSwitchStyles,
    tourStyles,
    ...foldStyles,
    ...viewStyles,
    explorerStyles,
  ];

  declare theme: string;
  declare form: Form;
  declare editing: boolean;
  declare link: string;
  declare problem: Page['problem'];
  private readonly figure = new Figure(this, connect);
  /** The state that what stands beside the figure shows. */
  private readonly beside = new DrawnAfter(this, this.figure.store);
  private address: Address | null = null;
  private stage: Stage | null = null;
  private readonly clipboard = new Clipboard<'link' | 'code'>(this);

  constructor() {
    super();
    this.theme = 'auto';
    this.form = 'wide';
    this.editing = false;
    this.link = '';
    this.problem = null;
    new AnswerFocus(this, this.figure.store);
    new Unfolding(this, this.figure.store);
    new FileDrop(this, (file) => void this.figure.open(file));
    this.figure.choose(withPicture(this.figure.state, parseHash(location.hash)));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.figure.start();
    this.address = new Address(this.figure.store);
    document.addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.address?.close();
    document.removeEventListener('keydown', this.onKey);
  }

  override willUpdate(): void {
    const { theme } = this.figure.state;
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.form = formFor(this.figure.width || this.clientWidth);
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('editing') && changed.get('editing') !== undefined) this.moveFocus();
  }

  override render() {
    const { state, store } = this.figure;
    const page = this.page(state);
    const beside = this.page(this.beside.state);
    const stale = state.status.kind === 'error' ? 'stale' : '';
    return html`${bar(page)} ${mapArea(beside)}
      <main class="stage ${stale}">
        ${tourPanel(state, store.dispatch)} ${sentenceArea(page)} ${this.form === 'wide' ? '' : headsArea(beside)}
        ${this.form === 'narrow' ? viewSwitch(state, store.dispatch) : ''}
        ${waiting(state, () => this.figure.retry())}
        <div class="view">${this.drawView()}</div>
        ${this.form === 'wide' ? modelArea(page) : ''}
      </main>
      ${side(beside)}
      <footer class="time">${timelineBar(state, store.dispatch, viewOf(state.view)?.still)}</footer>
      ${dialogs(page)}
      <div class="unseen" aria-live="polite">${this.stage?.speech(state)}</div>
      <div class="unseen" role="status">${spokenAnswer(state)}</div>`;
  }

  private page(state: State): Page {
    const { store, palette } = this.figure;
    const { form, editing, problem, link } = this;
    const { copied } = this.clipboard;
    return {
      ...{ state, dispatch: store.dispatch, palette, form, editing, copied, problem, link },
      edit: (open) => {
        this.editing = open;
      },
      show: (name) => this.show(name),
      copyLink: () => void this.copyLink(),
      copyCode: () => void this.copyCode(),
      savePicture: (format) => void this.savePicture(format),
      openModel: (file) => void this.figure.open(file),
      cancelOpening: () => this.figure.cancelOpening(),
    };
  }

  private drawView() {
    const { state, store } = this.figure;
    if (this.stage?.view !== state.view) this.stage = stageFor(state.view);
    if (!this.stage)
      return html`<p class="remark error" role="alert">${unknownView(state.view)}</p>`;
    const size = { width: this.stageWidth() };
    return this.stage.draw(state, size, store.dispatch, asked(state, size.width, store.dispatch));
  }

  /** Width of the middle column, derived from the form so that layout is not read back. */
  private stageWidth(): number {
    const width = this.figure.width || this.clientWidth;
    const beside: Readonly<Record<Form, number>> = {
      wide: 140 + 120 + 4 * 24,
      rail: 44 + 20 + 2 * 24,
      narrow: 2 * 16,
    };
    return Math.max(0, Math.floor(width - beside[this.form]));
  }

  private show(name: DialogName): void {
    this.problem = null;
    const dialog = this.renderRoot.querySelector<HTMLDialogElement>(`dialog.${name}`);
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** Focuses the text when the editor opens, and the link that opened it when it closes. */
  private moveFocus(): void {
    const target = this.editing ? '.editor input' : 'button.edit';
    this.renderRoot.querySelector<HTMLElement>(target)?.focus();
  }

  private async copyLink(): Promise<void> {
    this.link = this.address?.write() ?? '';
    if (await this.clipboard.copy('link', this.link)) return;
    await this.updateComplete;
    this.show('link');
  }

  private async copyCode(): Promise<void> {
    const copied = await this.clipboard.copy('code', embedSnippet(this.figure.state, 'fovea.js'));
    this.problem = copied ? null : notCopied;
    if (!copied) this.renderRoot.querySelector<HTMLElement>('dialog.embed textarea')?.focus();
  }

  private async savePicture(format: PictureFormat): Promise<void> {
    try {
      await savePicture(this, this.figure.store, format);
      this.problem = null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problem = `The picture could not be saved: ${reason}`;
    }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (belongsElsewhere(event)) return;
    const { state, store } = this.figure;
    const outcome = outcomeOf(event.key, state);
    if (outcome === null) return;
    event.preventDefault();
    if (outcome === 'edit') this.editing = true;
    else if (outcome === 'keys') this.show('keys');
    else store.dispatch(outcome);
  };
}

import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { palettes } from '../render/color';
import { themeStyles } from '../render/theme.css';
import type { Dispatch } from '../state/actions';
import { embedSnippet } from '../state/embed';
import { watch } from '../state/film';
import { isLesson, presentByKey } from '../state/lesson';
import { openingChoice } from '../state/opening';
import type { State } from '../state/state';
import { isVeiled } from '../state/tour/veil';
import { guessByKey, guessWord, openChapter, withPicture } from '../state/tour/walk';
import { parseHash } from '../state/url';
import { viewOf } from '../state/views';
import { asShown } from '../state/what-if/wants';
import { openingStage, openingStyles } from '../views/opening-stage';
import { stageFor, unknownView, viewStyles } from '../views/registry';
import type { Stage } from '../views/stage';
import { controlStyles, linkButton } from '../widgets/controls';
import { dialogStyles, notCopied, type PictureFormat } from '../widgets/dialogs';
import { encoderMapStyles } from '../widgets/encoder-map.css';
import { filmBar, filmStyles } from '../widgets/film-bar';
import { headPickerStyles } from '../widgets/head-picker';
import { hasLedger, ledger, ledgerStyles, spokenRun } from '../widgets/ledger';
import { legendStyles } from '../widgets/legend.css';
import { nearnessStyles } from '../widgets/nearness';
import { noticeStyles, waiting } from '../widgets/notices';
import { placeMenuStyles } from '../widgets/place-menu';
import { predictionStyles } from '../widgets/prediction';
import { sentenceEditorStyles } from '../widgets/sentence-editor';
import { switchesStyles } from '../widgets/switches';
import { thumbnailStyles } from '../widgets/thumbnail';
import { timelineBar } from '../widgets/timeline-bar';
import { timelineStyles } from '../widgets/timeline-bar.css';
import { foretoldRail } from '../widgets/timeline-rail';
import { tourStyles } from '../widgets/tour-panel.css';
import { viewSwitch, viewSwitchStyles } from '../widgets/view-switch';
import { asked, spokenAnswer } from '../widgets/why-fold';
import { foldStyles } from '../widgets/why-fold.css';
import { Address } from './address';
import { AnswerFocus } from './answer-focus';
import { openBrokenRun } from './broken-run';
import { Clipboard } from './clipboard';
import { connect } from './connection';
import { DrawnAfter } from './drawn-after';
import { explorerStyles } from './explorer.css';
import { Figure } from './figure';
import { FileDrop } from './file-drop';
import { FocusInView } from './focus-in-view';
import { FullScreen } from './full-screen';
import { lessonPage, lessonStyles } from './lesson-page';
import { Narrator } from './narrator';
import { openingPageStyles } from './opening.css';
import { OpeningMotion } from './opening-motion';
import { openingPage } from './opening-page';
import {
  bar,
  type DialogName,
  dialogs,
  type Form,
  formFor,
  headsArea,
  mapArea,
  type Page,
  scales,
  sentenceArea,
  side,
  still,
  tourOf,
  wordsColumn,
} from './page';
import { Passage } from './passage';
import { savePicture } from './save';
import { belongsElsewhere, isStep, type Outcome, outcomeOf } from './shortcuts';
import { Unfolding } from './unfolding';
import { hasVisited, rememberVisit, saysState } from './visit';

/** The explorer: the whole page around the figure. Its state lives in the address hash. */
export class FoveaExplorer extends LitElement {
  static override properties = {
    theme: { reflect: true },
    form: { reflect: true },
    opening: { type: Boolean, reflect: true },
    touring: { type: Boolean, reflect: true },
    lesson: { type: Boolean, reflect: true },
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
    nearnessStyles,
    headPickerStyles,
    encoderMapStyles,
    thumbnailStyles,
    legendStyles,
    noticeStyles,
    ledgerStyles,
    switchesStyles,
    dialogStyles,
    timelineStyles,
    filmStyles,
    viewSwitchStyles,
    tourStyles,
    ...foldStyles,
    ...viewStyles,
    openingStyles,
    explorerStyles,
    lessonStyles,
    openingPageStyles,
  ];

  declare theme: string;
  declare form: Form;
  /** The first screen of a new reader is open, not the workbench. */
  declare opening: boolean;
  declare touring: boolean;
  /** The picture alone, as a teacher shows it. */
  declare lesson: boolean;
  declare editing: boolean;
  declare link: string;
  declare problem: Page['problem'];
  private readonly figure = new Figure(
    this,
    connect,
    (state) => this.stage?.caption(state) ?? null,
  );
  /** The state that what stands beside the figure shows. */
  private readonly beside = new DrawnAfter(this, this.figure.store);
  private readonly fullScreen = new FullScreen(this, this.figure.store);
  private veiled = false;
  private address: Address | null = null;
  private readonly narrator = new Narrator(this, this.figure.store);
  private stage: Stage | null = null;
  private readonly openingStage = openingStage();
  private readonly motion = new OpeningMotion(this);
  private readonly clipboard = new Clipboard<'link' | 'code'>(this);

  constructor() {
    super();
    this.theme = 'auto';
    this.form = 'wide';
    this.opening = !saysState(location.hash) && !hasVisited();
    this.touring = false;
    this.lesson = false;
    this.editing = false;
    this.link = '';
    this.problem = null;
    new AnswerFocus(this, this.figure.store);
    new FocusInView(this, this.figure.store);
    new Unfolding(this, this.figure.store);
    new Passage(this, this.figure.store);
    new FileDrop(this, (file) => void this.figure.open(file));
    this.figure.choose(withPicture(this.figure.state, parseHash(location.hash)));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.figure.start();
    this.address = new Address(this.figure.store, this.opening, (opening) => this.turn(opening));
    document.addEventListener('keydown', this.onKey);
    document.addEventListener('keyup', this.onKeyUp);
    addEventListener('blur', this.showPresent);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.address?.close();
    document.removeEventListener('keydown', this.onKey);
    document.removeEventListener('keyup', this.onKeyUp);
    removeEventListener('blur', this.showPresent);
  }

  override willUpdate(): void {
    const { theme } = this.figure.state;
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.touring = this.figure.state.tour !== null;
    this.lesson = isLesson(this.figure.state) && !this.opening;
    this.form = formFor(this.wholeWidth);
  }

  override updated(changed: PropertyValues<this>): void {
    this.showAnswer();
    if (changed.has('editing') && changed.get('editing') !== undefined) this.moveFocus();
  }

  /** On a narrow page the picture comes into sight beneath the verdict; the focus does not move. */
  private showAnswer(): void {
    const { state } = this.figure;
    const veiled = isVeiled(state);
    const answered = this.veiled && !veiled && state.tour !== null;
    this.veiled = veiled;
    if (answered && this.form !== 'wide')
      this.renderRoot.querySelector('.view')?.scrollIntoView({ block: 'start' });
  }

  override render() {
    if (this.opening) return this.renderOpening();
    return this.lesson ? this.renderLesson() : this.renderWorkbench();
  }

  private renderOpening() {
    const { state, store, palette } = this.figure;
    const narrow = this.form === 'narrow';
    const dark = palette === palettes.dark;
    const padding = narrow ? 2 * 20 : 2 * 24;
    const size = { width: Math.max(0, Math.floor(this.wholeWidth - padding)) };
    this.openingStage.animate = this.figure.animate;
    const lead = (then: () => void) => () => this.openWorkbench(then);
    return html`${openingPage({
      ...{ state, narrow, dark },
      figure: this.openingStage.draw(state, size, store.dispatch),
      rail: foretoldRail(),
      waiting: waiting(state, () => this.figure.retry()),
      startTour: lead(() => openChapter(this.figure.state, store.dispatch, 0)),
      watch: lead(() => watch(store.dispatch)),
      read: (text) => this.openWorkbench(() => store.dispatch({ type: 'sentence', text })),
      openWorkbench: lead(() => {}),
      embed: () => this.show('embed'),
      turnTheme: () => store.dispatch({ type: 'theme', theme: dark ? 'light' : 'dark' }),
    })}
    ${dialogs(this.page(state))}
    <div class="unseen" aria-live="polite">${this.openingStage.speech(state)}</div>`;
  }

  private renderLesson() {
    const state = asShown(this.figure.state);
    const page = this.page(state);
    const picture = this.drawView(state);
    return html`${lessonPage(page, picture, this.stage?.caption(state) ?? null)} ${dialogs(page)}
      <div class="unseen" aria-live="polite">${this.stage?.speech(state)}</div>
      <div class="unseen" role="status">${isVeiled(state) ? '' : spokenAnswer(state)}</div>`;
  }

  private renderWorkbench() {
    const { store } = this.figure;
    const state = asShown(this.figure.state);
    const page = this.page(state);
    const beside = this.page(asShown(this.beside.state));
    const veil = isVeiled(state);
    const stale = state.status.kind === 'error' ? 'stale' : '';
    const view = this.drawView(state);
    const wide = this.form === 'wide';
    const film = filmBar(state, store.dispatch, this.narrator.voiced);
    const told = state.film ? film : this.stage?.words(state, store.dispatch);
    const skip = () => this.renderRoot.querySelector('main')?.focus();
    return html`${linkButton('Skip to the picture', skip, 'skip')}
      <footer class="time" ?inert=${veil}>${veil ? html`<p class="waits">Waits for your guess</p>` : ''}${wide ? nothing : film} ${timelineBar(state, store.dispatch, viewOf(state.view)?.still)}</footer>
      ${bar(page)} ${mapArea(beside)}
      <main class="stage ${stale}" tabindex="-1">
        ${this.form === 'wide' ? '' : tourOf(page)} ${sentenceArea(page)} ${this.form === 'wide' ? '' : headsArea(beside)}
        ${this.form === 'narrow' && !veil ? viewSwitch(state, store.dispatch) : ''}
        ${waiting(state, () => this.figure.retry())}
        ${veil ? nothing : ledger(state, store.dispatch)}
        <div class="view">${view}</div>
        ${openBrokenRun(state, store.dispatch)}
        ${this.form === 'wide' && !veil ? still(beside, () => scales(beside)) : nothing}
      </main>
      ${side(state.tour ? page : beside, wide ? wordsColumn(page, told) : nothing)}
      ${dialogs(page)}
      <div class="unseen" aria-live="polite">${this.stage?.speech(state)}</div>
      <div class="unseen" role="status">${veil ? '' : spokenAnswer(state)}</div>
      <div class="unseen changed" role="status">${veil ? '' : spokenRun(this.figure.state)}</div>`;
  }

  private page(state: State): Page {
    const { store, palette } = this.figure;
    const { form, editing, problem, link } = this;
    const { copied } = this.clipboard;
    return {
      ...{ state, dispatch: store.dispatch, palette, form, editing, copied, problem, link },
      width: this.wholeWidth,
      edit: (open) => {
        this.editing = open;
      },
      goHome: () => this.goHome(),
      teach: () => void this.fullScreen.begin(),
      show: (name) => this.show(name),
      copyLink: () => void this.copyLink(),
      copyCode: () => void this.copyCode(),
      savePicture: (format) => void this.savePicture(format),
      openModel: (file) => void this.figure.open(file),
      cancelOpening: () => this.figure.cancelOpening(),
    };
  }

  private drawView(state: State) {
    const { store } = this.figure;
    if (this.stage?.view !== state.view) this.stage = stageFor(state.view);
    if (!this.stage)
      return html`<p class="remark error" role="alert">${unknownView(state.view)}</p>`;
    this.stage.animate = this.figure.animate;
    const size = { width: this.stageWidth(), ...this.stageHeight() };
    if (isVeiled(state)) return this.stage.draw(state, size, this.guess);
    return this.stage.draw(state, size, store.dispatch, asked(state, size.width, store.dispatch));
  }

  private get wholeWidth(): number {
    return this.figure.width || this.clientWidth;
  }

  /** While a chapter waits for a guess, nothing on the stage acts but words that may be the guess. */
  private readonly guess: Dispatch = (action) => {
    const { state, store } = this.figure;
    if (action.type === 'focus') guessWord(state, store.dispatch, action.token);
    if (action.type === 'hover') store.dispatch(action);
  };

  /** Width of the middle column, derived from the form so that layout is not read back. */
  private stageWidth(): number {
    const width = this.wholeWidth;
    const tour = this.touring && this.form === 'wide';
    if (this.lesson) return Math.max(0, Math.floor(width - 48 - (tour ? 240 + 24 : 0)));
    const beside: Readonly<Record<Form, number>> = {
      wide: 104 + 184 + 2 * 16 + 2 * 24,
      rail: 44 + 20 + 2 * 24,
      narrow: 2 * 16,
    };
    return Math.max(0, Math.floor(width - beside[this.form]));
  }

  /** What is left of the screen between the bars, above a line of formula and the scales. */
  private stageHeight(): { height?: number } {
    if (this.form !== 'wide') return {};
    const zoom = innerWidth >= 1800 ? 1.2 : 1;
    const ledger = hasLedger(this.figure.state) ? 24 : 0;
    return { height: Math.floor(innerHeight / zoom) - 48 - 92 - 94 - ledger };
  }

  /** Shows the opening or the workbench, as the browser's history has it. */
  private turn(opening: boolean): void {
    if (opening === this.opening) return;
    this.motion.prepare();
    this.opening = opening;
    this.editing = false;
    const { state, store } = this.figure;
    if (opening) store.dispatch({ type: 'choose', choice: openingChoice(state) });
  }

  /** From the opening to the workbench, where something may begin. */
  private async openWorkbench(then: () => void): Promise<void> {
    rememberVisit();
    this.turn(false);
    then();
    this.address?.turn(false);
    await this.updateComplete;
    if (!this.renderRoot.querySelector(':focus'))
      this.renderRoot.querySelector('main')?.focus({ preventScroll: true });
  }

  private goHome(): void {
    this.address?.turn(true);
    this.turn(true);
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
    const { key } = event;
    const taken =
      guessByKey(key, state, store.dispatch) || presentByKey(key, state, store.dispatch);
    const outcome = taken ? null : outcomeOf(key, state);
    if (taken || outcome !== null) event.preventDefault();
    if (outcome === null) return;
    if (outcome === 'keys') this.show('keys');
    else if (this.opening) this.leadOn(outcome);
    else if (outcome === 'edit') this.editing = true;
    else store.dispatch(outcome);
  };

  private readonly onKeyUp = ({ key }: KeyboardEvent): void => {
    if (key.toLowerCase() === 'b') this.showPresent();
  };

  private readonly showPresent = (): void =>
    this.figure.store.dispatch({ type: 'before', shown: false });

  /** A key of the workbench, pressed at the opening. */
  private leadOn(outcome: Exclude<Outcome, 'keys'>): void {
    if (outcome === 'edit') this.renderRoot.querySelector<HTMLElement>('#own')?.focus();
    else if (isStep(outcome)) void this.openWorkbench(() => this.figure.store.dispatch(outcome));
    else this.figure.store.dispatch(outcome);
  }
}

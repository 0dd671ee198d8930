import { found } from 'fovea-views/questions';
import { html, type PropertyValues } from 'lit';
import { palettes } from '../render/color';
import type { Dispatch } from '../state/actions';
import { watch } from '../state/film';
import { isLesson } from '../state/lesson';
import type { FilmChoice } from '../state/numbers';
import { learning, practising, titleOf } from '../state/opening';
import type { State } from '../state/state';
import { awaitsGuess } from '../state/tour/veil';
import { guessWord, takeTour, withPicture } from '../state/tour/walk';
import { isOpening, opensOpening, parseHash } from '../state/url';
import { hasMap } from '../state/views';
import { asShown } from '../state/what-if/answers';
import { filmBar } from '../widgets/film-bar';
import { spokenRun } from '../widgets/ledger';
import { waiting } from '../widgets/notices';
import { spokenAnswer } from '../widgets/why-fold';
import { spokenLanguage } from '../words/language';
import { msg } from '../words/msg';
import { connect } from './connection';
import { DrawnAfter, DrawnView, timelineOf } from './drawn-view';
import { Embedding } from './embedding';
import { Figure } from './figure';
import { FileDrop } from './file-drop';
import { filmPage } from './film-page';
import type { Told } from './filming';
import { Finding } from './find/find-dialog';
import { AnswerFocus, FocusInView } from './focus';
import { LanguageLoadingElement } from './language-loading-element';
import { turnLanguage } from './language-switch';
import { LessonFit } from './lesson-fit';
import { FullScreen, lessonPage } from './lesson-page';
import { Narrator } from './narrator';
import { Navigation } from './navigation';
import { OfferedSwap, openingPage, openingStage } from './opening-page';
import { type DialogName, dialogOf, type Page } from './page';
import { PageKeys } from './page-keys';
import { pageStyles } from './page-styles';
import { Passage } from './passage';
import { PrecomputedBins } from './precomputed-bins';
import { Printing } from './printing';
import { hasVisited, pageLanguage, rememberLanguage, TourKeeper } from './remembered';
import { type Form, formFor, isAlone, pictureWidth, stageSize } from './stage-size';
import { Unfolding } from './unfolding';
import { workbenchPage } from './workbench-page';

/** The explorer: the whole page around the figure. Its state lives in the address hash. */
export class FoveaExplorer extends LanguageLoadingElement {
  static override properties = {
    theme: { reflect: true },
    form: { reflect: true },
    opening: { type: Boolean, reflect: true },
    touring: { type: Boolean, reflect: true },
    lesson: { type: Boolean, reflect: true },
    alone: { type: Boolean, reflect: true },
    film: { type: Boolean, reflect: true },
    unmapped: { type: Boolean, reflect: true },
    editing: { state: true },
  };

  static override styles = pageStyles;

  declare theme: string;
  declare form: Form;
  /** The first screen of a new reader is open, not the workbench. */
  declare opening: boolean;
  declare touring: boolean;
  /** The picture alone, as a teacher shows it. */
  declare lesson: boolean;
  /** The view has the whole page: it shows encoders of its own. */
  declare alone: boolean;
  /** The film has the whole page. */
  declare film: boolean;
  /** The encoder's map is not beside the view. */
  declare unmapped: boolean;
  declare editing: boolean;
  private readonly figure = new Figure(this, connect, (state) => this.caption(state));
  /** The state that what is beside the figure shows. */
  private readonly beside = new DrawnAfter(this, this.figure.store);
  private readonly fullScreen = new FullScreen(this, this.figure.store);
  private veiled = false;
  private readonly narrator = new Narrator(this, this.figure.store);
  private readonly drawn: DrawnView = new DrawnView(this, this.figure);
  private readonly ways = new Navigation(this, this.figure.store);
  private readonly openingStage = openingStage();
  private readonly lessonFit = new LessonFit(this, () => this.figure.state.view);
  private readonly embedding = new Embedding(this, this.figure, (state) => this.caption(state));
  private readonly finding = new Finding(this, (target) => this.ways.goTo(target));

  constructor() {
    super();
    this.theme = 'auto';
    this.form = 'wide';
    this.opening = opensOpening(location.hash) || (isOpening(location.hash) && !hasVisited());
    this.touring = false;
    this.lesson = false;
    this.alone = false;
    this.film = false;
    this.unmapped = false;
    this.editing = false;
    for (const Each of [AnswerFocus, FocusInView, Unfolding, Passage, PrecomputedBins])
      new Each(this, this.figure.store);
    new OfferedSwap(this, this.figure.store);
    new TourKeeper(this, this.figure.store);
    new PageKeys(this, this.figure.store, (outcome) => this.ways.take(outcome));
    new Printing(this, this.figure);
    new FileDrop(this, (files) => void this.figure.openFiles(files));
    this.figure.choose(withPicture(this.figure.state, parseHash(location.hash)));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.figure.start();
    this.ways.start();
  }

  protected override language(): string {
    return pageLanguage(this.figure.state.lang);
  }

  override willUpdate(): void {
    const { lang, theme } = this.figure.state;
    if (lang !== '') rememberLanguage(lang);
    const { documentElement } = document;
    document.title = titleOf(this.figure.state, this.opening);
    if (documentElement.lang !== spokenLanguage()) documentElement.lang = spokenLanguage();
    this.theme = theme;
    // Writing it again would have the page's style computed in the middle of every update.
    const { dataset } = documentElement;
    if (dataset.theme !== theme) dataset.theme = theme;
    this.touring = this.figure.state.tour !== null;
    this.lesson = isLesson(this.figure.state) && !this.opening;
    this.unmapped = !hasMap(this.figure.state);
    this.film = this.figure.state.film && !this.opening && !this.lesson;
    this.alone = isAlone(this.figure.state) && !this.opening && !this.lesson && !this.film;
    this.form = formFor(this.wholeWidth);
  }

  override updated(changed: PropertyValues<this>): void {
    this.showAnswer();
    // To the text when the editor opens, to the link that opened it when it closes.
    if (changed.has('editing') && changed.get('editing') !== undefined)
      this.ways.focusOn(this.editing ? '.editor input' : 'button.edit');
  }

  /** On a narrow page the picture comes into sight below the verdict; the focus does not move. */
  private showAnswer(): void {
    const { state } = this.figure;
    const veiled = awaitsGuess(state);
    const answered = this.veiled && !veiled && state.tour !== null;
    this.veiled = veiled;
    if (answered && this.form !== 'wide')
      this.renderRoot.querySelector('.view')?.scrollIntoView({ block: 'start' });
  }

  override render() {
    if (this.opening) return this.renderOpening();
    if (this.film) return this.renderFilm();
    return this.lesson ? this.renderLesson() : this.renderWorkbench();
  }

  private renderOpening() {
    const { state, store, palette } = this.figure;
    const narrow = this.form === 'narrow';
    const dark = palette === palettes.dark;
    const padding = narrow ? 2 * 20 : 2 * 24;
    const size = { width: pictureWidth(this.wholeWidth - padding) };
    this.openingStage.animate = this.figure.animate;
    const lead = (then: () => void) => () => this.ways.openWorkbench(then);
    return html`${openingPage({
      ...{ state, beside: this.beside.state, narrow, dark, width: this.wholeWidth },
      figure: this.openingStage.draw(state, size, store.dispatch),
      waiting: waiting(state, this.figure),
      ask: (token) => store.dispatch({ type: 'focus', token }),
      startTour: lead(() => takeTour(this.figure.state, store.dispatch)),
      watch: lead(() => watch(store.dispatch)),
      read: (text) => this.ways.read(text),
      ...{ copyLink: this.ways.copyLink, copied: this.ways.sharing.copied },
      openWorkbench: lead(() => {}),
      watchLearning: lead(() => store.dispatch({ type: 'choose', choice: learning })),
      practise: lead(() => store.dispatch({ type: 'choose', choice: practising })),
      find: () => this.show('find'),
      embed: () => this.show('embed'),
      speak: (lang) => this.speak(lang),
      turnTheme: () => store.dispatch({ type: 'theme', theme: dark ? 'light' : 'dark' }),
    })}
    ${dialogOf(this.page(state), this.renderRoot)}
    <div class="unseen" aria-live="polite">${this.openingStage.speech(state)}</div>`;
  }

  private renderLesson() {
    const state = asShown(this.figure.state);
    const page = this.page(state);
    return html`${lessonPage(page, this.picture(state), this.caption(state))} ${dialogOf(page, this.renderRoot)}
      <div class="unseen" aria-live="polite">${this.drawn.stage?.speech(state)}</div>
      <div class="unseen" role="status">${awaitsGuess(state) ? '' : spokenAnswer(state)}</div>`;
  }

  private renderFilm() {
    const { state, store } = this.figure;
    const page = this.page(state);
    return html`${filmPage({
      ...{ page, picture: this.picture(state) },
      caption: filmBar(state, page.dispatch, this.narrator.voiced),
      typeSentence: this.ways.typeSentence,
      startTour: () => takeTour(state, store.dispatch),
      watchLearning: () => store.dispatch({ type: 'choose', choice: learning }),
      leave: () => store.dispatch({ type: 'choose', choice: { film: false } }),
    })}
      ${dialogOf(page, this.renderRoot)}`;
  }

  private renderWorkbench() {
    const state = asShown(this.figure.state);
    const page = this.page(state);
    const picture = this.picture(state);
    return html`${workbenchPage({
      ...{ page, picture },
      beside: this.page(asShown(this.beside.state)),
      // What another file draws says its numbers itself; here stands its question.
      words:
        this.drawn.stage?.words(state, page.dispatch) || msg(found[state.view]?.question ?? ''),
      figure: this.figure,
      skip: () => this.ways.focusOn('main'),
    })}
      ${dialogOf(page, this.renderRoot)}
      <div class="unseen" aria-live="polite">${this.drawn.stage?.speech(state)}</div>
      <div class="unseen" role="status">${awaitsGuess(state) ? '' : spokenAnswer(state)}</div>
      <div class="unseen changed" role="status">${awaitsGuess(state) ? '' : spokenRun(this.figure.state)}</div>`;
  }

  private page(state: State): Page {
    const { store, palette } = this.figure;
    const { form, editing } = this;
    return {
      ...{ state, dispatch: store.dispatch, palette, form, editing },
      ...this.ways.shown,
      timeline: () => timelineOf(this.figure),
      embed: () => this.embedding.dialog,
      find: () => this.finding.dialog(this.opening ? '' : state.view),
      width: this.wholeWidth,
      edit: (open) => {
        this.editing = open;
      },
      goHome: this.ways.goHome,
      typeSentence: this.ways.typeSentence,
      teach: () => void this.fullScreen.begin(),
      show: (name) => this.show(name),
      copyLink: this.ways.copyLink,
      openModel: (files) => void this.figure.openFiles(files),
      cancelOpening: () => this.figure.cancelOpening(),
      speak: (lang) => this.speak(lang),
    };
  }

  readonly makeFilm = (choice: FilmChoice, tell?: Told) => this.embedding.makeFilm(choice, tell);

  readonly makeSlides = (choice: FilmChoice) => this.embedding.makeSlides(choice);

  private speak(lang: string): void {
    void turnLanguage(this, this.figure.store, lang);
  }

  private picture(state: State): unknown {
    const draw = () => this.drawView(this.film ? this.figure.state : asShown(this.figure.state));
    return this.figure.live(draw, this.drawView(state));
  }

  private drawView(state: State) {
    const stage = stageSize(this.wholeWidth, this.form, this.figure.state, this.lesson);
    const size = this.lessonFit.sizeIn(stage);
    const guess = awaitsGuess(state) ? this.guess : null;
    return this.drawn.draw(state, { size, guess, folded: true });
  }

  private caption(state: State) {
    return this.drawn.stage?.caption(state) ?? null;
  }

  private get wholeWidth(): number {
    return this.figure.width || this.clientWidth;
  }

  /**
   * While a chapter waits for a guess, nothing on the stage acts but words that may be the guess; a
   * figure of another file says what it computes, and may be turned about.
   */
  private readonly guess: Dispatch = (action) => {
    const { state, store } = this.figure;
    if (action.type === 'focus') guessWord(state, store.dispatch, action.token);
    const turns = action.type === 'choose' && Object.keys(action.choice).join() === 'settings';
    if (turns || action.type === 'hover' || action.type === 'want') store.dispatch(action);
  };

  private show(name: DialogName): void {
    if (name === 'embed') this.embedding.open(this.ways.link);
    void this.ways.show(name);
  }
}

import { languages } from 'fovea-languages';
import type { LitElement } from 'lit';
import { messageOf } from '../model/worker-line';
import { figureAttributes, type RecipePart, recipes, scriptAddress } from '../state/embed';
import {
  type AnswerFormat,
  type FilmChoice,
  type NumberFormat,
  shownTensor,
  type Writers,
} from '../state/numbers';
import type { Store } from '../state/store';
import { viewOf } from '../state/views';
import { notCopied } from '../widgets/dialogs';
import type { Embed } from '../widgets/embed-dialog';
import type { PictureFormat } from '../widgets/poster-dialog';
import { Clipboard, download } from '../widgets/sharing';
import { spokenLanguage } from '../words/language';
import { msg } from '../words/msg';
import type { Figure } from './figure';
import { type CaptionFor, film, keepingDialog, type Told } from './filming';
import { loadFile } from './load-file';
import { ownFile } from './own-file';
import { Packaging, savePoster } from './packaging';
import { remember, remembered } from './remembered';
import { pictureOfStage, savePicture } from './save';
import { slidesOf } from './slides';
import { copyStill, type Still, stillOf, stillParts } from './still';

const choiceKey = 'fovea-embed';

/** What a writer has said of the pages that figures go into. */
interface EmbedChoice {
  /** The id of a recipe. */
  readonly recipe: string;
  /** The address of the script; empty: the recipe's own. */
  readonly script: string;
  /** The language of the figure, empty: that of the page around it; undefined before it was said. */
  readonly lang?: string;
}

const isChoice = (kept: unknown): kept is EmbedChoice =>
  typeof kept === 'object' &&
  kept !== null &&
  typeof Reflect.get(kept, 'recipe') === 'string' &&
  typeof Reflect.get(kept, 'script') === 'string';

/** What was said at the last visit. */
function keptChoice(): EmbedChoice {
  try {
    const kept: unknown = JSON.parse(remembered(choiceKey) ?? 'null');
    if (isChoice(kept)) return kept;
  } catch {
    // What is kept is no JSON: as at a first visit.
  }
  return { recipe: 'html', script: '' };
}

const keepChoice = (choice: EmbedChoice): void => remember(choiceKey, JSON.stringify(choice));

/** What a writer takes along for another page: code, the files that it needs, the picture. */
export class Embedding {
  private choice: EmbedChoice = keptChoice();
  /** The tensor chosen for a table; null: the one on the stage. */
  private tensor: string | null = null;
  /** How it is filmed. */
  private film: FilmChoice = {
    ...{ format: 'mp4', size: '720p', theme: 'light', fps: 30, captions: 'burnt', of: 'view' },
  };
  /** The film that is being made, and how much of it is. */
  private filming: AbortController | null = null;
  private share: number | null = null;
  /** The picture with a way to the figure, as it was when the dialog opened. */
  private still: Still | null = null;
  /** The width of the column that a poster is for, and the code that goes with the last one. */
  private column = 720;
  private posterCode: RecipePart | null = null;
  /** Why the last thing could not be copied or saved. */
  private problem: string | null = null;
  private readonly caption: CaptionFor;
  private readonly host: LitElement;
  private readonly figure: Figure;
  private readonly store: Store;
  private readonly clipboard: Clipboard;

  constructor(host: LitElement, figure: Figure, caption: CaptionFor) {
    this.caption = caption;
    this.host = host;
    this.figure = figure;
    this.store = figure.store;
    this.clipboard = new Clipboard(host);
    new Packaging(host);
  }

  /** What the dialog shows, and what it can ask for. */
  get dialog(): Embed {
    const { choice, problem } = this;
    const { state } = this.store;
    const recipe = recipes.find(({ id }) => id === choice.recipe) ?? recipes[0];
    const lang = choice.lang ?? (spokenLanguage() === 'en' ? '' : spokenLanguage());
    const says = lang ? ([['lang', lang]] as const) : [];
    const words = lang && lang !== 'en' ? [`fovea-${lang}.js`] : [];
    const script = scriptAddress(choice.script) || recipe.script || '';
    return {
      ...{ recipes, recipe, problem, script: choice.script, copied: this.clipboard.copied },
      ...{ lang, languages },
      parts: recipe.parts(state.trace ? [...figureAttributes(state), ...says] : [], script),
      files: recipe.files.length > 0 ? [...recipe.files, ...this.viewFiles, ...words] : [],
      choose: (id) => this.say({ recipe: id }),
      place: (text) => this.say({ script: text }),
      speak: (id) => this.say({ lang: id }),
      copy: (text) => void this.copy(text),
      take: (name) => void this.saving(name, async () => download(await ownFile(name), name)),
      save: (format) => void this.saving(msg`The picture`, () => this.savePicture(format)),
      still: this.still ? stillParts(this.still) : [],
      copyPicture: () => void this.copyPicture(),
      ...{ tensors: state.trace?.names ?? [], tensor: this.chosenTensor },
      chooseTensor: (name) => {
        this.tensor = name;
        this.tell(null);
      },
      saveNumbers: (format) => void this.saving(msg`The file`, () => this.saveNumbers(format)),
      film: {
        ...{ choice: this.film, share: this.share },
        choose: (film) => {
          this.film = { ...this.film, ...film };
          this.tell(null);
        },
        save: () => void this.saving(msg`The film`, () => this.saveFilm()),
        saveSlides: () => void this.saving(msg`The file`, () => this.saveSlides()),
        cancel: () => this.filming?.abort(),
      },
      posterCode: this.posterCode,
      poster: {
        width: this.column,
        place: (width) => {
          this.column = width;
          this.tell(null);
        },
        save: (format) => void this.saving(msg`The picture`, () => this.savePoster(format)),
      },
      isAsked: state.trail.length > 0,
      saveAnswer: (format) => void this.saving(msg`The file`, () => this.saveAnswer(format)),
    };
  }

  /** The dialog opens: what is on the stage is what can be taken along. */
  open(link: string): void {
    this.posterCode = null;
    this.still = stillOf(this.host, this.store.state.view, link);
    this.tell(null);
  }

  tell(problem: string | null): void {
    this.problem = problem;
    this.host.requestUpdate();
  }

  /** The file that draws the view, beside fovea.js. */
  private get viewFiles(): readonly string[] {
    const { film, view } = this.store.state;
    const { bundle, beneath } = viewOf(view) ?? {};
    const name = film ? 'figures' : (bundle ?? beneath?.bundle);
    return name ? [`fovea-${name}.js`] : [];
  }

  private get chosenTensor(): string {
    const { state } = this.store;
    const chosen = this.tensor;
    return chosen && state.trace?.has(chosen) ? chosen : shownTensor(state);
  }

  private async saveNumbers(format: NumberFormat): Promise<void> {
    const { trace } = this.store.state;
    const { numbersAs } = await this.writers();
    if (!trace) throw new Error(msg`There is no picture yet.`);
    const name = this.chosenTensor;
    const file = format === 'csv' ? name : 'fovea';
    download(numbersAs(trace, format, name), `${file}.${format}`);
  }

  private async saveAnswer(format: AnswerFormat): Promise<void> {
    const { trace, model, trail, parameters } = this.store.state;
    const cell = trail.at(-1);
    const { answerAs } = await this.writers();
    const encoder = this.figure.connection?.encoder;
    if (!trace || !model || !cell || !encoder) throw new Error(msg`There is no picture yet.`);
    const parameter = (name: string) => parameters.get(name) ?? encoder.parameter(name);
    download(await answerAs(format, { model, trace, cell }, parameter), `fovea-why.${format}`);
  }

  /** Films what is on the stage; resolves to the film, and to its captions where they are apart. */
  makeFilm(
    choice: FilmChoice,
    tell: Told = () => {},
    signal = new AbortController().signal,
  ): Promise<readonly Blob[]> {
    const { host, store, caption } = this;
    return film({ host, store, caption, tell, signal }, choice);
  }

  /** The steps of what is on the stage as slides. */
  makeSlides(
    choice: Pick<FilmChoice, 'of' | 'theme'>,
    tell: Told = () => {},
    signal = new AbortController().signal,
  ): Promise<Blob> {
    const { host, store, caption } = this;
    return slidesOf({ host, store, caption, tell, signal }, choice);
  }

  private saveFilm(): Promise<void> {
    return this.rolling(async (tell, signal) => {
      const [film, captions] = await this.makeFilm(this.film, tell, signal);
      if (film) download(film, `fovea.${this.film.format}`);
      if (captions) download(captions, 'fovea.vtt');
    });
  }

  private saveSlides(): Promise<void> {
    return this.rolling(async (tell, signal) =>
      download(await this.makeSlides(this.film, tell, signal), 'fovea-slides.html'),
    );
  }

  /** What goes through the times says how far it is, and can be cancelled. */
  private async rolling(work: (tell: Told, signal: AbortSignal) => Promise<void>): Promise<void> {
    this.filming = new AbortController();
    const { signal } = this.filming;
    this.share = 0;
    const tell = (share: number) => {
      this.share = share;
    };
    try {
      await work(keepingDialog(this.host, tell), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.filming = null;
      this.share = null;
    }
  }

  private async writers(): Promise<Writers> {
    await loadFile('save');
    return globalThis.foveaWriters as Writers;
  }

  private say(choice: Partial<EmbedChoice>): void {
    this.choice = { ...this.choice, ...choice };
    keepChoice(this.choice);
    this.tell(null);
  }

  /** Where the browser does not copy, the text is there, selected. */
  private async copy(text: string): Promise<void> {
    const copied = await this.clipboard.copy(text);
    this.tell(copied ? null : msg(notCopied));
    if (copied) return;
    const boxes = this.host.renderRoot.querySelectorAll<HTMLTextAreaElement>('.embed textarea');
    [...boxes].find(({ value }) => value === text)?.focus();
  }

  /** Where a page cannot copy pictures, it is saved and its code copied. */
  private async copyPicture(): Promise<void> {
    try {
      if (this.still) await copyStill(this.still, pictureOfStage(this.host, this.store));
      this.clipboard.say('picture');
      this.tell(null);
    } catch {
      this.tell(
        msg`The browser won’t let this page copy a picture. Save it as PNG, and copy the code with it.`,
      );
    }
  }

  private async saving(what: string, save: () => Promise<void>): Promise<void> {
    try {
      await save();
      this.tell(null);
    } catch (error) {
      this.tell(msg`${what} could not be saved: ${messageOf(error)}`);
    }
  }

  private async savePoster(format: PictureFormat): Promise<void> {
    const script = scriptAddress(this.choice.script) || 'fovea.js';
    const [attributes, alt] = [figureAttributes(this.store.state), this.still?.alt ?? ''];
    this.posterCode = await savePoster(attributes, script, { width: this.column, alt, format });
  }

  private savePicture(format: PictureFormat): Promise<void> {
    return savePicture(this.host, this.store, format);
  }
}

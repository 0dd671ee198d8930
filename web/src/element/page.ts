import { found } from 'fovea-views/questions';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { type Palette, palettes } from '../render/color';
import { msgHtml } from '../render/msg-html';
import type { Dispatch } from '../state/actions';
import { weight } from '../state/format';
import { doubt, hardKindNote } from '../state/honesty';
import { likelihood } from '../state/prediction';
import type { State } from '../state/state';
import { isOfTimeline, stepAt, timeline } from '../state/timeline';
import { awaitsGuess } from '../state/tour/veil';
import { takeTour } from '../state/tour/walk';
import { argmax } from '../state/vector';
import { showsHead, viewOf } from '../state/views';
import { formerTrace } from '../state/what-if/answers';
import { articleLink, linkButton } from '../widgets/controls';
import { dialog, keysHelp, linkHelp } from '../widgets/dialogs';
import { type Embed, embedHelp } from '../widgets/embed-dialog';
import { encoderMap } from '../widgets/encoder-map';
import { headPicker } from '../widgets/head-picker';
import { attentionLegend } from '../widgets/legend';
import { nearness } from '../widgets/nearness';
import { modelError, modelLine, untrainedTab } from '../widgets/notices';
import { guessesOf, prediction, wordAt } from '../widgets/prediction';
import { sentenceEditor, sentenceMessages } from '../widgets/sentence-editor';
import { switchesPanel } from '../widgets/switches';
import { tourOverview, tourPanel, tourProgress } from '../widgets/tour-panel';
import { placeMenu, viewSwitch } from '../widgets/view-switch';
import { msg } from '../words/msg';
import { type Find, findList } from './find/find-dialog';
import { languageSwitch } from './language-switch';
import { type Form, isAlone } from './stage-size';

export type DialogName = 'find' | 'keys' | 'embed' | 'link' | 'chapters';

/** What the parts of the page show, and what they can ask of it. */
export interface Page {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly palette: Palette;
  readonly form: Form;
  /** Of the page, in CSS pixels. */
  readonly width: number;
  readonly editing: boolean;
  /** Whether the link has just been copied. */
  readonly copied: boolean;
  /** The address to copy by hand. */
  readonly link: string;
  /** The last dialog to be opened, another object each time; null before the first. */
  readonly opened: { readonly name: DialogName } | null;
  edit(editing: boolean): void;
  /** What the animation is played with. */
  timeline(): unknown;
  /** Back to the opening. */
  goHome(): void;
  /** To the field for a sentence of the reader's, on the first page. */
  typeSentence(): void;
  /** Begins a lesson. */
  teach(): void;
  show(dialog: DialogName): void;
  copyLink(): void;
  /** What the dialog for other pages shows. */
  embed(): Embed;
  /** What the dialog shows that finds figures by their questions. */
  find(): Find;
  openModel(files: readonly File[]): void;
  cancelOpening(): void;
  speak(language: string): void;
}

/** Redraws only when something other than the time has changed. */
export function still(page: Page, template: () => unknown): unknown {
  const { trace, model, layer, head, token, masked, view } = page.state;
  const { palette, form } = page;
  const veil = awaitsGuess(page.state);
  const former = formerTrace(page.state);
  const shown = [trace, former, model, layer, head, token, masked, view, palette, form, veil];
  return guard(shown, template);
}

function links(page: Page): TemplateResult {
  const other = page.palette === palettes.dark ? 'light' : 'dark';
  return html`<div class="links">
    ${page.form === 'narrow' && !page.state.tour ? editLink(page) : nothing}
    ${linkButton(msg`Tour`, () => takeTour(page.state, page.dispatch), 'to-tour')}
    ${linkButton(msg`Teach`, () => page.teach(), 'to-lesson')}
    ${linkButton(page.copied ? msg`Copied` : msg`Copy link`, () => page.copyLink())}
    ${linkButton(msg`Embed`, () => page.show('embed'))}
    ${linkButton(msg`Keys`, () => page.show('keys'), 'for-keys')}
    ${page.form === 'wide' ? modelMenu(page) : nothing}
    ${linkButton(other === 'dark' ? msg`Dark` : msg`Light`, () =>
      page.dispatch({ type: 'theme', theme: other }),
    )}
    ${languageSwitch((language) => page.speak(language))}
  </div>`;
}

/** Whether the view leaves it to the page to say what the model guesses. */
const hasGuessBeside = ({ view }: State): boolean => !found[view]?.says && !viewOf(view)?.alone;

/** The best guess in a line; nothing where it is in doubt, or not to be told. */
export function reading(state: State): TemplateResult | typeof nothing {
  const told = hasGuessBeside(state) && !awaitsGuess(state) && doubt(state) === null;
  const [best] = told ? guessesOf(state, 1) : [];
  if (!best) return nothing;
  return html`<p class="reading">
    ${msgHtml`The model’s guess for “<i>${wordAt(state, state.token)}</i>”: <b>${best.piece}</b>
    ${likelihood(best.probability)}`}
  </p>`;
}

/** The way from view to view. */
export const viewsOf = ({ state, dispatch, show }: Page): TemplateResult =>
  viewSwitch(state, dispatch, () => show('find'));

export const wordmark = (page: Page): TemplateResult =>
  html`<h1 class="wordmark"><button type="button" aria-label=${msg`Fovea: back to the beginning`} @click=${() => page.goHome()}>Fovea</button></h1>`;

/** The title of a view that has the whole page, and its question where there is room and the title asks none. */
function ownTitle({ state, form }: Page): TemplateResult {
  const title = viewOf(state.view)?.title ?? '';
  const question = found[state.view]?.question ?? '';
  return html`<h2>${msg(title)}${form === 'wide' && !title.endsWith('?') ? html` <small>${msg(question)}</small>` : nothing}</h2>`;
}

export function bar(page: Page): TemplateResult {
  const { state, dispatch, form } = page;
  const place = placeMenu(state, dispatch, form !== 'narrow');
  const where = state.tour ? tourProgress(state, dispatch, () => page.show('chapters')) : place;
  const views = awaitsGuess(state) ? nothing : viewsOf(page);
  const alone = isAlone(state);
  return html`<header class="top-bar">
    ${wordmark(page)}
    <div class="middle">
      ${alone ? ownTitle(page) : [where, untrainedTab(state)]}
      ${form === 'narrow' || state.tour ? nothing : html`<div class="links">${editLink(page)}</div>`}
      ${form === 'wide' ? views : nothing}
      ${form === 'rail' && !alone ? still(page, () => reading(state)) : nothing}
    </div>
    ${form === 'rail' ? views : nothing} ${links(page)}
  </header>`;
}

/** Whether the page's sentence is what the view is about: there it can be edited, and its notes stand. */
export const isOfSentence = ({ view }: State): boolean => !found[view]?.ownTexts;

function editLink(page: Page): TemplateResult | typeof nothing {
  if (!isOfSentence(page.state)) return nothing;
  return linkButton(msg`Edit the sentence`, () => page.edit(!page.editing), 'edit underlined');
}

export function mapArea(page: Page): unknown {
  const { state, dispatch, form } = page;
  const shape = ({ wide: 'column', rail: 'rail', narrow: 'tiles' } as const)[form];
  return still(page, () => {
    const veil = awaitsGuess(state);
    const [best] = veil || doubt(state) !== null ? [] : guessesOf(state, 1);
    const reads = best?.piece ?? null;
    return html`<div class="map-area" ?inert=${veil}>
      ${encoderMap({ state, dispatch, form: shape, reads })}
    </div>`;
  });
}

/** Above the figure: the editor while it is open, and notes on the sentence. */
export function sentenceArea(page: Page): TemplateResult | typeof nothing {
  const { state, dispatch } = page;
  const failed = state.status.kind === 'error' && state.status.place === 'sentence';
  if (!failed && !isOfSentence(state)) return nothing;
  const close = () => page.edit(false);
  const warning = failed ? null : hardKindNote(state);
  return html`${page.editing || failed ? sentenceEditor({ state, dispatch, close }) : nothing}
  ${
    warning === null
      ? nothing
      : html`<div class="messages" role="status"><p class="remark">${warning}</p></div>`
  }
  ${sentenceMessages(state)}`;
}

/** The scales of what is on the stage, where the view does not bring its own. */
export function scales({ state, form }: Page): TemplateResult | typeof nothing {
  const roles = viewOf(state.view)?.scales;
  return roles ? attentionLegend(state, roles, form !== 'wide') : nothing;
}

/** The tour's chapters choose the head themselves, and some views show no head of the model. */
export function headsArea(page: Page): unknown {
  const { state, dispatch } = page;
  if (state.tour || !showsHead(state)) return nothing;
  return still(page, () => headPicker({ state, dispatch }));
}

export const tourOf = (page: Page): unknown =>
  tourPanel(page.state, page.dispatch, () => page.show('chapters'));

/** The step at hand, and its place on the timeline. */
export function stepHeading({ view, time, span }: State): TemplateResult {
  const step = isOfTimeline(view) ? stepAt(time, span) : undefined;
  const alone = isOfTimeline(view) && viewOf(view)?.tick !== undefined;
  const title = viewOf(alone ? view : (step?.id ?? view))?.title;
  return html`<h2>
    ${msg(title ?? '')}
    ${step ? html`<small>${msg`${timeline.indexOf(step) + 1} of ${timeline.length}`}</small>` : nothing}
  </h2>`;
}

/** Asks why of the largest weight of the row in focus. */
function whyLink({ trace, layer, head, token, view }: State, dispatch: Dispatch) {
  if (!trace || layer < 0 || viewOf(view)?.of !== 'head' || !viewOf(view)?.scales) return nothing;
  const row = trace.row(`layers.${layer}.attention.weights`, head, token);
  const key = argmax(row);
  return linkButton(
    msg`Why ${weight(row[key] ?? 0)}?`,
    () => dispatch({ type: 'why', key }),
    'underlined',
  );
}

/** The section of the article about the step at hand, or about the view. */
function readLink({ view, time, span }: State): TemplateResult {
  const step = isOfTimeline(view) ? stepAt(time, span)?.id : undefined;
  return articleLink(step ?? view, msg`Read about it`, 'underlined');
}

/** The words' column: what happens and what it means. */
export function wordsColumn({ state, dispatch }: Page, told: unknown): TemplateResult {
  return html`<section class="words" aria-label=${msg`What happens`}>
    ${stepHeading(state)}
    <div class="told">${told}</div>
    <div class="on-from">${whyLink(state, dispatch)} ${readLink(state)}</div>
  </section>`;
}

/** Whether the switches are part of the picture itself. */
const inFigure = ({ view }: State): boolean => view === 'what-if';

/** Whether the switches stand open between the words and the model's guess. */
const hasSwitchesOpen = ({ state, form }: Page): boolean =>
  form === 'wide' && state.panel.open && !inFigure(state);

/** Width of the switches in each form of the page. */
const switchesWidth = ({ form, width }: Page): number =>
  ({ wide: 184, rail: width - 428, narrow: width - 32 })[form];

export function side(page: Page, words: unknown): TemplateResult {
  const { state, dispatch, form } = page;
  if (state.tour && form === 'wide') return html`<aside class="side">${tourOf(page)}</aside>`;
  if (awaitsGuess(state))
    return html`<aside class="side" aria-label=${msg`Model`}>${modelArea(page)}</aside>`;
  const open = hasSwitchesOpen(page);
  const guess = hasGuessBeside(state) ? still(page, () => prediction(state, dispatch)) : nothing;
  const panel = inFigure(state)
    ? nothing
    : switchesPanel({ state, dispatch, width: switchesWidth(page) });
  return html`<aside class="side ${open ? 'switching' : ''}" aria-label=${msg`Prediction, scales, model`}>
    ${words} ${open ? [panel, guess] : [guess, panel]}
    ${open || !hasGuessBeside(state) ? nothing : still(page, () => nearness(state))}
    ${form === 'wide' ? nothing : [still(page, () => scales(page)), modelArea(page)]}
  </aside>`;
}

/** Which model it is, and the way to another; open while there is something to be told. */
function modelMenu(page: Page): TemplateResult {
  const { status } = page.state;
  const tells = modelError(page.state) !== null || status.kind === 'loading';
  return html`<details class="model-menu" ?open=${tells && page.state.trace !== null}>
    <summary class="link">${msg`Model`}</summary>
    ${modelArea(page)}
  </details>`;
}

export function modelArea(page: Page): TemplateResult {
  return modelLine({
    state: page.state,
    open: (files) => page.openModel(files),
    cancel: () => page.cancelOpening(),
  });
}

const dialogs: Readonly<Record<DialogName, (page: Page) => TemplateResult>> = {
  find: (page) => dialog('find', msg`Find an answer`, findList(page.find())),
  chapters: ({ state, dispatch, typeSentence }) =>
    dialog('chapters', msg`The tour`, tourOverview(state, dispatch, typeSentence)),
  keys: () => dialog('keys', msg`Keys`, keysHelp()),
  link: ({ link }) => dialog('link', msg`Link`, linkHelp(link)),
  embed: (page) => dialog('embed', msg`Embed or save this figure`, embedHelp(page.embed())),
};

/** The last dialog to be opened. Closed, it stays as it is. */
export function dialogOf(page: Page, { children }: ParentNode): unknown {
  const { opened } = page;
  if (!opened) return nothing;
  // A selector would look through the whole page.
  const isOpen = [...children].some((each) => (each as HTMLDialogElement).open);
  return guard([isOpen ? {} : opened], () => dialogs[opened.name](page));
}

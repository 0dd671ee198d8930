import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { type Palette, palettes } from '../render/color';
import type { Dispatch } from '../state/actions';
import { embedSnippet } from '../state/embed';
import { likelihood } from '../state/prediction';
import type { State } from '../state/state';
import { openChapter } from '../state/tour/walk';
import { linkButton } from '../widgets/controls';
import { dialog, embedHelp, keysHelp, linkHelp, type PictureFormat } from '../widgets/dialogs';
import { encoderMap } from '../widgets/encoder-map';
import { headPicker } from '../widgets/head-picker';
import { attentionLegend } from '../widgets/legend';
import { modelLine, untrainedTab } from '../widgets/notices';
import { headMenu, layerMenu, placeMenu } from '../widgets/place-menu';
import { guessesOf, prediction, wordAt } from '../widgets/prediction';
import { sentenceEditor, sentenceMessages } from '../widgets/sentence-editor';
import { viewSwitch } from '../widgets/view-switch';

/** Wide: three columns. Rail: the map as a rail of pictures. Narrow: everything in one column. */
export type Form = 'wide' | 'rail' | 'narrow';

export function formFor(width: number): Form {
  if (width >= 1200) return 'wide';
  return width >= 760 ? 'rail' : 'narrow';
}

export type DialogName = 'keys' | 'embed' | 'link';

/** What the parts of the page show, and what they can ask of it. */
export interface Page {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly palette: Palette;
  readonly form: Form;
  readonly editing: boolean;
  /** What has just been copied. */
  readonly copied: 'link' | 'code' | null;
  /** The address to copy by hand. */
  readonly link: string;
  /** Why the code was not copied, or the picture not saved. */
  readonly problem: string | null;
  edit(editing: boolean): void;
  show(dialog: DialogName): void;
  copyLink(): void;
  copyCode(): void;
  savePicture(format: PictureFormat): void;
  openModel(file: File): void;
  cancelOpening(): void;
}

/** Redraws only when something other than the time has changed. */
function still(page: Page, template: () => unknown): unknown {
  const { trace, model, layer, head, token, masked, view } = page.state;
  const { palette, form } = page;
  return guard([trace, model, layer, head, token, masked, view, palette, form], template);
}

function links(page: Page): TemplateResult {
  const other = page.palette === palettes.dark ? 'light' : 'dark';
  return html`<div class="links">
    ${page.form === 'narrow' ? editLink(page) : nothing}
    ${linkButton('Tour', () => openChapter(page.state, page.dispatch, 0), 'to-tour')}
    ${linkButton(page.copied === 'link' ? 'Copied' : 'Copy link', () => page.copyLink())}
    ${linkButton('Embed', () => page.show('embed'))}
    ${linkButton('Keys', () => page.show('keys'))}
    ${linkButton(other === 'dark' ? 'Dark' : 'Light', () =>
      page.dispatch({ type: 'theme', theme: other }),
    )}
  </div>`;
}

function reading(state: State): TemplateResult | typeof nothing {
  const [best] = guessesOf(state, 1);
  if (!best) return nothing;
  return html`<p class="reading">
    For “<i>${wordAt(state, state.token)}</i>” the model predicts <b>${best.piece}</b>
    ${likelihood(best.probability)}
  </p>`;
}

export function bar(page: Page): TemplateResult {
  const { state, dispatch, form } = page;
  const where =
    form === 'narrow' && state.trace
      ? html`<div class="where">${layerMenu(state, dispatch)} ${headMenu(state, dispatch)}</div>`
      : placeMenu(state, dispatch);
  return html`<header class="top-bar">
    <h1>Fovea</h1>
    <div class="middle">
      ${where} ${untrainedTab(state)}
      ${form === 'wide' ? viewSwitch(state, dispatch) : nothing}
      ${form === 'narrow' ? nothing : html`<div class="links">${editLink(page)}</div>`}
      ${form === 'rail' ? still(page, () => reading(state)) : nothing}
    </div>
    ${form === 'rail' ? viewSwitch(state, dispatch) : nothing} ${links(page)}
  </header>`;
}

function editLink(page: Page): TemplateResult {
  return linkButton('Edit the sentence', () => page.edit(!page.editing), 'edit underlined');
}

export function mapArea(page: Page): unknown {
  const { state, dispatch, palette, form } = page;
  const shape = ({ wide: 'column', rail: 'rail', narrow: 'tiles' } as const)[form];
  return still(page, () => {
    const reads = guessesOf(state, 1)[0]?.piece ?? null;
    return html`<div class="map-area">
      ${encoderMap({ state, dispatch, palette, form: shape, reads })}
    </div>`;
  });
}

/** Above the figure: the editor while it is open, and notes on the sentence. */
export function sentenceArea(page: Page): TemplateResult {
  const { state, dispatch } = page;
  const failed = state.status.kind === 'error' && state.status.place === 'sentence';
  const close = () => page.edit(false);
  return html`${page.editing || failed ? sentenceEditor({ state, dispatch, close }) : nothing}
  ${sentenceMessages(state)}`;
}

export function headsArea(page: Page): unknown {
  const { state, dispatch, palette, form } = page;
  const shape = form === 'wide' ? 'column' : 'row';
  return still(page, () => headPicker({ state, dispatch, palette, form: shape }));
}

export function side(page: Page): TemplateResult {
  const { state, dispatch, form } = page;
  return html`<aside class="side" aria-label="Prediction, heads, scales">
    ${still(page, () => prediction(state, dispatch))}
    ${form === 'wide' ? headsArea(page) : nothing}
    ${still(page, () => attentionLegend(state))} ${form === 'wide' ? nothing : modelArea(page)}
  </aside>`;
}

export function modelArea(page: Page): TemplateResult {
  return modelLine({
    state: page.state,
    open: (file) => page.openModel(file),
    cancel: () => page.cancelOpening(),
  });
}

export function dialogs(page: Page): TemplateResult {
  const { state } = page;
  const embed = {
    snippet: state.trace ? embedSnippet(state, 'fovea.js') : '',
    copy: () => page.copyCode(),
    copied: page.copied === 'code',
    save: (format: PictureFormat) => page.savePicture(format),
    problem: page.problem,
  };
  return html`${dialog('keys', 'Keys', keysHelp())} ${dialog('link', 'Link', linkHelp(page.link))}
  ${dialog('embed', 'Embed or save this figure', embedHelp(embed))}`;
}

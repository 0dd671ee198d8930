import { css, html, nothing, type TemplateResult } from 'lit';
import * as look from '../render/palette.css';
import type { Recipe, RecipePart } from '../state/embed';
import type { AnswerFormat, NumberFormat } from '../state/numbers';
import { msg } from '../words/msg';
import { linkButton } from './controls';
import { filmFields, type SavedFilm } from './film-dialog';
import {
  type PictureFormat,
  pictureFormats,
  posterFields,
  type SavedPoster,
} from './poster-dialog';

const tabStyles = css`
  .tabs {
    ${look.row}
    gap: 0 16px;
    margin: 0 0 12px;
    border-bottom: 1px solid var(--line);
  }
  .tabs [role='tab'] {
    ${look.tab}
  }
  .tabs [aria-selected='true'] {
    border-bottom-color: var(--ink);
    ${look.strong}
  }
`;

interface Tab {
  readonly id: string;
  readonly name: string;
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs above one panel; arrow keys, Home and End choose among them. */
function tabs(
  label: string,
  all: readonly Tab[],
  chosen: string,
  choose: (id: string) => void,
): TemplateResult {
  const move = (event: KeyboardEvent) => {
    const at = all.findIndex(({ id }) => id === chosen);
    const next = all[moves[event.key]?.(at, all.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    choose(next.id);
    (event.currentTarget as Element).querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>
    ${all.map(
      ({
        id,
        name,
      }) => html`<button type="button" role="tab" id=${`tab-${id}`} aria-controls="panel"
        aria-selected=${id === chosen} tabindex=${id === chosen ? 0 : -1} @click=${() => choose(id)}
      >${name}</button>`,
    )}
  </div>`;
}

/** What the chosen tab shows. */
const tabPanel = (chosen: string, body: unknown): TemplateResult =>
  html`<div role="tabpanel" id="panel" aria-labelledby=${`tab-${chosen}`}>${body}</div>`;

export const embedStyles = css`
  ${tabStyles}
  dialog.embed {
    width: 760px;
  }
  dialog.embed label {
    display: grid;
    gap: 4px;
    margin: 12px 0;
  }
  dialog.embed .part {
    ${look.spread}
    align-items: baseline;
    gap: 16px;
    margin: 8px 0 4px;
  }
  dialog.embed :is(textarea, input) {
    display: block;
    width: 100%;
  }
  dialog.embed textarea {
    field-sizing: content;
    max-height: 15em;
    overflow-wrap: anywhere;
  }
  dialog.embed .film-fields {
    ${look.wrapping}
    gap: 0 16px;
  }
  dialog.embed .film-fields label {
    margin: 4px 0;
  }
  dialog.embed .take {
    ${look.wrapping}
    gap: 0 16px;
    margin: 8px 0 0;
  }
`;

export interface Embed {
  readonly recipes: readonly Recipe[];
  readonly recipe: Recipe;
  /** The recipe's texts, for the figure as it is. */
  readonly parts: readonly RecipePart[];
  /** The address of the script that the writer has said; empty: the recipe's own. */
  readonly script: string;
  /** The language of the figure; empty: that of the page around it. */
  readonly lang: string;
  /** Those that it can have, each with what it calls itself. */
  readonly languages: Readonly<Record<string, string>>;
  /** What has to be put on the writer's site. */
  readonly files: readonly string[];
  /** The text that has just been copied. */
  readonly copied: string | null;
  /** Why copying or saving failed, or null. */
  readonly problem: string | null;
  choose(recipe: string): void;
  /** Says where the script is. */
  place(script: string): void;
  /** Says the language. */
  speak(language: string): void;
  copy(text: string): void;
  take(file: string): void;
  save(format: PictureFormat): void;
  /** The picture with a way to the figure, as code, for a page that runs no scripts. */
  readonly still: readonly RecipePart[];
  /** Copies the picture itself, with its way to the figure. */
  copyPicture(): void;
  /** Tensors that can be saved as a table; none before there is a trace. */
  readonly tensors: readonly string[];
  /** The one that is chosen. */
  readonly tensor: string;
  chooseTensor(name: string): void;
  saveNumbers(format: NumberFormat): void;
  readonly film: SavedFilm;
  readonly poster: SavedPoster;
  /** The figure with its poster, once that is saved. */
  readonly posterCode: RecipePart | null;
  /** Whether the reader has asked why a number is what it is. */
  readonly isAsked: boolean;
  saveAnswer(format: AnswerFormat): void;
}

export const selectAll = (event: Event): void =>
  (event.target as HTMLInputElement | HTMLTextAreaElement).select();

/** Lines that a text takes in a box as wide as the dialog. */
const rowsOf = (text: string): number =>
  Math.min(
    9,
    text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 76)), 0),
  );

function part({ copied, copy }: Embed, { file, text }: RecipePart): TemplateResult {
  const name = file ?? msg`the code`;
  const [action, says] =
    copied === text ? [msg`Copied`, msg`Copied ${name}`] : [msg`Copy`, msg`Copy ${name}`];
  return html`<div class="part">
      <span>${file ?? msg`where the figure should go`}</span>
      <button type="button" class="link underlined" aria-label=${says}
        @click=${() => copy(text)}>${action}</button>
    </div>
    <textarea aria-label=${file ?? msg`Code to embed`} rows=${rowsOf(text)} readonly spellcheck="false"
      .value=${text} @focus=${selectAll}></textarea>`;
}

function scriptField({ recipe, script, place }: Embed): TemplateResult | typeof nothing {
  if (recipe.script === null) return nothing;
  const write = (event: Event) => place((event.target as HTMLInputElement).value);
  return html`<label>${msg`Address of fovea.js on your site`}
    <input type="text" inputmode="url" autocomplete="off" spellcheck="false" placeholder=${recipe.script}
      .value=${script} @input=${write} />
  </label>`;
}

function languageField({ lang, languages, speak }: Embed): TemplateResult {
  const choose = (event: Event) => speak((event.target as HTMLSelectElement).value);
  return html`<label>${msg`Language of the figure`}
    <select @change=${choose}>
      <option value="" ?selected=${lang === ''}>${msg`same as the page around it`}</option>
      ${Object.entries(languages).map(
        ([each, name]) =>
          html`<option value=${each} lang=${each} ?selected=${lang === each}>${name}</option>`,
      )}
    </select>
  </label>`;
}

function downloads({ files, take }: Embed): TemplateResult | typeof nothing {
  if (files.length === 0) return nothing;
  return html`<p class="take">${msg`What goes on your site:`}
    ${files.map((file) => linkButton(msg`save ${file}`, () => take(file), 'underlined'))}</p>`;
}

/** The numbers of the pass as a file. */
function numbers({
  tensors,
  tensor,
  chooseTensor,
  saveNumbers,
}: Embed): TemplateResult | typeof nothing {
  if (tensors.length === 0) return nothing;
  const choose = (event: Event) => chooseTensor((event.target as HTMLSelectElement).value);
  const save = (text: string, format: NumberFormat) =>
    linkButton(text, () => saveNumbers(format), 'underlined');
  return html`<label>${msg`Or save its numbers:`}
      <select class="tensor" @change=${choose}>
        ${tensors.map((name) => html`<option ?selected=${name === tensor}>${name}</option>`)}
      </select>
    </label>
    <p class="take">${save(msg`save this tensor as CSV`, 'csv')}
      ${save(msg`save all tensors as .npz`, 'npz')}
      ${save(msg`save all tensors as .safetensors`, 'safetensors')}</p>`;
}

/** The answer to the reader's last "why?" as a file. */
function answer({ isAsked, saveAnswer }: Embed): TemplateResult | typeof nothing {
  if (!isAsked) return nothing;
  const save = (text: string, format: AnswerFormat) =>
    linkButton(text, () => saveAnswer(format), 'underlined');
  return html`<p class="take">${msg`Or save the answer to “why?”, all the way to the embedding table:`}
    ${save(msg`as a spreadsheet of formulas`, 'xlsx')} ${save(msg`as a NumPy script`, 'py')}
    ${save(msg`its last step as CSV`, 'csv')}</p>`;
}

/** The picture with its link as code, and in words. */
function still(embed: Embed): TemplateResult | typeof nothing {
  if (embed.still.length === 0) return nothing;
  return html`<details class="still">
    <summary>${msg`Picture and link, for sites without scripts`}</summary>
    ${embed.still.map((each) => part(embed, each))}
  </details>`;
}

/** The ways into another page, and the picture and its numbers as files. */
export function embedHelp(embed: Embed): TemplateResult {
  const { recipe, recipes, parts, problem, tensors } = embed;
  const body = html`<p>${msg(recipe.where)}</p>
    ${languageField(embed)} ${scriptField(embed)} ${parts.map((each) => part(embed, each))} ${downloads(embed)}`;
  return html`${tabs(msg`Kind of page`, recipes, recipe.id, embed.choose)} ${tabPanel(recipe.id, body)}
    <p class="take">${msg`Or save it as a picture:`}
      ${pictureFormats.map((format) =>
        linkButton(msg`save as ${format.toUpperCase()}`, () => embed.save(format), 'underlined'),
      )}
      ${embed.still.length === 0 ? nothing : linkButton(embed.copied === 'picture' ? msg`Copied` : msg`copy with link`, embed.copyPicture, 'underlined')}
    </p>
    ${still(embed)}
    ${embed.still.length === 0 ? nothing : posterFields(embed.poster, embed.posterCode ? part(embed, embed.posterCode) : nothing)}
    ${tensors.length === 0 ? nothing : filmFields(embed.film)} ${numbers(embed)} ${answer(embed)}
    ${problem === null ? nothing : html`<p class="error" role="alert">${problem}</p>`}`;
}

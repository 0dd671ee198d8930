import { css, html, type LitElement, nothing, type TemplateResult } from 'lit';
import * as look from '../../render/palette.css';
import type { Dispatch } from '../../state/actions';
import type { State } from '../../state/state';
import { firstView } from '../../state/timeline';
import { openChapter } from '../../state/tour/walk';
import { articleLink, sectionLink } from '../../widgets/controls';
import { placeOf } from '../../widgets/view-switch';
import { msg } from '../../words/msg';
import { type Entry, groups, search, type Target, viewEntry } from './search';

export const findStyles = css`
  dialog.find {
    width: min(760px, calc(100vw - 32px));
    height: min(720px, calc(100vh - 32px));
  }
  .find search {
    position: sticky;
    top: -20px;
    z-index: 1;
    padding: 4px 0 12px;
    background: var(--paper);
  }
  .find input {
    width: 100%;
    font: 17px / 1.4 var(--serif);
  }
  .find h3 {
    margin: 16px 0 4px;
    font: 700 12px / 1.4 var(--sans);
    color: var(--ink-2);
  }
  .find ul {
    ${look.plainList}
  }
  .find ul.answers {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(280px, 1fr));
    gap: 4px 24px;
  }
  .find ul.found {
    display: block;
  }
  .find :is(.answers, .found) :is(button, a) {
    display: block;
    width: 100%;
    padding: 5px 0;
    color: var(--ink);
    text-align: start;
    text-decoration: none;
  }
  .find :is(.answers, .found) b {
    font: 700 15px / 1.4 var(--serif);
  }
  .find :is(button, a):hover b {
    ${look.underlined}
  }
  .find [aria-current] {
    background: var(--sheet);
  }
  .find small {
    display: block;
    font: 13px / 1.4 var(--sans);
    color: var(--ink-2);
  }
  .find .kind {
    margin-inline-start: 8px;
    ${look.hint}
  }
  .find p:not(:empty) {
    margin: 16px 0 0;
  }
`;

/** What the dialog shows, and what it asks for. */
export interface Find {
  readonly text: string;
  /** The view that is open. */
  readonly view: string;
  type(text: string): void;
  open(target: Target): void;
}

const row = ({ target, title, kind, answer }: Entry, find: Find): TemplateResult => {
  const said = html`<b>${title}</b>${kind ? html`<span class="kind">${kind}</span>` : nothing}${answer ? html`<small>${answer}</small>` : nothing}`;
  if ('article' in target)
    return html`<li><a hreflang="en" href="article.html#${target.article}">${said}</a></li>`;
  const current = 'view' in target && target.view === find.view;
  return html`<li><button
    type="button"
    aria-current=${current ? 'true' : nothing}
    @click=${() => find.open(target)}
  >${said}</button></li>`;
};

const list = (name: string, all: readonly Entry[], find: Find): TemplateResult =>
  html`<ul class=${name}>${all.map((entry) => row(entry, find))}</ul>`;

function found(find: Find): TemplateResult {
  const all = search(find.text);
  return html`<p role="status">${
    all.length > 0 ? nothing : msg`Nothing here answers “${find.text}”. All questions are below.`
  }</p>
  ${all.length > 0 ? list('found', all, find) : everything(find)}`;
}

const everything = (find: Find): TemplateResult[] =>
  [...groups()].map(
    ([title, views]) =>
      html`<h3>${msg(title)}</h3>${list(
        'answers',
        views.map((id) => ({ ...viewEntry(id), kind: '' })),
        find,
      )}`,
  );

const rows = (dialog: Element): HTMLElement[] => [
  ...dialog.querySelectorAll<HTMLElement>('li > :is(button, a)'),
];

/** Arrow keys go from the field through the rows and back. */
function move(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const place = event.currentTarget as HTMLElement;
  if (by === undefined) return;
  const all = [place.querySelector('input') as HTMLElement, ...rows(place)];
  const at = all.indexOf(event.composedPath()[0] as HTMLElement);
  event.preventDefault();
  all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
}

/** A field for a question in any words, and what answers it; all questions while it is empty. */
export function findList(find: Find): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    const place = (event.currentTarget as Element).closest('.finding');
    if (place && find.text.trim() !== '') rows(place)[0]?.click();
  };
  return html`<div class="finding" @keydown=${move}>
    <search><form @submit=${submit}>
      <input
        type="search"
        autofocus
        autocomplete="off"
        spellcheck="false"
        aria-label=${msg`Your question`}
        placeholder=${msg`why several heads, what does it cost, BERT or GPT …`}
        .value=${find.text}
        @input=${(event: Event) => find.type((event.target as HTMLInputElement).value)}
      />
    </form></search>
    ${find.text.trim() === '' ? everything(find) : found(find)}
    <p>
      ${articleLink('', msg`All of it in one article, with formulas and code`, 'underlined')},
      ${sectionLink('glossary', msg`every term explained`, 'underlined')}
    </p>
  </div>`;
}

/** Goes to where an answer is; places of the article are links. */
export function goTo(target: Target, state: State, dispatch: Dispatch): void {
  if ('view' in target)
    dispatch({ type: 'choose', choice: { ...placeOf(target.view), tour: null } });
  else if ('chapter' in target) openChapter(state, dispatch, target.chapter);
  else if ('switch' in target) {
    dispatch({ type: 'choose', choice: { ...placeOf(firstView), tour: null } });
    dispatch({ type: 'panel', panel: { open: true, unfolded: target.switch } });
  }
}

/** What was typed into the field that finds figures, and where its rows lead. */
export class Finding {
  private text = '';
  private readonly host: LitElement;
  private readonly go: (target: Target) => void;

  constructor(host: LitElement, go: (target: Target) => void) {
    this.host = host;
    this.go = go;
  }

  dialog(view: string): Find {
    return {
      ...{ view, text: this.text },
      type: (text) => this.type(text),
      open: (target) => {
        this.host.renderRoot.querySelector<HTMLDialogElement>('dialog.find')?.close();
        this.type('');
        this.go(target);
      },
    };
  }

  private type(text: string): void {
    this.text = text;
    this.host.requestUpdate();
  }
}

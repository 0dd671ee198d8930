import { found } from 'fovea-views/questions';
import { css, html, nothing, type TemplateResult } from 'lit';
import * as look from '../render/palette.css';
import { termStyles } from './terms';

/** Shared styles of small controls: links, menus in text, hidden names. */
export const controlStyles = css`
  ${termStyles}
  button,
  select,
  input {
    font: inherit;
    font-stretch: inherit;
    font-variant-numeric: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
    text-align: start;
  }
  button:disabled {
    cursor: default;
    color: var(--ink-2);
    opacity: 0.6;
  }
  :is(button, select, input, a, [tabindex]):focus-visible {
    ${look.focusRing}
    border-radius: 2px;
  }
  .link {
    color: var(--ink-2);
    min-height: 24px;
  }
  .link:hover,
  .link.underlined {
    ${look.underlined}
    text-decoration-thickness: 1px;
  }
  .link:hover {
    color: var(--ink);
  }
  .menu {
    appearance: none;
    field-sizing: content;
    min-height: 24px;
    max-width: 12em;
    padding: 0;
    ${look.menuLine}
    font-weight: 700;
    text-align: center;
    text-align-last: center;
    cursor: pointer;
  }
  .menu:hover {
    border-bottom: 1px solid var(--ink);
  }
  .menu option {
    background: var(--paper);
    color: var(--ink);
    font-weight: 400;
  }
  .small-print {
    ${look.wrapping}
    gap: 0 16px;
    ${look.quiet}
  }
  /* Nobody has keys at hand where a finger is the pointer. */
  @media (hover: none) {
    .for-keys {
      display: none;
    }
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** A control that looks like a word of the text; `looks` are further class names. */
export function linkButton(text: unknown, onClick: () => void, looks = ''): TemplateResult {
  return html`<button class="link ${looks}" type="button" @click=${onClick}>${text}</button>`;
}

/** An option of a question that stays in its place when it is answered, so that it keeps the focus. */
export interface Option {
  readonly text: string;
  /** Whose it is, and its number, once the answer is shown. */
  readonly note?: string;
  readonly own: boolean;
  readonly right: boolean;
  /** It can no longer be taken. */
  readonly settled: boolean;
  take(event: Event): void;
}

export const optionButton = (option: Option): TemplateResult =>
  html`<button
    type="button"
    class="option ${option.own ? 'own' : ''} ${option.right ? 'right' : ''}"
    aria-disabled=${option.settled}
    aria-pressed=${option.own}
    @click=${option.settled ? nothing : option.take}
  ><span>${option.text}</span>${option.note ? html`<small>${option.note}</small>` : nothing}</button>`;

/** How they look on the page and on the bench. */
export const optionStyles = css`
  .option {
    padding: 4px 12px;
    border: 1.5px solid var(--ink);
    border-radius: 4px;
  }
  .option:hover:not([aria-disabled='true']) {
    background: var(--sheet);
  }
  .option[aria-disabled='true'] {
    ${look.settled}
  }
  .option.right {
    border-color: var(--ink);
    ${look.inverted}
  }
`;

/** A link into the article, which is beside the page and English; to all of it without a section. */
export const sectionLink = (
  section: string | undefined,
  text: string,
  looks = '',
): TemplateResult =>
  html`<a class="link ${looks}" hreflang="en" href=${section ? `article.html#${section}` : 'article.html'}>${text}</a>`;

/** A link to what the article says about a view. */
export const articleLink = (view: string, text: string, looks = ''): TemplateResult =>
  sectionLink(found[view]?.section, text, looks);

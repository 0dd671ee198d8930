import { css, html, type TemplateResult } from 'lit';
import * as look from '../render/palette.css';
import { later, msg } from '../words/msg';
import { selectAll } from './embed-dialog';

/** Dialogs; closed by Escape, their button, or a click on the backdrop. */
export const dialogStyles = css`
  dialog {
    box-sizing: border-box;
    max-width: min(760px, calc(100vw - 32px));
    max-height: calc(100vh - 32px);
    padding: 20px 24px 24px;
    border: 0;
    border-top: 2px solid var(--ink);
    background: var(--paper);
    color: var(--ink);
    font-size: 13px;
    overflow: auto;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.4);
  }
  dialog .head {
    ${look.spread}
    align-items: baseline;
    gap: 24px;
  }
  dialog h2 {
    margin: 0 0 8px;
    font: 700 17px / 1.3 var(--serif);
  }
  dialog p {
    margin: 0 0 8px;
  }
  dialog :is(textarea, input) {
    box-sizing: border-box;
    width: min(620px, 100%);
    padding: 8px;
    border: 1px solid var(--line);
    background: var(--sheet);
    color: var(--ink);
    font: 12px / 1.5 ui-monospace, monospace;
    resize: vertical;
  }
  dialog .error {
    margin: 8px 0 0;
    font-weight: 700;
  }
  dialog dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 4px 24px;
    margin: 0;
  }
  dialog dt {
    font-weight: 700;
    white-space: nowrap;
  }
  dialog dd {
    margin: 0;
  }
`;

/** A click on the backdrop has the dialog itself as its target. */
function closeBeside(event: MouseEvent): void {
  const dialog = event.currentTarget as HTMLDialogElement;
  if (event.target !== dialog) return;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inside =
    event.clientX >= left &&
    event.clientX <= right &&
    event.clientY >= top &&
    event.clientY <= bottom;
  if (!inside) dialog.close();
}

/** Closes the dialog that the pressed control is in. */
export const closeOwn = (event: Event): void =>
  (event.currentTarget as Element).closest('dialog')?.close();

export function dialog(name: string, title: string, body: unknown): TemplateResult {
  return html`<dialog class=${name} aria-label=${title} @click=${closeBeside}>
    <div class="head">
      <h2>${title}</h2>
      <button type="button" class="link underlined" @click=${closeOwn}>${msg`Close`}</button>
    </div>
    ${body}
  </dialog>`;
}

const keys: readonly (readonly [key: string, means: string])[] = [
  [later('Space'), later('play, pause')],
  ['← →', later('step back, step forward')],
  ['L', later('loop one step, or go on')],
  [later('Home End'), later('first frame, last frame')],
  ['[ ]', later('previous head, next head')],
  ['{ }', later('previous layer, next layer')],
  ['E', later('edit the sentence')],
  ['Z ⇧Z', later('undo or redo a change to the model’s run')],
  ['0', later('reset the model')],
  ['B', later('hold to see the picture before your change')],
  ['M', later('mask or unmask the word in focus')],
  [
    later('Tab'),
    later('to the next control; arrow keys move within words, matrices and the timeline'),
  ],
  [later('Enter'), later('on a number: ask “why?”')],
  ['M 2 − =', later('on a number, arch, head or part: mute, double or negate it; set a number')],
  ['1 2 3', later('in the tour: a guess')],
  [later('PgUp PgDn C'), later('in a lesson: step back, step forward; captions')],
  [later('Esc'), later('close what is open')],
  ['/', later('find an answer')],
  ['?', later('this list')],
];

export function keysHelp(): TemplateResult {
  return html`<dl>
    ${keys.map(([key, means]) => html`<dt>${msg(key)}</dt><dd>${msg(means)}</dd>`)}
  </dl>`;
}

export const notCopied = later('The browser won’t let this page copy. The text is selected here.');

/** The link as text, shown if it could not be copied. */
export function linkHelp(link: string): TemplateResult {
  return html`<p role="alert">${msg(notCopied)}</p>
    <input type="text" aria-label=${msg`Link to this frame`} readonly autofocus .value=${link} @focus=${selectAll} />`;
}

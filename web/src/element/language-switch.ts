import { languages } from 'fovea-languages';
import { html, type LitElement, type TemplateResult } from 'lit';
import type { Store } from '../state/store';
import { spokenLanguage } from '../words/language';

/** The other languages of the page, each by its own name. */
export const languageSwitch = (speak: (language: string) => void): readonly TemplateResult[] =>
  Object.entries(languages)
    .filter(([each]) => each !== spokenLanguage())
    .map(
      ([each, name]) =>
        html`<button type="button" class="link language" lang=${each} @click=${() => speak(each)}>${name}</button>`,
    );

/** The page is drawn anew: what was typed and is not read yet stays, and the focus on the switch. */
export async function turnLanguage(host: LitElement, store: Store, lang: string): Promise<void> {
  const find = <T extends HTMLElement>(selector: string) =>
    host.renderRoot.querySelector<T>(selector);
  const typed = () => find<HTMLInputElement>('#own, .editor input');
  const text = typed()?.value;
  store.dispatch({ type: 'choose', choice: { lang } });
  await host.updateComplete;
  const field = typed();
  if (field && text !== undefined) field.value = text;
  find('.language')?.focus();
}

import { html, LitElement, nothing, render, type TemplateResult } from 'lit';
import { speak } from '../words/language';
import { translated } from '../words/msg';
import { languageAround } from './surroundings';

/** A message with markup in it: msgHtml`<b>head ${n}</b> of ${all}`. */
export const msgHtml = (message: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> =>
  translated(html, message, values);

/** An element that is drawn in the language of its place. */
export abstract class SpokenElement extends LitElement {
  /** The language that it was drawn in. */
  spoken: string | null = null;

  /** The language to speak. */
  protected language(): string {
    return languageAround(this);
  }

  protected override performUpdate(): void {
    const language = this.language();
    speak(language);
    // What is kept from drawing to drawing was written in the other language.
    if (this.hasUpdated && language !== this.spoken)
      render(nothing, this.renderRoot as HTMLElement, this.renderOptions);
    this.spoken = language;
    super.performUpdate();
  }
}

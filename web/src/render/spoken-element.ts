import { LitElement, nothing, render } from 'lit';
import { speak } from '../words/language';
import { languageAround } from './surroundings';

/** An element that is drawn in the language of its place. */
export abstract class SpokenElement extends LitElement {
  private spoken: string | null = null;

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

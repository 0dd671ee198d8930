import { hasFile } from '../model/parts';
import { SpokenElement } from '../render/msg-html';
import { loadFile } from './load-file';

/** An element that loads the words of its language before it draws. */
export abstract class LanguageLoadingElement extends SpokenElement {
  /** The language that was loaded last. Where it cannot be had, English is spoken; it is tried again when it is chosen again. */
  private loaded = 'en';

  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const language = this.language();
    const waits = language !== this.loaded && language !== 'en' && !hasFile(language);
    this.loaded = language;
    if (waits) {
      return loadFile(language)
        .catch(() => {})
        .then(() => super.scheduleUpdate());
    }
    super.scheduleUpdate();
    return undefined;
  }
}

import { hasFile } from './file-globals';
import { loadFile } from './load-file';
import { SpokenElement } from './spoken-element';

/** Languages that cannot be had: English is spoken. */
const missing = new Set<string>();

/** An element that loads the words of its language before it draws. */
export abstract class SpeakingElement extends SpokenElement {
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const language = this.language();
    const waits = language !== 'en' && !hasFile(language) && !missing.has(language);
    if (waits) {
      return loadFile(language)
        .catch(() => missing.add(language))
        .then(() => super.scheduleUpdate());
    }
    super.scheduleUpdate();
    return undefined;
  }
}

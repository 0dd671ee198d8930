import { nearestLanguage } from './language-around';

const key = 'fovea-language';

/** What the reader has chosen here before; null where the browser keeps nothing. */
function chosenBefore(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps what the reader chooses, where the browser keeps anything. */
export function rememberLanguage(language: string): void {
  if (chosenBefore() === language) return;
  try {
    localStorage.setItem(key, language);
  } catch {
    // The address says it as long as the page is open.
  }
}

/** The language of the page: what the address says, else what the reader chose before, else English. */
export const pageLanguage = (asked: string): string =>
  nearestLanguage(asked) ?? nearestLanguage(chosenBefore() ?? '') ?? 'en';

import { nearestLanguage } from '../render/surroundings';

/// What the browser keeps from visit to visit, where it keeps anything.

/** Null where nothing was kept. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where the browser keeps nothing, what was chosen lasts as long as the page is open. */
export function remember(key: string, value: string): void {
  try {
    if (localStorage.getItem(key) !== value) localStorage.setItem(key, value);
  } catch {
    // As at a first visit.
  }
}

const visit = 'fovea-visited';

/** Whether a reader has been at the workbench before. */
export const hasVisited = (): boolean => remembered(visit) !== null;

export const rememberVisit = (): void => remember(visit, '1');

const language = 'fovea-language';

export const rememberLanguage = (chosen: string): void => remember(language, chosen);

/** The language of the page: what the address says, else what the reader chose before, else English. */
export const pageLanguage = (asked: string): string =>
  nearestLanguage(asked) ?? nearestLanguage(remembered(language) ?? '') ?? 'en';

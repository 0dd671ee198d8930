import { languages } from 'fovea-languages';
import { above } from './surroundings';

/** The language that the page has of those like `de-AT`; English where it has none. */
export const nearestLanguage = (wanted: string): string | undefined => {
  const tag = wanted.toLowerCase();
  return ['en', ...languages].find((each) => tag === each || tag.startsWith(`${each}-`));
};

/** What an element is to speak: the `lang` of its own, else of what is around it. */
export function languageAround(element: Element): string {
  for (let at: Element | null = element; at; at = above(at)) {
    const lang = at.getAttribute('lang');
    if (lang !== null) return nearestLanguage(lang) ?? 'en';
  }
  return 'en';
}

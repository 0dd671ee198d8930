import { words } from 'fovea-languages/practice';

/**
 * Gives a language the words of the questions, which are in this file: most readers of the language
 * never practise.
 */
export function speakOwnWords(): void {
  const spoken = globalThis.foveaLanguage;
  const known = spoken ? globalThis.foveaWords?.[spoken] : undefined;
  const own = spoken ? words[spoken] : undefined;
  if (!spoken || !known || !own) return;
  const [first = ''] = Object.keys(own);
  if (!(first in known))
    globalThis.foveaWords = { ...globalThis.foveaWords, [spoken]: { ...known, ...own } };
}

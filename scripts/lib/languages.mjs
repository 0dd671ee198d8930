// The languages of the page beside English: a folder each in web/languages, called as browsers call the
// language. Its words stand in one JSON file or in several.
import { readdirSync, readFileSync } from 'node:fs';
import { projectPath } from './paths.mjs';

const place = 'web/languages';

export const languages = () =>
  readdirSync(projectPath(place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The files of a language, as paths from the project's folder. */
export const filesOf = (language) =>
  readdirSync(projectPath(`${place}/${language}`))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${place}/${language}/${name}`);

export const readWords = (path) => JSON.parse(readFileSync(projectPath(path), 'utf8'));

/** All that a language translates: by English message, what it says. */
export const wordsOf = (language) => Object.assign({}, ...filesOf(language).map(readWords));

/** A script that gives a language to the page. */
export const scriptOf = (language) =>
  `(globalThis.foveaWords??={})[${JSON.stringify(language)}]=${JSON.stringify(wordsOf(language))};`;

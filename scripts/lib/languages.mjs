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

/** Files of the page that bring words of their own, which stand in `practice-*.json` and `class-*.json`. */
export const withWords = ['practice', 'class'];

const isOf = (name, path) => new RegExp(`/${name}-[^/]*$`).test(path);

const wordsIn = (paths) => JSON.stringify(Object.assign({}, ...paths.map(readWords)));

/** A script that gives a language to the page. */
export function scriptOf(language) {
  const paths = filesOf(language).filter((path) => !withWords.some((name) => isOf(name, path)));
  return `(globalThis.foveaWords??={})[${JSON.stringify(language)}]=${wordsIn(paths)};`;
}

/** By language, the words that fovea-NAME.js brings, as a module. */
export function wordsModule(name) {
  const all = languages().map((language) => {
    const paths = filesOf(language).filter((path) => isOf(name, path));
    return `${JSON.stringify(language)}: ${wordsIn(paths)}`;
  });
  return `export const words = { ${all} };`;
}

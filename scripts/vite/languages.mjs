import { filesOf, languages, scriptOf, withWords, wordsModule } from '../lib/languages.mjs';
import { projectPath } from '../lib/paths.mjs';

const prefix = 'fovea-languages';

/** What a language calls itself: `Deutsch`. */
const nameOf = (id) => new Intl.DisplayNames(id, { type: 'language' }).of(id);

/** The languages with their names; what loads each; and by its name what gives its words to the page. */
function moduleOf(name) {
  if (name === '') {
    const names = ['en', ...languages()].map((id) => [id, nameOf(id)]);
    return `export const languages = ${JSON.stringify(Object.fromEntries(names))};`;
  }
  if (withWords.includes(name)) return wordsModule(name);
  if (name !== 'files') return scriptOf(name);
  const files = languages().map((id) => `'${id}': () => import('${prefix}/${id}')`);
  return `export const files = { ${files} };`;
}

/** `import { languages } from 'fovea-languages'`: what web/languages holds. */
export function languageModules() {
  return {
    name: 'fovea:languages',
    resolveId: (id) => (id.split('/')[0] === prefix ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = id.slice(prefix.length + 2);
      const read = withWords.includes(name) ? languages() : languages().filter((id) => id === name);
      for (const id of read) for (const path of filesOf(id)) this.addWatchFile(projectPath(path));
      return {
        code: moduleOf(name),
        moduleSideEffects: !['', 'files', ...withWords].includes(name),
      };
    },
  };
}

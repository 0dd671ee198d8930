import { readdirSync, readFileSync } from 'node:fs';
import { projectPath } from '../lib/paths.mjs';

const name = 'fovea-sections';
const folder = 'web/article/sections';

/** Of each section of the article its id and its title. */
function sections() {
  return readdirSync(projectPath(folder))
    .sort()
    .map((file) => {
      const text = readFileSync(projectPath(`${folder}/${file}`), 'utf8');
      return { id: file.slice(3, -'.html'.length), title: text.match(/<h2>(.*?)<\/h2>/)[1] };
    });
}

/** `import { sections } from 'fovea-sections'`: the contents of the article. */
export const articleContents = () => ({
  name: 'fovea:sections',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: (id) =>
    id === `\0${name}` ? `export const sections = ${JSON.stringify(sections())};` : null,
});

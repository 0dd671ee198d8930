// Builds dist/npm: what the npm package has beside the scripts of dist/. `npm pack` and `npm publish`
// run it first.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { elementApi, manifestOf } from './lib/element-api.mjs';
import { elementTypes, reactTypes, vueTypes } from './lib/element-types.mjs';
import { languages } from './lib/languages.mjs';
import { projectPath } from './lib/paths.mjs';
import { buildProgram, programs } from './lib/programs.mjs';
import { runTool } from './lib/run.mjs';

const place = projectPath('dist/npm');
const write = (name, text) => writeFileSync(`${place}/${name}`, text);

/** The element: its script, and those that it asks for, as a bundler finds them. */
const element = `// Defines <fovea-encoder>. Where there is no page, as in Node, it does nothing.
if (typeof customElements !== 'undefined') {
  globalThis.foveaFiles = {
    learn: () => import('../fovea-learn.js'),
    figures: () => import('../fovea-figures.js'),
    relatives: () => import('../fovea-relatives.js'),
    practice: () => import('../fovea-practice.js'),
    class: () => import('../fovea-class.js'),
    published: () => import('../fovea-published.js'),
${languages()
  .map((id) => `    '${id}': () => import('../fovea-${id}.js'),\n`)
  .join('')}  };
  import('../fovea.js');
}
`;

async function writeTypes() {
  const types = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false'];
  const source = ['--rootDir', 'web/src', '--outDir', `${place}/types`];
  await runTool('tsc', ['-p', 'scripts/package.tsconfig.json', ...types, ...source]);
  const files = readdirSync(`${place}/types`, { recursive: true, withFileTypes: true });
  for (const entry of files.filter((each) => each.isFile())) {
    const file = `${entry.parentPath}/${entry.name}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']*)'/g, "$1.js'"));
  }
}

rmSync(place, { recursive: true, force: true });
mkdirSync(place, { recursive: true });
const api = elementApi();
write('element.js', element);
write('element.d.ts', elementTypes(api));
write('react.d.ts', reactTypes(api));
write('vue.d.ts', vueTypes(api));
write('custom-elements.json', `${JSON.stringify(manifestOf(api), null, 2)}\n`);
for (const name of programs) {
  await buildProgram(name, place);
  write(`${name}.d.ts`, `export * from './types/${name}.js';\n`);
}
write('cli.js', readFileSync(projectPath('scripts/lib/fovea-cli.mjs')));
chmodSync(`${place}/cli.js`, 0o755);
await writeTypes();

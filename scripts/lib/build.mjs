import { existsSync, readdirSync, statSync } from 'node:fs';
import { hasChromium } from './chromium.mjs';
import { languages } from './languages.mjs';
import { buildPath, projectPath } from './paths.mjs';
import { run } from './run.mjs';

function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path).map((name) => newest(`${path}/${name}`));
  return Math.max(mtimeMs, ...inside);
}

/** Whether every output is there, and newer than all inputs. Inputs may be folders. */
export function isCurrent(outputs, inputs) {
  if (!outputs.every(existsSync)) return false;
  return (
    Math.max(...inputs.map(newest)) < Math.min(...outputs.map((path) => statSync(path).mtimeMs))
  );
}

const configured = new Set();

/** Configures a preset, once in a run: it finds what has been installed since the last. */
export async function configurePreset(preset) {
  if (configured.has(preset)) return;
  await run(['cmake', '--preset', preset, '-B', buildPath(preset)]);
  configured.add(preset);
}

/** Builds what has changed of a preset; all of it, or the targets. */
export async function buildPreset(preset, targets = []) {
  await configurePreset(preset);
  const chosen = targets.length > 0 ? ['--target', ...targets] : [];
  await run(['cmake', '--build', buildPath(preset), ...chosen]);
}

const webInputs = [
  'web',
  // The article cuts its listings out of the core.
  'core',
  'scripts/article',
  'scripts/build-web.mjs',
  'scripts/lib/languages.mjs',
  'scripts/split.mjs',
  'scripts/posters.mjs',
  'scripts/lib/smaller-svg.mjs',
  'scripts/lib/classic-script.mjs',
  'scripts/lib/element-api.mjs',
  'scripts/lib/notices.mjs',
  'scripts/lib/views.mjs',
  'scripts/notices',
  'scripts/share-picture.mjs',
  'scripts/vite',
  'vite.config.mjs',
  'package-lock.json',
].map(projectPath);

const webOutputs = [
  'dist/site/index.html',
  'dist/index.html',
  'dist/article.html',
  'dist/fovea.js',
  'dist/fovea-learn.js',
  'dist/third-party-notices.txt',
  'dist/fovea-figures.js',
  'dist/fovea-relatives.js',
  'dist/fovea-practice.js',
  'dist/fovea-class.js',
  'dist/fovea-published.js',
  'dist/fovea-save.js',
  'dist/embed.html',
  'dist/embed.js',
  ...languages().map((language) => `dist/fovea-${language}.js`),
  'dist/split/sri.json',
].map(projectPath);

/** What a browser adds. */
const pictures = () => (hasChromium() ? [projectPath('dist/posters/posters.json')] : []);

/** Builds dist/ where the page's sources, the wasm or the model are newer, or pictures are missing. */
export async function buildWeb() {
  const modules = ['fovea', 'fovea_learn', 'fovea_published'].flatMap((name) => [
    `${name}.js`,
    `${name}.wasm`,
    `${name}_relaxed.wasm`,
  ]);
  modules.push('fovea_relatives.js', 'fovea_relatives.wasm');
  const inputs = [...webInputs, ...modules.map((name) => buildPath(`wasm/${name}`))];
  if (isCurrent([...webOutputs, ...pictures()], inputs)) return;
  const said = await run([process.execPath, projectPath('scripts/build-web.mjs')]);
  const [missing] = said.match(/^No Chromium .*$/m) ?? [];
  if (missing) console.log(missing);
}

/** What the page is made of. */
export const pageModules = ['fovea_wasm', 'fovea_learn', 'fovea_relatives', 'fovea_published'];

/** The stages from the core to dist/. */
export const pageStages = [
  { name: 'WebAssembly', run: () => buildPreset('wasm', pageModules) },
  { name: 'page', run: buildWeb },
];

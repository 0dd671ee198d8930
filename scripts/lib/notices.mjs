// What others have written of the scripts in dist/, and the terms of each.
import { readdirSync, readFileSync } from 'node:fs';
import { projectPath } from './paths.mjs';

const read = (path) => readFileSync(projectPath(path), 'utf8').trim();
const packageOf = (name) => JSON.parse(read(`node_modules/${name}/package.json`));

/**
 * The packages of npm that are in the scripts: Lit, what it depends on and is bundled with it; in the
 * page MiniSearch, which finds figures by their questions; fflate, which writes .npz files, and hucre,
 * which writes .xlsx files; mediabunny and gifenc, which write films.
 */
const packages = [
  'lit',
  'lit-element',
  'lit-html',
  '@lit/reactive-element',
  'minisearch',
  'fflate',
  'hucre',
  'mediabunny',
  'gifenc',
];

const line = `\n\n${'-'.repeat(98)}\n\n`;

/** The text of dist/third-party-notices.txt. */
export function notices() {
  const head = `Fovea ${JSON.parse(read('package.json')).version} is under the MIT licence:\n\n${read('LICENSE')}`;
  const others = packages.map((name) => {
    const { version, license } = packageOf(name);
    const folder = `node_modules/${name}`;
    const file = readdirSync(projectPath(folder)).find((each) => /^LICENSE/.test(each));
    return `${name} ${version} (${license})\n\n${read(`${folder}/${file}`)}`;
  });
  const rest = read('scripts/notices/compiled.txt');
  return `${[head, `The scripts of Fovea contain:`, ...others, rest].join(line)}\n`;
}

/** The first line of each script. */
export function banner() {
  const { version } = JSON.parse(read('package.json'));
  return `/*! Fovea ${version}, MIT licence. Contains Lit ${packageOf('lit').version} (BSD-3-Clause, Google LLC), Eigen (MPL-2.0), JSON for Modern C++ and Emscripten (MIT), LLVM's libc++ (Apache-2.0 WITH LLVM-exception): third-party-notices.txt */\n`;
}

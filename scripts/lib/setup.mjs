// Brings what is missing, and says nothing where nothing is. Node itself it only looks at.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasChromium } from './chromium.mjs';
import { projectPath } from './paths.mjs';
import { pythonWithNumpy } from './python.mjs';

const readJson = (path) => JSON.parse(readFileSync(projectPath(path), 'utf8'));

/** Whether a version is in a range of parts `^a.b` (of a, from a.b on) and `>=a`, joined by `||`. */
export function inRange(version, range) {
  const [major, minor] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const [, sign, a, b = '0'] = part.match(/^\s*(\^|>=)(\d+)(?:\.(\d+))?\s*$/);
    return major === Number(a) ? minor >= Number(b) : sign === '>=' && major > Number(a);
  });
}

function checkNode() {
  const wanted = readJson('package.json').engines.node;
  const { node } = process.versions;
  if (!inRange(node, wanted)) throw new Error(`Fovea needs Node ${wanted}; this is ${node}`);
}

const includeFolders = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];

const program = (name) => () =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
const header = (name) => () => includeFolders.some((folder) => existsSync(join(folder, name)));

const dejavu = '/usr/share/fonts/truetype/dejavu';

/** By Debian's names of the packages, how to check whether each, or an equivalent, is installed. */
const forPage = {
  cmake: program('cmake'),
  'ninja-build': program('ninja'),
  'libeigen3-dev': header('eigen3/Eigen/Core'),
  'nlohmann-json3-dev': header('nlohmann/json.hpp'),
  emscripten: () => program('em++')() || existsSync(`${process.env.EMSDK}/upstream/emscripten`),
};

/** What `npm test` needs besides. */
const forTests = {
  'g++': program('c++'),
  'libutf8proc-dev': header('utf8proc.h'),
  'libcli11-dev': header('CLI/CLI.hpp'),
  catch2: () => header('catch2/catch.hpp')() || header('catch2/catch_all.hpp')(),
  'clang-format': program('clang-format'),
  // The article's listings in NumPy are run.
  'python3-numpy': () => pythonWithNumpy() !== undefined,
  // Where it cannot be installed, the whole browser will do.
  'chromium-headless-shell': () =>
    program('chromium-headless-shell')() ||
    (hasChromium() && (process.env.CHROMIUM !== undefined || !mayInstall())),
  // The screens in tests/browser/screens are set in it.
  'fonts-dejavu': () =>
    process.platform !== 'linux' || existsSync(`${dejavu}/DejaVuSerifCondensed.ttf`),
};

/** Whether clang finds its libFuzzer. */
function hasFuzzerLibrary() {
  const { stdout } = spawnSync('clang++', ['-print-resource-dir'], { encoding: 'utf8' });
  const folder = `${(stdout ?? '').trim()}/lib/linux`;
  return existsSync(folder) && readdirSync(folder).some((name) => name.includes('rt.fuzzer'));
}

/** What `npm run check` needs besides. */
const forCheck = {
  'clang-tidy': program('clang-tidy'),
  doxygen: program('doxygen'),
};

/** What it leaves out, and says so, where it cannot be installed. */
const wished = {
  clang: program('clang++'),
  'libclang-rt-14-dev': hasFuzzerLibrary,
  'g++-aarch64-linux-gnu': program('aarch64-linux-gnu-g++'),
  'qemu-user-static': program('qemu-aarch64-static'),
  'firefox-esr': () => program('firefox-esr')() || program('firefox')(),
  'webkit2gtk-driver': program('WebKitWebDriver'),
  xvfb: program('Xvfb'),
  hugo: program('hugo'),
  jekyll: program('jekyll'),
  'jupyter-nbconvert': program('jupyter-nbconvert'),
  mkdocs: program('mkdocs'),
  'mkdocs-material': () => existsSync('/usr/lib/python3/dist-packages/material'),
  'libreoffice-calc': program('soffice'),
  pandoc: program('pandoc'),
};

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

function must(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: projectPath(),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

/** Whether packages can be installed here without a question. */
const mayInstall = () =>
  program('apt-get')() && (asRoot.length === 0 || succeeds('sudo', ['-n', 'true']));

const missingOf = (checks) => Object.keys(checks).filter((name) => !checks[name]());

function apt(...args) {
  const [command, ...rest] = [...asRoot, 'apt-get', ...args];
  must(command, rest);
}

/** Installs what is missing; `optional` is passed over where it cannot be, or has another name. */
function installPackages(required, optional = {}) {
  const missing = missingOf(required);
  const installing = mayInstall();
  if (missing.length > 0 && !installing)
    throw new Error(
      `Please install: ${missing.join(' ')}\n(these are the names of Debian's packages)`,
    );
  const wanted = installing ? missingOf(optional) : [];
  if (missing.length + wanted.length === 0) return;

  apt('update', '-qq');
  const known = wanted.filter((name) => succeeds('apt-cache', ['show', name]));
  const chosen = [...missing, ...known];
  if (chosen.length === 0) return;
  console.log(`Installing ${chosen.join(' ')}`);
  apt('install', '-y', '-qq', '--no-install-recommends', ...chosen);
}

const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';

/** Whether npm must install the package here; of the optional ones, those made for this machine. */
function belongsHere({ optional, os, cpu, libc: builtFor = [libc] }) {
  if (!optional) return true;
  return os?.includes(process.platform) && cpu?.includes(process.arch) && builtFor.includes(libc);
}

/** Whether node_modules holds what the lock file says, by the record that npm leaves there. */
function modulesAreCurrent() {
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(projectPath(record))) return false;
  const installed = readJson(record).packages;
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, entry]) => path !== '' && belongsHere(entry))
    .every(([path, { version }]) => installed[path]?.version === version);
}

function installModules() {
  if (modulesAreCurrent()) return;
  console.log('Installing the npm packages of package-lock.json');
  must('npm', ['ci', '--no-audit', '--no-fund']);
  // npm passes over an optional package that it could not fetch, a compiler's binary among them.
  if (!modulesAreCurrent()) throw new Error('npm ci left packages out: is the registry reachable?');
}

function setUp(required, optional) {
  checkNode();
  installPackages(required, optional);
  installModules();
}

/** What `npm start` needs. */
export const setUpForPage = () => setUp(forPage);

/** What the tests need, all that the page needs among it. */
export const setUpForTests = () => setUp({ ...forPage, ...forTests });

/** What all checks need, and what some of them are left out without. */
export const setUpForCheck = () => setUp({ ...forPage, ...forTests, ...forCheck }, wished);

// Brings what is missing, and says nothing where nothing is. Node itself it only looks at.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from './chromium.mjs';
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

/** Debian's name of each package, and how to check whether it, or an equivalent, is installed. */
const packages = {
  cmake: program('cmake'),
  'ninja-build': program('ninja'),
  'libeigen3-dev': header('eigen3/Eigen/Core'),
  'nlohmann-json3-dev': header('nlohmann/json.hpp'),
  emscripten: () => program('em++')() || existsSync(`${process.env.EMSDK}/upstream/emscripten`),
  'g++': program('c++'),
  'libutf8proc-dev': header('utf8proc.h'),
  'libcli11-dev': header('CLI/CLI.hpp'),
  catch2: () => header('catch2/catch.hpp')() || header('catch2/catch_all.hpp')(),
  'clang-format': program('clang-format'),
  'clang-tidy': program('clang-tidy'),
  doxygen: program('doxygen'),
  // The article's listings in NumPy are run.
  'python3-numpy': () => pythonWithNumpy() !== undefined,
  // Where it cannot be installed, the whole browser will do.
  'chromium-headless-shell': () =>
    program('chromium-headless-shell')() ||
    (existsSync(chromium.executablePath) && (process.env.CHROMIUM !== undefined || !mayInstall())),
  // The screens in tests/browser/screens are set in it.
  'fonts-dejavu': () =>
    process.platform !== 'linux' || existsSync(`${dejavu}/DejaVuSerifCondensed.ttf`),
};

const forPage = ['cmake', 'ninja-build', 'libeigen3-dev', 'nlohmann-json3-dev', 'emscripten'];

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

function installPackages(wanted) {
  const missing = wanted.filter((name) => !packages[name]());
  if (missing.length === 0) return;
  if (!mayInstall())
    throw new Error(
      `Please install: ${missing.join(' ')}\n(these are the names of Debian's packages)`,
    );

  console.log(`Installing ${missing.join(' ')}`);
  const apt = (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    must(command, rest);
  };
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing);
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

/** What `npm start` needs. */
export function setUpForPage() {
  checkNode();
  installPackages(forPage);
  installModules();
}

/** What the tests need, all that the page needs among it. */
export function setUpForTests() {
  checkNode();
  installPackages(Object.keys(packages));
  installModules();
}

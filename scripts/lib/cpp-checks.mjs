import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildPreset, configurePreset } from './build.mjs';
import { buildPath, projectPath } from './paths.mjs';
import { run } from './run.mjs';

/** C++ files below the given folders. */
export const cppFiles = (...folders) =>
  folders.flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true })
      .filter((path) => /\.(cpp|h)$/.test(path))
      .map((path) => join(folder, path)),
  );

export async function formatCheck() {
  const files = cppFiles('cmake', 'core', 'tests', 'wasm');
  await run(['clang-format', '--dry-run', '-Werror', ...files]);
}

/** The reference of the core, into the build folder; Doxygen's warnings are errors. */
export async function writeReference() {
  const folder = buildPath('api');
  mkdirSync(folder, { recursive: true });
  const settings = `${folder}/Doxyfile`;
  writeFileSync(settings, `@INCLUDE = core/Doxyfile\nOUTPUT_DIRECTORY = "${folder}"\n`);
  await run(['doxygen', settings]);
}

/** The project's own files that each object of a build was compiled from, as ninja recorded them. */
async function dependencies(preset) {
  const record = await run(['ninja', '-C', buildPath(preset), '-t', 'deps']);
  const root = projectPath();
  const found = new Map();
  let current = [];
  for (const line of record.split('\n')) {
    const path = resolve(buildPath(preset), line.trim());
    const [, object] = line.match(/^(\S+): #deps /) ?? [];
    if (object !== undefined) {
      current = [];
      found.set(object, current);
    } else if (path.startsWith(root) && !path.startsWith(buildPath())) current.push(path);
  }
  return found;
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * The entries of a build's record of commands for the objects of a folder, by target, each with its
 * object. Where several files are compiled as one, the entry is of that one.
 */
function targetsOf(preset, folder) {
  const record = JSON.parse(readFileSync(buildPath(`${preset}/compile_commands.json`), 'utf8'));
  const targets = new Map();
  for (const entry of record) {
    const [, object, target] = entry.command.match(/ -o (\S*?(\w+)\.dir\/\S+)/) ?? [];
    const own = [projectPath(folder), buildPath(`${preset}/${folder}`)];
    const isOwn = (file) => own.some((path) => file.startsWith(path));
    if (!object?.startsWith(folder) || !filesOf(entry).every(isOwn)) continue;
    targets.set(target, [...(targets.get(target) ?? []), { ...entry, object }]);
  }
  return targets;
}

/** The files that an entry compiles: where CMake took several as one, those that this one includes. */
function filesOf({ file }) {
  if (!file.includes('/Unity/')) return [file];
  return [...readFileSync(file, 'utf8').matchAll(/^#include "(.+)"/gm)].map(([, path]) => path);
}

/**
 * Writes a file that includes those of the entries, and the command to compile it. clang's analyser
 * follows the paths through an included file only where the including one has this name.
 */
function writeUnified(folder, entries) {
  const [{ directory, command, file: first }] = entries;
  const file = `${folder}/UnifiedSource.cpp`;
  const lines = entries.flatMap(filesOf).map((path) => `#include "${path}"  // NOLINT`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  const record = [{ directory, file, command: command.replaceAll(first, file) }];
  writeFileSync(`${folder}/compile_commands.json`, JSON.stringify(record));
  return file;
}

const rules = projectPath('.clang-tidy');

/** How far the analyser follows a function: a seventh of its own limit, in half of the time. */
const analyserLimit = ['-Xclang', '-analyzer-config', '-Xclang', 'max-nodes=30000'];

/**
 * clang-tidy on several files at once: nearly all of its time goes to the headers, Eigen above all.
 * Where they do not compile together, two having the same name for different things, each half does.
 */
async function lint(folder, entries, compilerOptions) {
  const file = writeUnified(folder, entries);
  try {
    const extra = [...compilerOptions, ...analyserLimit].map((option) => `--extra-arg=${option}`);
    const options = ['--quiet', `--config-file=${rules}`, '-p', folder, ...extra];
    await run(['clang-tidy', ...options, file]);
  } catch (error) {
    if (entries.length === 1 || !error.output?.includes('[clang-diagnostic-error]')) throw error;
    const middle = Math.ceil(entries.length / 2);
    await lint(folder, entries.slice(0, middle), compilerOptions);
    await lint(folder, entries.slice(middle), compilerOptions);
  }
}

/** clang-tidy on each target with files of a folder where one, or one it includes, has changed. */
async function tidyFolder(preset, folder, compilerOptions) {
  await configurePreset(preset);
  const targets = targetsOf(preset, folder);
  // Ninja knows what a file includes when it has been compiled.
  await buildPreset(preset, [...targets.keys()]);
  const read = await dependencies(preset);
  const waiting = [];
  for (const [target, entries] of targets) {
    const files = new Set(entries.flatMap(({ object }) => read.get(object)));
    const stamp = buildPath(`tidy/${fingerprint([rules, ...files])}`);
    if (!existsSync(stamp)) waiting.push({ target, entries, stamp });
  }
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await lint(buildPath(`tidy/${preset}-${next.target}`), next.entries, compilerOptions);
      writeFileSync(next.stamp, '');
    }
  };
  await Promise.all([worker(), worker()]);
}

/** The build's options are those of its compiler, GCC's -Wno-maybe-uninitialized among them. */
export const tidyCore = () => tidyFolder('release', 'core/', ['-Wno-unknown-warning-option']);

/** The command em++ is its own way to clang: what it adds, clang-tidy has to be told. */
export async function tidyBinding() {
  const added = await run(['em++', '--cflags']);
  await tidyFolder('wasm', 'wasm/', added.trim().split(/\s+/));
}

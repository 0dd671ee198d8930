import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The project's own files that each object was compiled from, as ninja recorded them. */
async function dependencies() {
  const record = await run(['ninja', '-C', buildPath('release'), '-t', 'deps']);
  const root = projectPath();
  const found = new Map();
  let current = [];
  for (const line of record.split('\n')) {
    const path = line.trim();
    if (/: #deps /.test(line)) current = [];
    else if (path.startsWith(root) && !path.startsWith(buildPath())) {
      current.push(path);
      found.set(current[0], current);
    }
  }
  return found;
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** The entries of the release build's record of commands for the core, by target. */
function coreTargets() {
  const record = JSON.parse(readFileSync(buildPath('release/compile_commands.json'), 'utf8'));
  const targets = new Map();
  for (const entry of record) {
    const target = entry.command.match(/ -o core\/\S*?(\w+)\.dir\//)?.[1];
    if (target === undefined || !entry.file.startsWith(projectPath('core/'))) continue;
    targets.set(target, [...(targets.get(target) ?? []), entry]);
  }
  return targets;
}

/**
 * Writes a file that includes those of the entries, and the command to compile it. clang's analyser
 * follows the paths through an included file only where the including one has this name.
 */
function writeUnified(folder, entries) {
  const [{ directory, command, file: first }] = entries;
  const file = `${folder}/UnifiedSource.cpp`;
  const lines = entries.map((one) => `#include "${one.file}"  // NOLINT`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  const record = [{ directory, file, command: command.replaceAll(first, file) }];
  writeFileSync(`${folder}/compile_commands.json`, JSON.stringify(record));
  return file;
}

const rules = projectPath('.clang-tidy');

/**
 * clang-tidy on several files at once: nearly all of its time goes to the headers, Eigen above all.
 * Where they do not compile together, two having the same name for different things, each half does.
 */
async function lint(folder, entries) {
  const file = writeUnified(folder, entries);
  try {
    // The build's options are those of its compiler, GCC's -Wno-maybe-uninitialized among them.
    const options = [`--config-file=${rules}`, '--extra-arg=-Wno-unknown-warning-option'];
    await run(['clang-tidy', '--quiet', '-p', folder, ...options, file]);
  } catch (error) {
    if (entries.length === 1 || !error.output?.includes('[clang-diagnostic-error]')) throw error;
    const middle = Math.ceil(entries.length / 2);
    await lint(folder, entries.slice(0, middle));
    await lint(folder, entries.slice(middle));
  }
}

/** clang-tidy on each target of the core where a file, or one it includes, has changed. */
export async function tidy() {
  await configurePreset('release');
  const targets = coreTargets();
  // Ninja knows what a file includes when it has been compiled.
  await buildPreset('release', [...targets.keys()]);
  const filesOf = await dependencies();
  const waiting = [];
  for (const [target, entries] of targets) {
    const files = new Set(entries.flatMap(({ file }) => filesOf.get(file)));
    const stamp = buildPath(`tidy/${fingerprint([rules, ...files])}`);
    if (!existsSync(stamp)) waiting.push({ target, entries, stamp });
  }
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await lint(buildPath(`tidy/${next.target}`), next.entries);
      writeFileSync(next.stamp, '');
    }
  };
  await Promise.all([worker(), worker()]);
}

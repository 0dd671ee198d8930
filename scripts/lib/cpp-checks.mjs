import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildPath, projectPath } from './paths.mjs';
import { run } from './run.mjs';

/** Tracked and new C++ files of the given folders. */
async function cppFiles(...folders) {
  const listed = await run([
    ...['git', 'ls-files', '--cached', '--others', '--exclude-standard', '--'],
    ...folders.flatMap((folder) => [`${folder}/*.cpp`, `${folder}/*.h`]),
  ]);
  return listed.split('\n').filter((path) => path !== '' && existsSync(projectPath(path)));
}

export async function formatCheck() {
  const files = await cppFiles('cmake', 'core', 'tests', 'wasm');
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

// The build's options are those of its compiler, GCC's -Wno-maybe-uninitialized among them.
const tidyCommand = [
  ...['clang-tidy', '--quiet', '-p', buildPath('release')],
  '--extra-arg=-Wno-unknown-warning-option',
];

/** clang-tidy on the core, only where a file, or one it includes, has changed since it passed. */
export async function tidy() {
  const rules = projectPath('.clang-tidy');
  const stamps = buildPath('tidy');
  mkdirSync(stamps, { recursive: true });
  const waiting = [];
  for (const [source, files] of await dependencies()) {
    const ofCore = source.startsWith(projectPath('core/')) && source.endsWith('.cpp');
    if (!ofCore || !existsSync(source)) continue;
    const stamp = `${stamps}/${fingerprint([rules, ...files.filter(existsSync)])}`;
    if (!existsSync(stamp)) waiting.push({ source, stamp });
  }
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await run([...tidyCommand, next.source]);
      writeFileSync(next.stamp, '');
    }
  };
  await Promise.all([worker(), worker()]);
}

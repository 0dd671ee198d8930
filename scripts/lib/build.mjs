import { existsSync, readdirSync, statSync } from 'node:fs';
import { buildPath, projectPath } from './paths.mjs';
import { run } from './run.mjs';

/** Configures a preset once, and builds what has changed. */
export async function buildPreset(preset, targets = []) {
  if (!existsSync(buildPath(`${preset}/build.ninja`))) {
    await run(['cmake', '--preset', preset, '-B', buildPath(preset)]);
  }
  const chosen = targets.length > 0 ? ['--target', ...targets] : [];
  await run(['cmake', '--build', buildPath(preset), ...chosen]);
}

function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path).map((name) => newest(`${path}/${name}`));
  return Math.max(mtimeMs, ...inside);
}

const webInputs = [
  'web',
  'scripts/build-web.mjs',
  'vite.config.mjs',
  'vite.bytes.mjs',
  'vite.templates.mjs',
  'package-lock.json',
].map(projectPath);

/** Builds dist/ where the page's sources, the wasm or the model are newer. */
export async function buildWeb() {
  const output = projectPath('dist/fovea.js');
  const modules = ['fovea.js', 'fovea.wasm', 'fovea_relaxed.wasm'];
  const inputs = [...webInputs, ...modules.map((name) => buildPath(`wasm/${name}`))];
  if (existsSync(output) && Math.max(...inputs.map(newest)) < statSync(output).mtimeMs) return;
  await run([process.execPath, projectPath('scripts/build-web.mjs')]);
}

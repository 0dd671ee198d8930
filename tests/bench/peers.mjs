// The packages of the other engines, installed on demand into the build folder.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { cached, fingerprint } from './cached.mjs';

const versions = {
  '@huggingface/transformers': '4.3.2',
  'onnxruntime-web': '1.30.0',
  'onnxruntime-node': '1.30.0',
  '@tensorflow/tfjs': '4.22.0',
  '@tensorflow/tfjs-core': '4.22.0',
  '@tensorflow/tfjs-backend-wasm': '4.22.0',
};
const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);

const folder = buildPath('bench-peers');

export const installPeers = () =>
  cached(folder, fingerprint(...packages), async (path) => {
    mkdirSync(path, { recursive: true });
    writeFileSync(`${path}/package.json`, '{ "private": true }\n');
    const flags = ['--prefix', path, '--ignore-scripts', '--no-audit', '--no-fund'];
    await run(['npm', 'install', ...flags, ...packages]);
  });

/** Its name and the version that is installed. */
export function versionOf(name) {
  const { version } = JSON.parse(readFileSync(`${folder}/node_modules/${name}/package.json`));
  return `${name} ${version}`;
}

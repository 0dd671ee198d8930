import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const projectPath = (path = '') => join(root, path);

/** FOVEA_BUILD names another build folder than `build`. */
export const buildPath = (path = '') => join(process.env.FOVEA_BUILD ?? join(root, 'build'), path);

const builtAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** A native program that tests ask: as `npm test` built it, or as `npm run check` did, whichever was last. */
export const nativePath = (program) =>
  ['quick', 'release']
    .map((preset) => buildPath(`${preset}/${program}`))
    .reduce((one, other) => (builtAt(other) > builtAt(one) ? other : one));

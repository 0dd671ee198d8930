import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const projectPath = (path = '') => join(root, path);

/** FOVEA_BUILD names another build folder than `build`. */
export const buildPath = (path = '') => join(process.env.FOVEA_BUILD ?? join(root, 'build'), path);

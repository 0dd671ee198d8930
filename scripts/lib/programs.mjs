// The npm package's scripts for programs, each with its own core inside.
import { build, mergeConfig } from 'vite';
import config from '../../vite.config.mjs';
import { projectPath } from './paths.mjs';

export const programs = ['core', 'decoder', 'published', 'numbers'];

/** A program that another one loads stands beside it. */
const programsApart = {
  name: 'fovea-programs',
  enforce: 'pre',
  resolveId: (id) => (id === './published.js' ? { id, external: 'relative' } : null),
};

/** Builds `fovea/NAME` as NAME.js in a folder. */
export async function buildProgram(name, folder) {
  const lib = {
    entry: projectPath(`web/src/${name}.ts`),
    formats: ['es'],
    fileName: () => `${name}.js`,
  };
  const script = { outDir: folder, emptyOutDir: false, lib };
  await build(
    mergeConfig(config, {
      ...{ configFile: false, logLevel: 'warn', publicDir: false, plugins: [programsApart] },
      build: script,
    }),
  );
}

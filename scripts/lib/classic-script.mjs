// Modules of web/src as one classic script, as small as it gets.
import { build, mergeConfig } from 'vite';
import config from '../../vite.config.mjs';
import { tightened } from '../vite/terser.mjs';
import { banner } from './notices.mjs';
import { projectPath } from './paths.mjs';

export const quiet = { configFile: false, logLevel: 'warn' };

/** Has a module of web/src stand in for another of its folder. */
export const instead = (of, name) => ({ find: new RegExp(`/${of}$`), replacement: `/${name}` });

/** A page that does not say UTF-8 reads a script as Latin-1: signs beyond ASCII go in as escapes. */
export function escaped(script) {
  return script.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text of a script, after `head`; what its entry exports becomes a global. */
export async function classicScript(entry, global, options = {}, head = banner()) {
  const lib = { entry: projectPath(`web/src/${entry}`), formats: ['iife'], name: global };
  const own = { ...quiet, publicDir: false, build: { write: false, lib } };
  const [{ output }] = await build(mergeConfig(mergeConfig(config, own), options));
  return head + escaped(await tightened(output[0].code));
}

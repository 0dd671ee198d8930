import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** Files and folders that it names, whole or by their last parts; not what is built or only an example. */
const named = [
  ...text.matchAll(/[`(]([\w.@-]+(?:\/[\w.@-]*)+|[\w-]+\.(?:h|cpp|ts|mjs|py|md))[`)]/g),
]
  .map(([, name = '']) => name.replace(/\/$/, ''))
  .filter((name) => !/^(?:build|dist)\b|\/NN-id|\/fr\//.test(name));

it('CONTRIBUTING names files and folders that there are', () => {
  const paths = ['core', 'docs', 'scripts', 'tests', 'wasm', 'web'].flatMap((folder) => [
    folder,
    ...readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    ),
  ]);
  const top = readdirSync(join(root)).concat(readdirSync(join(root, '.ci')).map((p) => `.ci/${p}`));
  const known = new Set(
    [...paths, ...top].flatMap((path) => {
      const parts = path.split('/');
      return parts.map((_, i) => parts.slice(i).join('/'));
    }),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

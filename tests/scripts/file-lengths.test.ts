import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A shorter file is no thing of its own: it stands in the file that uses it. */
const least = 20;

/** Short because something finds them by their name, or must find nothing else. */
const wantedByName: readonly RegExp[] = [
  // A view: the lists are made of these.
  /^views\/[^/]+\/(meta|index)\.ts$/,
  // What one file of dist, of the npm package or a worker begins with.
  /^(fovea(-\w+)?|numbers|page|in-page-\w+|\w+\/worker)\.ts$/,
  // What another build puts something else in the place of, and what it puts there.
  /^(element\/(connection|load-file|own-file)|model\/(core|start-worker))(-\w+)*\.ts$/,
  /\/(no-)?veil\.ts$/,
  // What the file for a class and the page say to one another: from a longer one more would come along.
  /^state\/packages\.ts$/,
];

/** A longer file holds more than one thing that someone looks for. */
const most = 300;

const isSource = (path: string) => /\.(ts|mjs|css|cpp|h|in)$/.test(path);

it.each(['core', 'wasm', 'web/src', 'scripts'])(
  'no file of %s has more than 300 lines',
  (folder) => {
    const sources = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
      isSource,
    );
    expect(sources.length).toBeGreaterThan(5);
    const lengths = sources.map((path) => ({
      path,
      lines: readFileSync(join(root, folder, path), 'utf8').split('\n').length - 1,
    }));
    expect(lengths.filter(({ lines }) => lines > most)).toEqual([]);
  },
);

it('a file of web/src below 20 lines is one that has to be', () => {
  const folder = join(root, 'web/src');
  const short = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .filter((path) => readFileSync(join(folder, path), 'utf8').split('\n').length - 1 < least);
  expect(short.filter((path) => !wantedByName.some((wanted) => wanted.test(path)))).toEqual([]);
  for (const wanted of wantedByName) expect(short.some((path) => wanted.test(path))).toBe(true);
});

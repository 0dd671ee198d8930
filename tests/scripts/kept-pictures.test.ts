import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { keptPictures } from '../../scripts/article/kept-pictures.mjs';

interface Figure {
  readonly view: string;
  readonly token?: string;
}

const place = mkdtempSync(join(tmpdir(), 'fovea-pictures-'));
const folder = join(place, 'kept');
const sources = [join(place, 'script.js'), join(place, 'styles.css')];
afterAll(() => rmSync(place, { recursive: true }));

let taken: string[] = [];

const take = async (figures: readonly Figure[]) => {
  taken = figures.map(({ view }) => view);
  return new Map(
    figures.map((figure) => [
      figure.view,
      { width: 720, height: 400, files: { light: Buffer.from(JSON.stringify(figure)) } },
    ]),
  );
};

const pictures = async (figures: readonly Figure[]) => {
  taken = [];
  return keptPictures(folder, sources, figures, take);
};

const heads = { view: 'heads' };
const sum = { view: 'sum', token: 'it' };

beforeEach(async () => {
  for (const path of sources) writeFileSync(path, 'one');
  await pictures([heads, sum]);
});

it('a picture is kept while all that it is made of stays as it is', async () => {
  const before = await pictures([sum, heads]);
  expect(taken).toEqual([]);
  expect(before.get('sum')).toMatchObject({ width: 720, height: 400 });
  expect(before.get('sum').files.light.toString()).toBe(JSON.stringify(sum));
});

it.each(sources)('all are taken anew where %s is another', async (path) => {
  writeFileSync(path, 'two');
  await pictures([heads, sum]);
  expect(taken).toEqual(['heads', 'sum']);
});

it('one is taken anew where its figure is another, and the old one goes', async () => {
  const after = await pictures([heads, { ...sum, token: 'cat' }]);
  expect(taken).toEqual(['sum']);
  expect(after.get('sum').files.light.toString()).toContain('cat');
  expect(readdirSync(folder)).toHaveLength(2);
});

it('what could not be taken is asked for again', async () => {
  writeFileSync(sources[0] as string, 'three');
  const none = await keptPictures(folder, sources, [heads], async () => new Map());
  expect(none.size).toBe(0);
  await pictures([heads]);
  expect(taken).toEqual(['heads']);
});

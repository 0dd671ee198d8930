import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../web/src');

const sheet = /css`((?:[^`\\]|\\.)*)`/g;
const comment = /\/\*[\s\S]*?\*\//g;
/** A rule without rules inside; `${look.quiet}` is part of one. */
const rule = /(?<!\$)\{((?:\$\{[^}]*\}|[^{}])*)\}/g;

/** The bodies of the rules of a file's sheets. */
const bodiesOf = (text: string): readonly string[] =>
  [...text.matchAll(sheet)].flatMap(([, css = '']) =>
    [...css.replace(comment, '').matchAll(rule)].map(([, body = '']) =>
      body.trim().replace(/\s+/g, ' '),
    ),
  );

/** Bodies with fewer declarations are alike by chance. */
const telling = 3;

it('what several rules say alike, three declarations or more, is a look of the palette', () => {
  const places = new Map<string, string[]>();
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of sources.filter((each) => each.endsWith('.ts')))
    for (const body of bodiesOf(readFileSync(join(folder, path), 'utf8')))
      places.set(body, [...(places.get(body) ?? []), path]);
  expect(places.size).toBeGreaterThan(1000);
  const repeated = [...places].filter(
    ([body, paths]) => body.split(';').length > telling && paths.length > 1,
  );
  expect(repeated).toEqual([]);
});

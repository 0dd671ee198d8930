import { found as said } from 'fovea-views/questions';
import { afterEach, describe, expect, it } from 'vitest';
import { groups, search } from '../../../../web/src/element/find/search';
import { views } from '../../../../web/src/state/views';
import { forty } from '../../../forty-questions';

const viewsFor = (text: string) =>
  search(text).flatMap(({ target }) => ('view' in target ? [target.view] : []));

afterEach(() => {
  globalThis.foveaLanguage = undefined;
});

describe('forty questions in people’s words', () => {
  it('are forty', () => expect(new Set(forty.map(([question]) => question)).size).toBe(40));

  it.each(forty)('“%s” finds its figure among the first three', (question, ...wanted) => {
    const found = viewsFor(question).slice(0, 3);
    expect(found.some((view) => wanted.includes(view))).toBe(true);
  });
});

describe('what can be found', () => {
  it('is every figure that has a question, once, in a group', () => {
    const asking = views.filter(({ id }) => said[id]?.question !== undefined).map(({ id }) => id);
    expect([...groups().values()].flat().sort()).toEqual(asking.sort());
  });

  it('is every view, with an answer of one short sentence', () => {
    expect(Object.keys(said).sort()).toEqual(views.map(({ id }) => id).sort());
    for (const { answer = '', words } of Object.values(said)) {
      expect(words).toMatch(/\S/);
      expect(answer).toMatch(/^[A-Z].*\.$/);
      expect(answer.split(' ').length).toBeLessThanOrEqual(22);
    }
  });

  it('is chapters of the tour, switches, words and sections of the article too', () => {
    const kinds = (text: string) => search(text).map(({ target }) => Object.keys(target)[0]);
    expect(kinds('weights that add up to 1')).toContain('chapter');
    expect(kinds('residual connection')).toContain('switch');
    expect(kinds('entropy')).toContain('article');
    expect(search('learns').map(({ title }) => title)).toContain('How it learns');
  });

  it('bears a slip of the pen, and the other number of a word', () => {
    expect(viewsFor('positonal encodings')[0]).toBe('position');
    expect(viewsFor('tokenisers')).toContain('tokens');
  });

  it('is nothing where nothing fits', () => {
    expect(search('')).toEqual([]);
    expect(search('xyzzy')).toEqual([]);
    expect(search('is it the')).toEqual([]);
  });
});

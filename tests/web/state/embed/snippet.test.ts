// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { embedSnippet } from '../../../../web/src/state/embed';
import { initialState } from '../../../../web/src/state/reduce';
import { firstTime } from '../../../../web/src/state/timeline';

it('is HTML that means the same, whatever the sentence holds', () => {
  const sentence = '"><script>alert(1)</script> & ‘more’ \'';
  const choice = { sentence, layer: 2, head: 1, token: 7, time: firstTime - 1 };
  const html = embedSnippet(initialState(choice), 'fovea.js');
  const page = new DOMParser().parseFromString(html, 'text/html');
  const figure = page.querySelector('fovea-encoder');
  expect(figure?.getAttribute('sentence')).toBe(sentence);
  expect(figure?.getAttribute('layer')).toBe('3');
  expect(figure?.getAttribute('head')).toBe('2');
  expect(figure?.getAttribute('token')).toBe('8');
  expect(figure?.getAttribute('time')).toBe('3');
  expect(figure?.hasAttribute('theme')).toBe(false);
  expect(page.querySelectorAll('script')).toHaveLength(1);
});

it('carries masks, what was asked, and the loop; nothing of them where there is nothing', () => {
  const cell = { name: 'layers.0.attention.scores', index: [0, 6, 1] };
  const present = { masked: [1, 3], why: 1, loop: true };
  const html = embedSnippet(initialState({ ...present, trail: [cell, cell] }), 'fovea.js');
  expect(html).toContain('masked="2,4"');
  expect(html).toContain('why="2"');
  const text = 'layers.0.attention.scores:1,7,2';
  expect(html).toContain(`cell="${text}~${text}"`);
  expect(html).toContain('loop="true"');
  expect(embedSnippet(initialState(), 'fovea.js')).not.toMatch(/masked|why|cell|loop/);
});

describe('in a Markdown file', () => {
  const hostile = [
    '> quoted <b>bold</b> *a* _b_ `c` [d](e) {{ f }} {% g %} $h$ \\* &amp; "i"',
    'two\n\n> paragraphs\r\n\tand a tab',
    '</script><!-- --></fovea-encoder>',
  ];

  /** The lines of the first block, where CommonMark reads one of HTML that begins with a script. */
  function htmlBlock(markdown: string): string | null {
    const lines = markdown.split(/\r\n|\n|\r/);
    if (!/^ {0,3}<(?:script|pre|style|textarea)(?:[ \t>]|$)/i.test(lines[0] ?? '')) return null;
    const end = lines.findIndex((line) => /<\/(?:script|pre|style|textarea)>/i.test(line));
    return lines.slice(0, end < 0 ? lines.length : end + 1).join('\n');
  }

  it.each(hostile)('it is one block of HTML, whatever the sentence: %j', (sentence) => {
    const snippet = embedSnippet(initialState({ sentence }), 'fovea.js');
    expect(htmlBlock(`${snippet}\nText that follows.`)).toBe(snippet);
    expect(snippet).toMatch(/^[^\n\r]*<\/fovea-encoder>$/);
    const page = new DOMParser().parseFromString(snippet, 'text/html');
    const figure = page.querySelector('fovea-encoder');
    expect(figure?.getAttribute('sentence')).toBe(sentence);
    expect(figure?.textContent).toBe('');
  });

  it.each(hostile)('no sign of Markdown or of a template is left in its values: %j', (sentence) => {
    const snippet = embedSnippet(initialState({ sentence }), 'fovea.js');
    const [, value = ''] = /sentence="([^"]*)"/.exec(snippet) ?? [];
    expect(value).not.toMatch(/[<>`*_[\]{}\\$\n\r\t]/);
  });
});

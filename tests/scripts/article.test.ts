import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { embedCode, fragment, withNumbers } from '../../scripts/article/fragments.mjs';
import { listing } from '../../scripts/article/listings.mjs';
import { projectPath } from '../../scripts/lib/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fovea-article-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return relative(projectPath(), join(folder, name));
}

const cpp = `namespace fovea {
int Odd::call() { return twice(3); }

/// Doubles it.
template <typename T>
T twice(T x) {
  if (x > 0) {
    return x + x;
  }
  return x;
}

struct Odd {
  // One line.
  int one() const { return 1; }
};
}  // namespace fovea
`;

const python = `import numpy

def one():
    """First."""
    return 1


def two():

    return 2
`;

describe('a listing', () => {
  it('is a function as it stands in its file, with what belongs to it', () => {
    expect(listing(file('a.cpp', cpp), ['twice'])).toBe(
      `/// Doubles it.\ntemplate <typename T>\nT twice(T x) {\n  if (x > 0) {\n    return x + x;\n  }\n  return x;\n}`,
    );
    expect(listing(file('a.cpp', cpp), ['one'])).toBe(
      '// One line.\nint one() const { return 1; }',
    );
    expect(listing(file('a.cpp', cpp), ['call'])).toBe('int Odd::call() { return twice(3); }');
    expect(listing(file('a.py', python), ['two', 'one'])).toBe(
      'def two():\n\n    return 2\n\ndef one():\n    """First."""\n    return 1',
    );
  });

  it('cannot be of what is gone', () => {
    expect(() => listing(file('a.cpp', cpp), ['thrice'])).toThrow('thrice');
    expect(() => listing(file('a.py', python), ['three'])).toThrow('three');
  });

  it('is no call, where one takes two lines', () => {
    const calls = 'void all() {\n  product(first,\n          second);\n}\n';
    expect(() => listing(file('b.cpp', calls), ['product'])).toThrow('product');
  });
});

describe('a fragment', () => {
  it('has its numbers, and none that was not measured', () => {
    const used = new Set<string>();
    expect(withNumbers('<b>{{a}}</b>', { a: '<1 %' }, used)).toBe('<b>&lt;1 %</b>');
    expect([...used]).toEqual(['a']);
    expect(() => withNumbers('{{b}}', { a: '1' }, used)).toThrow('"b"');
  });

  it('refuses a view, a formula and a listing that there are not', () => {
    const make = (text: string) =>
      fragment(text, { views: new Map([['heads', {}]]), picture: () => '<img />' });
    expect(make('<figure view="heads" alt="a">b</figure>')).toContain('id="figure-heads"');
    expect(() => make('<figure view="tails" alt="a">b</figure>')).toThrow('tails');
    expect(() => make('<formula name="none" />')).toThrow('none');
    expect(() => make('<listing cpp="core/src/softmax.cpp gone" />')).toThrow('gone');
  });

  it('knows the right guess by the number that was measured, and asks for one', () => {
    const made = (value: string, bounds = '5 50') =>
      fragment(
        `<ask question="How?" guesses="a|b|c" value="${value}" bounds="${bounds}">So.</ask>`,
        {
          views: new Map(),
          picture: () => '',
        },
      );
    expect(made('&lt;1 %')).toContain('data-right="0"');
    expect(made('5 %')).toContain('data-right="1"');
    expect(made('79 %')).toContain('data-right="2"');
    expect(made('−0.2', '-0.5 0.5')).toContain('data-right="1"');
    expect(() => made('none')).toThrow('How?');
    expect(() => made('7 %', '5')).toThrow('How?');
  });

  it('gives code to embed that no sign of its own breaks', () => {
    expect(embedCode({ view: 'heads', token: 'it' })).toBe(
      '<script async src="fovea.js"></script><fovea-encoder view="heads" token="it"></fovea-encoder>',
    );
    expect(embedCode({ sentence: '"<' })).toContain('sentence="&quot;&lt;"');
  });
});

import { describe, expect, it } from 'vitest';
import type { DotMark, PathMark, TextMark } from '../../../../web/src/views/kit/scene';
import { walkLattice, walkOf } from '../../../../web/src/views/training/walk';
import { walkUpdate } from '../../../../web/src/views/training/walk-panel';
import { report } from './fixtures';
import { look, pieces } from './walk-fixtures';

const walk = walkOf(look(), pieces);
const lattice = (beat: 'forward' | 'backward', share: number, width = 500) =>
  walkLattice(walk, beat, share, width);
const dots = (marks: readonly { kind: string }[]) =>
  marks.filter((mark) => mark.kind === 'dot') as DotMark[];
const links = (marks: readonly { kind: string }[]) =>
  marks.filter((mark) => mark.kind === 'path') as PathMark[];

describe('the pictures of a step', () => {
  it('go forward from the words to the answers', () => {
    const begun = lattice('forward', 0.3);
    const columns = new Set(dots(begun.marks).map(({ x }) => x));
    expect(columns.size).toBe(1);
    const done = lattice('forward', 1);
    expect(new Set(dots(done.marks).map(({ x }) => x)).size).toBe(2);
    expect(Math.min(...columns)).toBe(Math.min(...dots(done.marks).map(({ x }) => x)));
    const texts = done.marks.filter((mark): mark is TextMark => mark.kind === 'text');
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['cat .250', 'animal .100']),
    );
  });

  it('come back from the end, with the sizes of gradients', () => {
    const begun = dots(lattice('backward', 0.3).marks);
    const done = dots(lattice('backward', 1).marks);
    expect(Math.min(...begun.map(({ x }) => x))).toBe(Math.max(...done.map(({ x }) => x)));
    const largest = done.reduce((a, b) => (b.r > a.r ? b : a));
    expect(largest.x).toBe(Math.max(...done.map(({ x }) => x)));
    // The words that were not looked at hand nothing back.
    expect(links(lattice('backward', 1).marks).length).toBeLessThan(
      links(lattice('forward', 1).marks).length,
    );
  });

  it.each([288, 320, 500])('keep inside %i px', (width) => {
    for (const { marks } of [
      lattice('forward', 1, width),
      walkUpdate(walk, report(7).parts, 1, width),
    ])
      for (const mark of marks)
        if (mark.kind === 'text') {
          const wide = mark.text.length * (mark.size ?? 12) * 0.5;
          const left = mark.anchor === 'end' ? mark.x - wide : mark.x;
          if (mark.anchor !== 'middle') expect(left).toBeGreaterThan(-4);
          if (mark.anchor !== 'middle') expect(left + wide).toBeLessThan(width + 4);
        }
  });

  it('show what the update did to the answers and to the parts', () => {
    const { marks } = walkUpdate(walk, report(7).parts, 1, 500);
    const said = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    expect(said).toEqual(
      expect.arrayContaining(['.250 → .500', '.100 → .050', 'layer 1', 'embedding']),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { signedScale } from '../../../../web/src/render/color';
import { text } from '../../../../web/src/views/kit/frame';
import { mixMarks, mixPath, mixText, mixWords } from '../../../../web/src/views/kit/keyframes';
import { cells, group, path, rect } from '../../../../web/src/views/kit/marks';
import type { GroupMark, Mark } from '../../../../web/src/views/kit/scene';

const same = { from: ['the', 'cat'], to: ['the', 'cat'] };

describe('a number on its way', () => {
  it.each([
    ['\u22124.00', '2.00', 0.5, '\u22121.00'],
    ['.200', '.600', 0.25, '.300'],
    ['10\u202f%', '30\u202f%', 0.5, '20\u202f%'],
    ['0.10', '\u22120.10', 0.5, '0.00'],
    ['9.9', '10.25', 0, '9.9'],
    ['9.9', '10.25', 0.5, '10.07'],
  ])('from %s to %s is at %f %s', (from, to, t, want) => {
    expect(mixText(from, to, t)).toBe(want);
  });

  it.each([
    ['the', 'a'],
    ['140', '206'],
    ['.2', '<.001'],
    ['12 px', '3.4'],
  ])('%s becomes %s at once', (from, to) => {
    expect(mixText(from, to, 0.1)).toBe(to);
  });

  it('along a path goes where the commands are the same', () => {
    expect(mixPath('M0 0L10 20', 'M4 0L20 -20', 0.5)).toBe('M2.00 0L15.00 0.00');
    expect(mixPath('M0 0H5', 'M0 0V5', 0.5)).toBe('M0 0V5');
  });
});

/** The very objects, not others like them. */
function expectSame(marks: readonly Mark[], others: readonly Mark[]): void {
  expect(marks.map((mark) => others.indexOf(mark))).toEqual([...others.keys()]);
}

describe('marks on their way', () => {
  const scale = (bound: number) => signedScale('value', bound);
  const scene = (x: number) => [
    rect(x, 0, 10 * x, 4, {
      keys: [
        { at: 1, dy: x },
        { at: 2, opacity: x / 10 },
      ],
      ink: `rgb(${x} 0 0)`,
    }),
    group([path(`M0 0h${x}`, { width: x, shows: { token: 1 } })], { opacity: 1 }),
    cells([x, 2 * x], scale(x), { x: 0, y: 0, width: 8, height: 2 }),
    text(x, 3, `${x}.50`),
  ];

  it('are the old ones at the beginning and the new ones at the end', () => {
    const at = (t: number) => mixMarks(scene(2), scene(6), t, same);
    expect(at(1)).toEqual(scene(6).map((mark) => expect.objectContaining({ kind: mark.kind })));
    const [bar, arch, strip, written] = at(0.5);
    expect(bar).toMatchObject({ x: 4, width: 40, ink: expect.stringContaining('50.0%') });
    expect(bar?.keys?.[0]).toMatchObject({ at: 1, dy: 4 });
    expect((arch as GroupMark).marks[0]).toMatchObject({ d: 'M0 0h4.00', width: 4 });
    expect(strip).toMatchObject({ data: Float32Array.from([4, 8]), scale: { bound: 4 } });
    expect(written).toMatchObject({ text: '4.50', x: 4 });
    const [first, , , last] = at(0);
    expect(first).toMatchObject({ x: 2, width: 20 });
    expect(last).toMatchObject({ text: '2.50' });
  });

  it('stay the same objects where nothing changes, so that they are not drawn again', () => {
    const alike = scene(2);
    for (const t of [0, 0.5, 1]) expectSame(mixMarks(alike, scene(2), t, same), alike);
    expect(mixMarks(scene(3), alike, 0.5, same)[0]).not.toBe(alike[0]);
  });

  it('are the very objects that were drawn before at the beginning', () => {
    const old = scene(2);
    expectSame(mixMarks(old, scene(6), 0, same), old);
  });

  it('follow their word into another sentence; a new one has come from nowhere', () => {
    const bar = (token: number, x: number) => rect(x, 0, 1, 1, { shows: { token } });
    const words = { from: ['the', 'cat'], to: ['now', 'the', 'dog'] };
    const mixed = mixMarks(
      [bar(0, 0), bar(1, 10)],
      [bar(0, 0), bar(1, 10), bar(2, 20)],
      0.5,
      words,
    );
    expect(mixed.map((mark) => mark.x)).toEqual([0, 5, 20]);
    const twice = { from: ['a', 'a'], to: ['a', 'b', 'a'] };
    expect([...mixWords([0.2, 0.4], [0.6, 0.3, 0.6], 0.5, twice)]).toEqual([
      expect.closeTo(0.4, 6),
      expect.closeTo(0.3, 6),
      expect.closeTo(0.5, 6),
    ]);
  });
});

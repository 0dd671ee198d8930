import { describe, expect, it } from 'vitest';
import {
  nearestPoint,
  type Plot,
  placeOfX,
  placeOfY,
  plotMarks,
  spread,
} from '../../../../web/src/views/kit/plot';
import { placed, ticksOf, tickText, valueAt } from '../../../../web/src/views/kit/plot-axis';
import { stopByKey } from '../../../../web/src/views/kit/plot-reader';
import type { PathMark, SvgMark, TextMark } from '../../../../web/src/views/kit/scene';

const log = { from: 20, to: 5000, log: true };

describe('an axis', () => {
  it('places values linearly or by their ratio, and finds them again', () => {
    expect(placed({ from: 2, to: 4 }, [10, 30], 3)).toBe(20);
    expect(placed({ from: 1, to: 100, log: true }, [0, 10], 10)).toBeCloseTo(5);
    expect(valueAt(log, [0, 300], placed(log, [0, 300], 600))).toBeCloseTo(600);
    expect(valueAt(log, [0, 300], -50)).toBeCloseTo(20);
  });

  it('has no place for what is no number, nor on a log axis for 0', () => {
    expect(placed(log, [0, 300], 0)).toBeNaN();
    expect(placed({ from: 0, to: 1 }, [0, 1], Number.NaN)).toBeNaN();
  });

  it('has round ticks, no more than asked for', () => {
    expect(ticksOf({ from: 1.6, to: 7.2 }, 6)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(ticksOf({ from: 0, to: 1 }, 2)).toEqual([0, 0.5, 1]);
    expect(ticksOf(log, 8)).toEqual([20, 50, 100, 200, 500, 1000, 2000, 5000]);
    expect(ticksOf(log, 5)).toEqual([30, 100, 300, 1000, 3000]);
    const wide = ticksOf({ from: 1e-16, to: 1e8, log: true }, 7);
    expect(wide.length).toBeLessThanOrEqual(7);
    expect(wide).toContain(1);
    expect(ticksOf({ from: 3, to: 3 })).toEqual([3]);
  });

  it('writes them as people do', () => {
    const written = [1097, 0.5, 0, -2, 20, 1e8, 2.5e-7, 100000].map(tickText);
    expect(written).toEqual([
      '1,097',
      '.5',
      '0',
      '−2',
      '20',
      '10⁸',
      '2.5\u202f·\u202f10⁻⁷',
      '100,000',
    ]);
  });
});

const plot: Plot = {
  box: { x: 40, y: 20, width: 300, height: 200 },
  x: log,
  y: { from: 0, to: 8 },
  curves: [
    {
      points: [
        [20, 7],
        [100, 6],
        [600, Number.NaN],
        [1000, 3],
        [5000, 2],
      ],
      tone: 'ink',
      label: 'held out',
    },
    {
      points: [
        [20, 7.1],
        [5000, 2.05],
      ],
      tone: 'weight',
      label: 'training\nmean of 20',
    },
  ],
};

const flat = (marks: readonly SvgMark[]): SvgMark[] =>
  marks.flatMap((mark) => (mark.kind === 'group' ? flat(mark.marks) : [mark]));
const texts = (of: Plot) =>
  flat(plotMarks(of)).filter((mark): mark is TextMark => mark.kind === 'text');

describe('a plot', () => {
  it('draws its lines through their points, with a gap where there is no number', () => {
    const lines = flat(plotMarks(plot)).filter((mark): mark is PathMark => mark.kind === 'path');
    const own = lines.find(({ d, stroke }) => stroke === 'ink' && d.startsWith('M40'));
    expect(own?.d.match(/M/g)).toHaveLength(2);
    expect(own?.d).toContain(`L340 ${placeOfY(plot, 2)}`);
  });

  it('keeps labels at the ends of lines apart and beside the box', () => {
    const labels = texts(plot).filter(({ text }) => /held out|training|mean/.test(text));
    const heights = labels.map(({ y }) => y).sort((a, b) => a - b);
    expect(labels).toHaveLength(3);
    for (let i = 1; i < heights.length; i++)
      expect((heights[i] ?? 0) - (heights[i - 1] ?? 0)).toBeGreaterThanOrEqual(12.9);
    expect(labels.every(({ x }) => x >= 340)).toBe(true);
  });

  it('has a second ruler of another unit at the same heights', () => {
    const right = { ticks: [2, 4], write: (y: number) => Math.exp(y).toFixed(1), name: 'words' };
    const own = texts({ ...plot, right });
    expect(own.find(({ text }) => text === '7.4')?.y).toBe(placeOfY(plot, 2) + 4);
    expect(own.map(({ text }) => text)).toContain('words');
  });

  it('is read at an x: a dot on each line', () => {
    const dots = flat(plotMarks({ ...plot, at: 1000 })).filter(({ kind }) => kind === 'dot');
    expect(dots).toHaveLength(2);
    expect(dots[0]).toMatchObject({ y: placeOfY(plot, 3) });
    expect(Math.abs(placeOfX(plot, 1000) - (dots[0] as { x: number }).x)).toBeLessThan(0.01);
  });

  it('draws a band behind a line', () => {
    const [curve] = plot.curves;
    const band = [
      [20, 6, 8],
      [5000, 1, 3],
    ] as const;
    const filled = flat(
      plotMarks({ ...plot, curves: [{ ...(curve as typeof curve & object), band }] }),
    ).filter((mark) => mark.kind === 'path' && mark.fill === 'ink');
    expect(filled).toHaveLength(1);
  });

  it('knows a line’s point nearest to an x', () => {
    expect(nearestPoint(plot.curves[0] as (typeof plot.curves)[number], 500)).toEqual([100, 6]);
    expect(nearestPoint({ points: [], tone: 'ink' }, 500)).toBeNull();
  });
});

describe('texts that are spread', () => {
  it('stand apart, in their order, within the ends', () => {
    expect(spread([50, 52, 10], 13, [0, 100])).toEqual([50, 63, 10]);
    expect(spread([99, 98], 13, [0, 100])).toEqual([100, 87]);
  });
});

describe('a plot’s slider', () => {
  it('goes by keys, and not beyond its ends', () => {
    expect(stopByKey('ArrowRight', 1, 3)).toBe(2);
    expect(stopByKey('ArrowRight', 2, 3)).toBe(2);
    expect(stopByKey('Home', 2, 3)).toBe(0);
    expect(stopByKey('End', 0, 3)).toBe(2);
    expect(stopByKey('x', 0, 3)).toBeUndefined();
  });
});

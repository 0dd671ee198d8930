import { describe, expect, it } from 'vitest';
import { layout } from '../../../../web/src/views/attention/layout';
import type { ColumnsScene, RowsScene } from '../../../../web/src/views/attention/scene';
import { asks, attentionState, sentence } from './fixture';

const words = (n: number) => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');
const at = (width: number, text = sentence, over = {}) =>
  layout(attentionState(text, undefined, over), { width });
const columns = (width: number, text = sentence) => at(width, text) as ColumnsScene;
const rows = (width: number, over = {}) => at(width, sentence, over) as RowsScene;

describe('the form follows the width', () => {
  it.each([
    [320, 'rows'],
    [559, 'rows'],
    [560, 'columns'],
    [1400, 'columns'],
  ])('%i px: %s', (width, kind) => {
    expect(at(width).kind).toBe(kind);
  });

  it('is empty without a trace', () => {
    const state = { ...attentionState(), trace: null };
    expect(layout(state, { width: 900 })).toEqual({ kind: 'empty', width: 900 });
  });
});

describe('columns', () => {
  it.each([560, 720, 900, 1072, 1600])('eleven words fit %i px without scrolling', (width) => {
    const scene = columns(width);
    expect(scene.gutter + scene.block).toBeLessThanOrEqual(width);
    expect(scene.centres.length).toBe(11);
  });

  it('sixteen fit the page by narrower columns', () => {
    const scene = columns(1072, words(16));
    expect(scene.gutter + scene.block).toBeLessThanOrEqual(1072);
    expect(scene.pitch).toBeLessThan(columns(1072).pitch);
  });

  it('more scroll, at the narrowest pitch', () => {
    const scene = columns(1072, words(30));
    expect(scene.pitch).toBe(56);
    expect(scene.gutter + scene.block).toBeGreaterThan(1072);
  });

  it.each([1, 2, 3, 11, 16, 40])('%i words: strips stay inside their columns', (n) => {
    const scene = columns(1072, words(n));
    expect(scene.strip).toBeLessThan(scene.pitch);
    expect(scene.centres[0] ?? 0).toBeGreaterThanOrEqual(scene.pitch / 2);
    expect(scene.centres[n - 1] ?? 0).toBeLessThanOrEqual(scene.block - scene.pitch / 2);
  });

  it.each([560, 720, 900, 1072, 1600])('the output fits %i px, every cell at least 32', (width) => {
    const { output, gutter, row } = columns(width);
    const used = output.cell * Math.min(output.perRow, row.dK);
    expect(output.left).toBeGreaterThanOrEqual(0);
    expect(output.left + used).toBeLessThanOrEqual(width - gutter);
    expect(output.cell).toBeGreaterThanOrEqual(32);
  });

  it('wide heads put their output in rows of sixteen', () => {
    const state = attentionState(sentence, { heads: 2, dK: 64, gain: 1 });
    const { output } = layout(state, { width: 1072 }) as ColumnsScene;
    expect([output.perRow, output.rows]).toEqual([16, 4]);
  });

  it('rows follow one another downwards', () => {
    for (const width of [560, 1072]) {
      const { y, lower } = columns(width);
      const down = [
        y.arches,
        y.words,
        y.keys,
        y.products,
        y.scores,
        y.axis,
        y.scaled,
        y.bars,
        y.end,
      ];
      expect([...down].sort((a, b) => a - b)).toEqual(down);
      expect(y.bars - y.bar).toBeGreaterThan(y.scaled);
      expect(lower.values).toBeLessThan(lower.neck);
      expect(lower.mouth).toBeLessThan(lower.output);
    }
  });

  it('the products stand around their zero line', () => {
    const { y } = columns(1072);
    expect(y.zero).toBeGreaterThan(y.products);
    expect(y.zero).toBeLessThan(y.scores - 10);
  });
});

describe('rows', () => {
  it.each([288, 320, 360, 390, 559])('fit %i px', (width) => {
    const { x, arches, output } = rows(width);
    expect(arches.reach).toBeLessThanOrEqual(x.arches);
    expect(x.words).toBeLessThan(x.scores - 80);
    expect(x.bar).toBeGreaterThan(20);
    expect(x.bars + x.bar + 46).toBeLessThanOrEqual(x.values);
    expect(x.values + x.strip).toBeLessThanOrEqual(width);
    expect(output.left + output.perRow * output.cell).toBeLessThanOrEqual(width);
  });

  it('make room for the fold beneath the row that was asked', () => {
    const closed = rows(360);
    const open = rows(360, asks(3));
    const height = open.fold?.height ?? 0;
    expect(height).toBeGreaterThan(100);
    expect(open.centres.slice(0, 4)).toEqual(closed.centres.slice(0, 4));
    expect(open.centres.slice(4)).toEqual(closed.centres.slice(4).map((y) => y + height));
    expect(open.height).toBe(closed.height + height);
  });
});

describe('what the reader chose', () => {
  it('a key beyond the sentence is not asked', () => {
    expect(rows(360, asks(11)).why).toBeNull();
    expect(rows(360, { hover: 40 }).hover).toBeNull();
  });

  it('the swap hangs under its word, for the sentence that was encoded', () => {
    expect(columns(1072).swap).toMatchObject({ token: 10, label: 'wide' });
    expect(columns(1072, 'no preset at all').swap).toBeNull();
  });
});

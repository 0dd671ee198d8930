import { describe, expect, it } from 'vitest';
import { sumOver } from '../../../../web/src/render/visible-words';
import { layout } from '../../../../web/src/views/attention/layout';
import type { FigureScene } from '../../../../web/src/views/attention/scene';
import { meanValue } from '../../../../web/src/views/attention/slots';
import { attentionState, smallHeads } from './fixture';

const n = 120;
const text = Array.from({ length: n }, (_, i) => `word${i}`).join(' ');
const sceneAt = (width: number, token: number) =>
  layout(attentionState(text, smallHeads, { token }), { width }) as FigureScene;

describe.each([320, 1072])('a figure of %i px with a long text', (width) => {
  it.each([0, 50, 119])('has token %i and what lies beyond the window once', (token) => {
    const { slots, shown, arches, row, kind, pitch } = sceneAt(width, token);
    expect(slots.length).toBeLessThanOrEqual(18);
    expect(slots.flatMap(({ first, end }) => Array(end - first).fill(0)).length).toBe(n);
    expect(token >= shown.first && token < shown.end).toBe(true);
    const strands = arches.strands.reduce((sum, strand) => sum + strand.width, 0);
    const fan = kind === 'rows' ? 22 : 0.52 * pitch;
    expect(strands / fan + (row.weights[token] ?? 0)).toBeCloseTo(1, 5);
    expect(slots.reduce((sum, slot) => sum + sumOver(slot, row.weights), 0)).toBeCloseTo(1, 5);
  });

  it('fits, and sums the values to the output', () => {
    const { slots, row, width: shownWidth } = sceneAt(width, 50);
    const z = row.output.map((_, i) =>
      slots.reduce((sum, slot) => {
        const value = slot.rest ? meanValue(row, slot) : row.values[slot.first];
        return sum + sumOver(slot, row.weights) * (value?.[i] ?? 0);
      }, 0),
    );
    z.forEach((value, i) => {
      expect(value).toBeCloseTo(row.output[i] ?? 0, 5);
    });
    expect(shownWidth).toBe(width);
  });

  it('shows the scores of the words drawn with one another', () => {
    const { matrix, shown, row } = sceneAt(width, 50);
    const size = shown.end - shown.first;
    expect([matrix.panel.rows, matrix.panel.columns]).toEqual([size, size]);
    const at = (50 - shown.first) * size;
    expect([...matrix.panel.data.subarray(at, at + size)]).toEqual([
      ...row.scores.subarray(shown.first, shown.end),
    ]);
    expect(matrix.panel.cells?.origin.index).toEqual([2, shown.first, shown.first]);
  });
});

import { describe, expect, it } from 'vitest';
import { signedScale } from '../../../../web/src/render/color';
import { cell } from '../../../../web/src/state/dataflow/cell';
import { cellAt, placeOf } from '../../../../web/src/views/kit/panel';
import type { CellMap, Panel } from '../../../../web/src/views/kit/scene';

const panel = (rows: number, columns: number, cells: CellMap): Panel => ({
  ...{ kind: 'panel', x: 0, y: 0, width: 60, height: 40, label: 'numbers', lit: [] },
  ...{ rows, columns, cells },
  data: new Float32Array(rows * columns),
  scale: signedScale('query', 1),
});

describe('a panel of one head’s matrix', () => {
  const scores = 'layers.1.attention.scores';
  const matrix = panel(3, 3, { origin: cell(scores, 2, 0, 0), rowAxis: 1, columnAxis: 2 });

  it('shows each of its cells in its place', () => {
    for (let place = 0; place < 9; place++)
      expect(placeOf(matrix, cellAt(matrix, place) ?? cell('none'))).toBe(place);
  });

  it('shows no cell of another head, tensor, or place', () => {
    expect(placeOf(matrix, cell(scores, 2, 1, 2))).toBe(5);
    expect(placeOf(matrix, cell(scores, 1, 1, 2))).toBe(-1);
    expect(placeOf(matrix, cell('layers.0.attention.scores', 2, 1, 2))).toBe(-1);
    expect(placeOf(matrix, cell(scores, 2, 3, 0))).toBe(-1);
    expect(placeOf(matrix, cell(scores, 2, 0, 3))).toBe(-1);
  });
});

it('a row of numbers that runs on from line to line shows a token’s cells, and no other token’s', () => {
  const name = 'layers.1.attention.query';
  const strip = panel(2, 4, { origin: cell(name, 5, 8), rowAxis: null, columnAxis: 1 });
  expect(placeOf(strip, cell(name, 5, 8))).toBe(0);
  expect(placeOf(strip, cell(name, 5, 15))).toBe(7);
  expect(placeOf(strip, cell(name, 5, 16))).toBe(-1);
  expect(placeOf(strip, cell(name, 5, 7))).toBe(-1);
  expect(placeOf(strip, cell(name, 4, 8))).toBe(-1);
});

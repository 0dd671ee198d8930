import { signedScale } from '../../render/color';
import { cell } from '../../state/dataflow/cell';
import { msg } from '../../words/msg';
import { type Frame, label, text } from '../kit/frame';
import { rect } from '../kit/marks';
import { type Plot, plotMarks, rulerRoom } from '../kit/plot';
import type { Drawn } from '../kit/product';
import type { Box, Mark, Panel } from '../kit/scene';
import { boundOf, type StepContext } from '../kit/step-context';
import { light } from '../kit/strip';
import type { AtDistance, Move, Table } from './numbers';

const rowHeight = 3;

/** Places after the text's own are computed alike and belong to no word. */
function beyond(m: StepContext, { rows }: Table, place: Box, from: number): readonly Panel[] {
  if (rows.length <= from) return [];
  return [
    {
      ...{ kind: 'panel', ...place, rows: rows.length - from, columns: m.dModel },
      data: Float32Array.from(rows.slice(from).flatMap((row) => [...row])),
      scale: signedScale('residual', boundOf(m, 'embedding.positions')),
      label: msg`positions ${from} to ${rows.length - 1}, beyond the text`,
      ...{ cells: null, tensor: 'embedding.positions', lit: [], dim: true },
    },
  ];
}

/** Place × number: the row of each place. */
export function tableMarks(m: StepContext, frame: Frame, top: number, table: Table): Drawn {
  const { rows } = table;
  const side = label(frame, top, {
    name: msg`The table`,
    formula: `${rows.length} × ${m.dModel}`,
    note: msg`a row per position; those in the text are bold`,
  });
  const own = Math.min(m.tokens.length, rows.length);
  const pitch = Math.max(rowHeight, Math.min(9, 190 / rows.length));
  const box = { x: frame.left + 24, y: side.top + 6, width: frame.inner - 24, height: pitch * own };
  const words: Panel = light(m, {
    ...{ kind: 'panel', ...box, rows: own, columns: m.dModel },
    data: Float32Array.from(rows.slice(0, own).flatMap((row) => [...row])),
    scale: signedScale('residual', boundOf(m, 'embedding.positions')),
    label: msg`the text’s ${own} positions, ${m.dModel} numbers each`,
    cells: { origin: cell('embedding.positions', 0, 0), rowAxis: 0, columnAxis: 1 },
    lit: [],
  });
  const rest = { ...box, y: box.y + box.height, height: pitch * (rows.length - own) };
  const bottom = rest.y + rest.height;
  const focus = Math.min(m.focus, own - 1);
  const marks: Mark[] = [
    words,
    ...beyond(m, table, rest, own),
    rect(box.x - 1, box.y + pitch * focus - 1, box.width + 2, pitch + 2, { stroke: 'query' }),
    text(box.x - 6, box.y + pitch * focus + 7, String(focus), {
      ...{ anchor: 'end', size: 11, tone: 'query', bold: true },
    }),
    text(box.x - 6, bottom, String(rows.length - 1), { anchor: 'end', size: 11 }),
    text(box.x, bottom + 14, msg`number ${1}`, { size: 11 }),
    text(box.x + box.width, bottom + 14, msg`number ${m.dModel}`, { size: 11, anchor: 'end' }),
  ];
  return { marks: [...side.marks, ...marks], bottom: Math.max(bottom + 20, side.bottom) };
}

/** The products of all pairs of rows, as a square and against how far apart they are. */
export function productMarks(
  frame: Frame,
  top: number,
  of: { readonly products: Float32Array; readonly distances: readonly AtDistance[] },
  { by }: Move,
): Drawn {
  const n = of.distances.length;
  const side = label(frame, top, {
    name: msg`Row · row`,
    formula: 'p · p′',
    note: msg`each pair of positions; then by how far apart they are`,
  });
  const size = Math.min(150, frame.inner * 0.34);
  const square: Panel = {
    ...{ kind: 'panel', x: frame.left, y: side.top + 20, width: size, height: size },
    ...{ rows: n, columns: n, data: of.products },
    scale: signedScale('norm', Math.max(...of.products.map(Math.abs))),
    label: msg`products of the rows of ${n} positions, every pair`,
    ...{ cells: null, lit: [] },
  };
  const left = frame.left + size + rulerRoom.left + 26;
  const highs = of.distances.map(({ high }) => high);
  const lows = of.distances.map(({ low }) => low);
  const plot: Plot = {
    box: { x: left, y: side.top + 20, width: frame.left + frame.inner - left - 8, height: size },
    x: { from: 0, to: Math.max(1, n - 1) },
    y: { from: Math.min(0, ...lows), to: Math.max(...highs) * 1.05 },
    curves: [
      {
        points: of.distances.map(({ mean }, distance) => [distance, mean]),
        band: of.distances.map(({ low, high }, distance) => [distance, low, high]),
        tone: 'norm',
      },
    ],
    below: {},
    left: {},
    at: by,
  };
  const apart = text(left + plot.box.width, side.top + 12, msg`distance →`, {
    ...{ anchor: 'end', size: 12 },
  });
  const bottom = side.top + 20 + size + rulerRoom.below + 4;
  return {
    marks: [...side.marks, square, apart, ...plotMarks(plot)],
    bottom: Math.max(bottom, side.bottom),
  };
}

import { signedScale } from '../../render/color';
import { signed } from '../../render/format';
import { type Cell, cell } from '../../state/dataflow/cell';
import { quoted } from '../../state/dataflow/naming';
import { placeOf } from '../kit/panel';
import type { Panel } from '../kit/scene';
import type { AttentionRow } from './attention-row';
import type { MatrixPlace } from './scene';

/** Rows at least this high have room for their word. */
const namedFrom = 11;

interface Room {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Room for words left of it. */
  readonly names: number;
}

/** Beneath the matrix: its scale, with the real bounds. */
export const matrixFoot = 24;

const rowHeight = { least: 1.5, most: 16 };

/** How high the rows are that share a height. */
function pitchOf(n: number, height: number): number {
  const even = (height - matrixFoot) / n;
  const whole = even > 3 ? Math.floor(even) : even;
  return Math.min(rowHeight.most, Math.max(rowHeight.least, whole));
}

/** How high a matrix of n rows would best be, its foot included. */
export function matrixHeight(n: number): number {
  return Math.min(rowHeight.most * n, 256) + matrixFoot;
}

function readoutOf(facts: AttentionRow, panel: Panel, point: Cell | null): string {
  const at = point ? placeOf(panel, point) : -1;
  if (at < 0) return '';
  const word = (i: number) => quoted(facts.tokens[i]?.piece ?? '');
  const [query, key] = [Math.floor(at / panel.columns), at % panel.columns];
  return `${signed(panel.data[at] ?? 0)}: ${word(query)} asks ${word(key)}`;
}

/** The matrix in its room: a row for each word's query, a column for each key. */
export function layoutMatrix(facts: AttentionRow, room: Room, point: Cell | null): MatrixPlace {
  const { layer, head, matrix, tokens } = facts;
  const n = tokens.length;
  const pitch = pitchOf(n, room.height);
  const panel: Panel = {
    kind: 'panel',
    x: room.x,
    y: room.y,
    width: room.width,
    height: pitch * n,
    rows: n,
    columns: n,
    data: matrix,
    scale: signedScale('weight', facts.bounds.scores),
    label: `scores of layer ${layer + 1}, head ${head + 1}`,
    cells: {
      origin: cell(`layers.${layer}.attention.scores`, head, 0, 0),
      rowAxis: 1,
      columnAxis: 2,
    },
    lit: [],
  };
  const at = point ? placeOf(panel, point) : -1;
  return {
    panel: { ...panel, lit: at < 0 ? [] : [at] },
    names: room.names,
    named: pitch >= namedFrom,
    readout: readoutOf(facts, panel, point),
  };
}

import { type Role, signedScale, weightScale } from '../../render/color';
import { stripObject } from '../../render/passage';
import { windowName, windowOf } from '../../render/visible-words';
import { type Cell, cell } from '../../state/dataflow/cell';
import { rowName } from '../../state/dataflow/naming';
import { signed } from '../../state/format';
import { largest, parameterBound } from '../../state/vector';
import { binned } from '../../widgets/bins';
import { msg } from '../../words/msg';
import { text } from './frame';
import { handle, rect } from './marks';
import { placeOf } from './panel';
import type { Box, Keyframe, Mark, Panel, Sweep } from './scene';
import { litCells, parameterOf, type StepContext, scaleOf } from './step-context';

export interface StripOptions {
  /** Range of the numbers shown; default: all. */
  readonly part?: readonly [from: number, count: number];
  readonly keys?: readonly Keyframe[];
  readonly sweep?: Sweep;
  /** One more picture of numbers that have their place elsewhere in the scene. */
  readonly copy?: boolean;
  /** Numbers run down instead of right. */
  readonly down?: boolean;
  /** A bar for each number, in one row however many there are; the tallest is this, by default its own largest. */
  readonly bars?: true | number;
}

/** Minimum width of a cell; longer vectors are broken into rows. */
const leastCell = 1.6;

/** Number of equally long rows that a vector of this length is broken into; where there is no room, a number in each. */
export function rowsFor(length: number, width: number): number {
  const least = Math.max(1, Math.ceil((length * leastCell) / width));
  for (let rows = least; rows < length; rows++) if (length % rows === 0) return rows;
  return Math.max(1, length);
}

/** "16 numbers: query of “it”, layer 4 · head 7"; with the head where the part is one head's. */
function stripLabel(m: StepContext, first: Cell, count: number, all: number): string {
  return msg`${count} numbers: ${rowName(first, m.context, count < all)}`;
}

/** The name that a tensor had first: the output of the last layer has two. */
function ownName({ graph }: StepContext, name: string): string {
  const formula = graph.tensors.get(name)?.formula;
  return formula?.kind === 'same' ? formula.x : name;
}

/** A token's row of a tensor as interactive cells. */
export function strip(
  m: StepContext,
  name: string,
  token: number,
  role: Role,
  place: Box,
  options: StripOptions = {},
): Panel {
  const row = m.trace.row(name, token);
  const [from, count] = options.part ?? [0, row.length];
  const rows = options.down ? count : options.bars ? 1 : rowsFor(count, place.width);
  const data = row.subarray(from, from + count);
  const bound = typeof options.bars === 'number' ? options.bars : largest(data) || 1;
  const panel: Panel = {
    kind: 'panel',
    ...place,
    rows,
    columns: count / rows,
    data,
    scale: options.bars ? signedScale(role, bound) : scaleOf(m, name, role),
    label: stripLabel(m, cell(name, token, from), count, row.length),
    cells: { origin: cell(name, token, from), rowAxis: null, columnAxis: 1 },
    lit: [],
    object: options.copy ? undefined : stripObject(ownName(m, name), token, from, count),
    ...(options.bars && { look: 'bars' }),
    ...(options.keys && { keys: options.keys }),
    ...(options.sweep && { sweep: options.sweep }),
  };
  return light(m, panel);
}

/** Right of a vector: its symbol, and the end of its scale. */
export const endRoom = 42;

/** A vector as bars, with its symbol and the end of its scale at the right; both take the whole place. */
export function vector(
  m: StepContext,
  place: Box,
  { name, symbol = '', role }: { name: string; symbol?: string; role: Role },
  options: StripOptions = {},
): readonly Mark[] {
  const box = { ...place, width: place.width - endRoom };
  const drawn = strip(m, name, m.focus, role, box, { bars: true, ...options });
  const { scale } = drawn;
  const bound = scale.kind === 'signed' ? scale.bound : 1;
  const sign = drawn.data.some((value) => value < 0) ? '±' : '≤ ';
  const x = box.x + box.width + 6;
  const middle = place.y + place.height / 2;
  return [
    drawn,
    text(x, middle + 1, symbol, { tone: role, serif: true, size: 14 }),
    text(x, middle + (symbol ? 15 : 4), `${sign}${signed(bound, bound < 1 ? 2 : 1)}`, { size: 11 }),
  ].filter((mark) => mark.kind !== 'text' || mark.text !== '');
}

/** Rows of a learned matrix as interactive cells; null until it has been fetched. */
export function parameterPanel(
  m: StepContext,
  name: string,
  [from, count]: readonly [from: number, count: number],
  place: Box,
  { role, label }: { readonly role: Role; readonly label: string },
): Panel | null {
  const parameter = parameterOf(m, name);
  if (!parameter) return null;
  const columns = parameter.shape[1] ?? 0;
  return light(m, {
    kind: 'panel',
    ...place,
    rows: count,
    columns,
    data: parameter.data.subarray(from * columns, (from + count) * columns),
    scale: signedScale(role, parameterBound(parameter.data)),
    label: msg`${label}, ${columns} numbers in each row`,
    cells: { origin: cell(name, from, 0), rowAxis: 0, columnAxis: 1 },
    lit: [],
  });
}

/** Highlights the cell pointed at and its operands, where a panel shows them. */
export function light(m: StepContext, panel: Panel): Panel {
  const lit = litCells(m)
    .map((place) => placeOf(panel, place))
    .filter((place) => place >= 0);
  return { ...panel, lit };
}

const weightsName = (layer: number): string => `layers.${layer}.attention.weights`;

/** One head's weights, n × n. */
function weightsOf(m: StepContext, layer: number, head: number): Float32Array {
  const n = m.tokens.length;
  const { data } = m.trace.tensor(weightsName(layer));
  return data.subarray(head * n * n, (head + 1) * n * n);
}

export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A head's weights between the words drawn, as a matrix of interactive cells. */
export function headMatrix(
  m: StepContext,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
): Panel {
  const name = weightsName(layer);
  const { first, end } = m.shown;
  const n = end - first;
  const which = windowName(m.shown);
  return light(m, {
    kind: 'panel',
    x,
    y,
    width: size,
    height: size,
    rows: n,
    columns: n,
    data: windowOf(weightsOf(m, layer, head), m.shown),
    scale: weightScale,
    label: msg`weights of layer ${layer + 1}, head ${head + 1}${which && `, ${which}`}`,
    cells: { origin: cell(name, head, first, first), rowAxis: 1, columnAxis: 2 },
    lit: [],
  });
}

/** All of a head's weights as a small picture, binned for a long text. */
function smallMatrix(
  m: StepContext,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
  label: string,
): Panel {
  const n = m.tokens.length;
  const data = weightsOf(m, layer, head);
  return {
    kind: 'panel',
    ...{ x, y, width: size, height: size },
    ...binned({ data, rows: n, columns: n, keys: 'sum' }),
    scale: weightScale,
    label,
    cells: null,
    tensor: weightsName(layer),
    lit: [],
  };
}

/** A small matrix of a head with the focus row framed, as a button that chooses the head. */
export function headTile(
  m: StepContext,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
  {
    about = '',
    dim = false,
    keys,
  }: {
    readonly about?: string;
    readonly dim?: boolean;
    readonly keys?: readonly Keyframe[];
  } = {},
): readonly Mark[] {
  const n = m.tokens.length;
  const chosen = layer === m.state.layer && head === m.state.head;
  const label = msg`layer ${layer + 1}, head ${head + 1}${about}`;
  const moving = keys ? { keys } : {};
  return [
    { ...smallMatrix(m, layer, head, { x, y, size }, label), dim, ...moving },
    rect(x - 1, y + (m.focus * size) / n - 0.5, size + 2, size / n + 1, {
      stroke: 'ink-2',
      opacity: 0.7,
      ...moving,
    }),
    handle(
      { x: x - 2, y: y - 2, width: size + 4, height: size + 4 },
      label,
      { kind: 'head', layer, head },
      { chosen },
    ),
  ];
}

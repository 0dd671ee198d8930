import type { Role } from '../../render/color';
import { type Cell, cell } from '../../state/dataflow/cell';
import { explanationOf, formulaOf } from '../../state/dataflow/graph';
import { signed } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg } from '../../words/msg';
import { type Frame, text } from './frame';
import { handle, line, path, rect } from './marks';
import type { Box, Keyframe, Mark } from './scene';
import { chosenCell, type StepContext } from './step-context';
import { endRoom, parameterPanel, vector } from './strip';

/** A vector times a matrix: which tensor it makes, for the focus token, and which rows of it. */
export interface ProductOf {
  readonly out: string;
  readonly role: Role;
  /** The hue of the vector that comes in. */
  readonly inRole: Role;
  /** From which number of the result, and how many. */
  readonly from: number;
  readonly count: number;
  readonly symbols: { readonly x: string; readonly w: string; readonly y: string };
  /** The stretch of the step in which its rows are computed. */
  readonly begin: number;
  readonly end: number;
  /** How many rows of the matrix are written out. */
  readonly rows: number;
  /** Height of the bars of a row. */
  readonly height: number;
  /** What makes a number worth writing out; default: how far it is from zero. */
  readonly loud?: (x: number) => number;
}

export interface Drawn {
  readonly marks: readonly Mark[];
  readonly bottom: number;
}

/** Left of the addends which number they make, right of them the number. */
const titleRoom = 52;
const sumRoom = 72;
const leastColumn = 50;
const operandsHeight = 28;

/** The number of the result that is spelt out. */
export const chosenOf = (m: StepContext, of: ProductOf): Cell =>
  chosenCell(m, of.out, of.from, of.count, (row) => argmax(row.map(of.loud ?? Math.abs)));

/** What is added up to a number of the result: a product, the others together, the bias. */
interface Addend {
  readonly value: number;
  readonly written: readonly string[];
}

function addendsOf(m: StepContext, place: Cell, most: number): readonly Addend[] {
  const explained = explanationOf(m.graph, m.values, place);
  if (explained?.list?.kind !== 'terms') return [];
  const terms = [...explained.list.terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const products = terms.slice(0, most).map(({ factors: [a, b], value }) => ({
    value,
    written: [signed(a?.value ?? 0), `× ${signed(b?.value ?? 0)}`],
  }));
  const others = terms.slice(most);
  const rest = others.reduce((sum, { value }) => sum + value, 0);
  const bias = explained.operands[2 * terms.length];
  return [
    ...products,
    ...(others.length > 0
      ? [{ value: rest, written: [signed(rest), msg`${others.length} more`] }]
      : []),
    ...(bias ? [{ value: bias.value, written: [signed(bias.value), msg`bias`] }] : []),
  ];
}

/** The numbers whose rows are written out: the chosen one, then the largestOutput. */
function rowsOf(m: StepContext, of: ProductOf): readonly number[] {
  const chosen = chosenOf(m, of).index[1] ?? of.from;
  const loud = m.trace.row(of.out, m.focus).map(of.loud ?? Math.abs);
  const others = Array.from({ length: of.count }, (_, i) => of.from + i)
    .filter((at) => at !== chosen)
    .sort((a, b) => (loud[b] ?? 0) - (loud[a] ?? 0));
  return [chosen, ...others.slice(0, of.rows - 1)];
}

const growing = (from: number, to: number): readonly Keyframe[] => [
  { at: from, scaleY: 0, opacity: 0 },
  { at: from + 0.01, scaleY: 0.02, opacity: 1 },
  { at: to },
];

const appearing = (from: number, to: number): readonly Keyframe[] => [
  { at: from, opacity: 0 },
  { at: to },
];

/** One number of the result: its addends as bars, and their sum. */
function rowMarks(
  m: StepContext,
  of: ProductOf,
  at: number,
  box: Box,
  [begin, end]: readonly [number, number],
): readonly Mark[] {
  const place = cell(of.out, m.focus, at);
  const value = m.values.at(place);
  const room = box.width - titleRoom - sumRoom;
  const most = Math.max(1, Math.min(8, Math.floor(room / leastColumn) - 2));
  const addends = addendsOf(m, place, most);
  const products = addends.findIndex(({ written: [, factor] }) => !factor?.startsWith('×'));
  const pitch = Math.min(72, room / Math.max(1, addends.length));
  const all = addends.map((each) => each.value);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const unit = of.height / (high - low || 1);
  const zero = box.y + high * unit;
  const bar = (x: number, width: number, y: number, from: number, tone: Role | 'negative') =>
    rect(x, y < 0 ? zero : zero - y * unit, width, Math.max(0.5, Math.abs(y) * unit), {
      ...{ fill: tone, opacity: tone === of.role ? 0.6 : 0.75 },
      ...{ origin: [x, zero] as const, keys: growing(from, Math.min(1, from + 0.06)) },
    });
  const left = box.x + titleRoom;
  const share = (end - begin) / (addends.length + 1);
  const columns = addends.flatMap(({ value: x, written }, i): readonly Mark[] => {
    const middle = left + (i + 0.5) * pitch;
    const from = begin + i * share;
    const style = { anchor: 'middle', size: 11, keys: appearing(from, from + share) } as const;
    // Where columns are narrow, “127 more” is written below the factors beside it.
    const down = (j: number) => (j > 0 && pitch < leastColumn && i === products ? j + 1 : j);
    return [
      bar(middle - 9, 18, x, from, x < 0 ? 'negative' : of.role),
      ...written.map((content, j) =>
        text(middle, box.y + of.height + 13 + 13 * down(j), content, style),
      ),
    ];
  });
  const right = left + addends.length * pitch;
  const last = end - share;
  const ink = { size: 14, tone: of.role, bold: true } as const;
  const why = msg`Why ${signed(value)}?`;
  return [
    text(box.x, box.y + of.height / 2 + 5, `${of.symbols.y} ${at - of.from + 1}`, ink),
    line(left, zero, right, zero),
    ...columns,
    text(right + 6, box.y + of.height / 2 + 5, `= ${signed(value)}`, {
      ...ink,
      keys: appearing(last, end),
    }),
    handle({ x: right + 4, y: box.y + of.height / 2 - 13, width: sumRoom - 4, height: 26 }, why, {
      kind: 'cell',
      cell: place,
    }),
  ];
}

/** The matrix, too small to read, with the rows that are written out marked in it. */
function thumbnail(
  m: StepContext,
  of: ProductOf,
  at: readonly number[],
  place: Box,
): readonly Mark[] {
  const { weight, rowOf } = formulaOf(m.graph, of.out, 'linear');
  const part = [rowOf?.(of.from) ?? of.from, of.count] as const;
  const matrix = parameterPanel(m, weight, part, place, {
    role: of.role,
    label: msg`${of.count} rows of ${of.symbols.w}`,
  });
  const frame = rect(place.x, place.y, place.width, place.height, { stroke: 'line' });
  if (!matrix)
    return [frame, text(place.x + 6, place.y + 16, msg`loading ${of.symbols.w} …`, { size: 11 })];
  const pitch = place.height / of.count;
  const marked = at.map((row) => {
    const height = Math.max(2, pitch);
    const y = place.y + (row - of.from + 0.5) * pitch - height / 2;
    return rect(place.x - 3, y, place.width + 6, height, { stroke: 'ink' });
  });
  const below = { anchor: 'middle', size: 11 } as const;
  const size = `${of.symbols.w}, ${of.count} × ${matrix.columns}`;
  const named = text(place.x + place.width / 2, place.y + place.height + 13, size, below);
  return [{ ...matrix, look: 'thumbnail' }, ...marked, named];
}

/** Between the labels of neighbours. */
const levelHeight = 14;

/** Where in the result the numbers are that are written out; neighbours' labels stand higher. */
function pointers(
  of: ProductOf,
  rows: readonly number[],
  place: Box,
): { readonly marks: readonly Mark[]; readonly height: number } {
  const keys = appearing(of.end - 0.05, of.end);
  let last = Number.NEGATIVE_INFINITY;
  let level = 0;
  const placed = [...rows]
    .sort((a, b) => a - b)
    .map((row) => {
      const x = place.x + ((row - of.from + 0.5) * (place.width - endRoom)) / of.count;
      level = x - last < 30 ? level + 1 : 0;
      last = x;
      return { row, x, level };
    });
  const height = 12 + levelHeight * Math.max(0, ...placed.map((each) => each.level));
  const bottom = place.y + height;
  const marks = placed.flatMap((each): readonly Mark[] => {
    const y = bottom - 1 - levelHeight * each.level;
    return [
      path(`M${each.x} ${bottom + 2}V${y - 4}h4`, { stroke: 'ink-2', keys }),
      text(each.x + 6, y, String(each.row - of.from + 1), { size: 11, keys }),
    ];
  });
  return { marks, height };
}

/** The matrix small, the rows of it that matter written out, and the numbers that come out. */
export function product(m: StepContext, frame: Frame, top: number, of: ProductOf): Drawn {
  const at = rowsOf(m, of);
  const pitch = of.height + operandsHeight + 10;
  const height = at.length * pitch - 10;
  const short = of.count <= 32 && !frame.narrow;
  const result = short ? Math.min(240, frame.inner * 0.3) : frame.inner;
  const left = frame.left + (frame.narrow ? 0 : 112);
  const width = frame.left + frame.inner - left - (short ? result + 16 : 0);
  const span = of.end - of.begin;
  const written = at.flatMap((row, i) => {
    const from = of.begin + (0.7 * span * i) / at.length;
    const box = { x: left, y: top + i * pitch, width, height: pitch };
    return rowMarks(m, of, row, box, [from, from + (0.7 * span) / at.length]);
  });
  const tall = short ? of.height : 48;
  const beside = { x: left + width + 16, y: top, width: result, height: tall };
  const below = { ...beside, x: frame.left, y: top + height + 12 };
  const pointed = pointers(of, short ? [] : at, below);
  const place = short ? beside : { ...below, y: below.y + pointed.height };
  const matrix = { x: frame.left, y: top, width: 96, height: Math.min(height - 14, 128) };
  return {
    marks: [
      ...(frame.narrow ? [] : thumbnail(m, of, at, matrix)),
      ...written,
      ...pointed.marks,
      ...vector(
        m,
        place,
        { name: of.out, symbol: of.symbols.y, role: of.role },
        {
          part: [of.from, of.count],
          sweep: { axis: 'x', from: of.begin + 0.7 * span, to: of.end },
        },
      ),
    ],
    bottom: short ? top + height + 4 : place.y + tall + 4,
  };
}

/** The vector that comes in. */
export function incoming(
  m: StepContext,
  frame: Frame,
  top: number,
  name: string,
  of: ProductOf,
): Drawn {
  const place = { x: frame.left, y: top, width: frame.inner, height: 40 };
  const marks = vector(m, place, { name, symbol: of.symbols.x, role: of.inRole });
  return { marks, bottom: top + 44 };
}

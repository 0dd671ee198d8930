import type { Role } from '../../render/color';
import { type Cell, cell } from '../../state/dataflow/cell';
import { explanationOf } from '../../state/dataflow/explain';
import { formulaOf } from '../../state/dataflow/graph';
import { signed } from '../../state/format';
import { strongest } from '../../state/vector';
import { msg } from '../../words/msg';
import { type Frame, text } from './frame';
import { handle, path, rect } from './marks';
import type { Mark } from './scene';
import { chosenCell, type StepContext } from './step-context';
import { parameterPanel, strip } from './strip';

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
  /** Height of the matrix at most. */
  readonly height: number;
  /** Of the part's numbers, the one to write out; default: the one furthest from zero. */
  readonly loudest?: (row: Float32Array) => number;
}

const columnWidth = 30;
const gap = 10;
const roomForNumbers = 132;

interface ProductBox {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

function rowHeight(of: ProductOf): number {
  return Math.min(12, of.height / of.count);
}

/** The number of the result that is spelt out. */
export const chosenOf = (m: StepContext, of: ProductOf): Cell =>
  chosenCell(m, of.out, of.from, of.count, of.loudest);

const chosenNumber = (m: StepContext, of: ProductOf): number => chosenOf(m, of).index[1] ?? 0;

/** A frame that visits row after row while the results come. */
function reader(of: ProductOf, box: ProductBox): Mark {
  const h = Math.max(2, rowHeight(of));
  const travel = box.height - h;
  return rect(box.left - 2, box.top - 1, box.width + 4, h + 2, {
    stroke: 'ink',
    keys: [
      { at: of.begin, opacity: 0 },
      { at: of.begin + 0.02, opacity: 1 },
      { at: of.end - 0.02, dy: travel, opacity: 1 },
      { at: of.end, dy: travel, opacity: 0 },
    ],
  });
}

/** Middle of a number's row, and the baseline of what is written beside it. */
const rowMiddle = (of: ProductOf, at: number, box: ProductBox): number =>
  box.top + (at - of.from + 0.5) * (box.height / of.count);

const speltTop = (of: ProductOf, at: number, box: ProductBox): number =>
  Math.max(box.top + 14, Math.min(box.top + box.height - 46, rowMiddle(of, at, box) + 4));

/** From the chosen number to its arithmetic. */
function pointer(m: StepContext, of: ProductOf, x: number, box: ProductBox): Mark {
  const at = chosenNumber(m, of);
  const y = rowMiddle(of, at, box);
  return path(`M${x + 1} ${y}h4L${x + gap + 2} ${speltTop(of, at, box) - 5}`, { stroke: 'ink-2' });
}

/** The arithmetic of one number, written out: its largest product, how many others, the bias. */
function spelt(m: StepContext, of: ProductOf, x: number, box: ProductBox): Mark[] {
  const at = chosenNumber(m, of);
  const place = cell(of.out, m.focus, at);
  const value = m.values.at(place);
  const lines = speltLines(m, of, at);
  const top = speltTop(of, at, box);
  const ink = { size: 15, tone: of.role, bold: true } as const;
  const title = `${of.symbols.y} ${at - of.from + 1} = ${signed(value)}`;
  return [
    text(x + 6, top, title, ink),
    ...lines.map((content, i) => text(x + 6, top + 16 + 14 * i, content, { size: 12 })),
    handle({ x: x + 4, y: top - 16, width: 110, height: 24 }, msg`Why ${signed(value)}?`, {
      kind: 'cell',
      cell: place,
    }),
  ];
}

function speltLines(m: StepContext, of: ProductOf, at: number): readonly string[] {
  const e = explanationOf(m.graph, m.values, cell(of.out, m.focus, at));
  if (e?.list?.kind !== 'terms') return [];
  const { terms } = e.list;
  const products = terms.map((term) => term.value);
  const best = strongest(products);
  const product = terms[best];
  if (!product) return [];
  const [a, b] = product.factors;
  const bias = e.operands[2 * terms.length];
  const rest = products.reduce((sum, x) => sum + x, 0) - product.value;
  return [
    `${signed(a?.value ?? 0)} × ${signed(b?.value ?? 0)} = ${signed(product.value)}`,
    msg`${rest < 0 ? '−' : '+'} ${signed(Math.abs(rest))} from ${products.length - 1} more`,
    ...(bias ? [`${bias.value < 0 ? '−' : '+'} ${signed(Math.abs(bias.value))} ${msg`bias`}`] : []),
  ];
}

export interface Drawn {
  readonly marks: readonly Mark[];
  readonly bottom: number;
}

/** Width of the matrix, and of the vector above it. */
export const productWidth = ({ narrow, inner }: Frame): number =>
  inner - columnWidth - gap - (narrow ? 0 : roomForNumbers);

/** Columns of the matrix under the cells of the vector, its rows' results at the right. */
export function product(m: StepContext, frame: Frame, top: number, of: ProductOf): Drawn {
  const formula = formulaOf(m.graph, of.out, 'linear');
  const height = rowHeight(of) * of.count;
  const box = { left: frame.left, width: productWidth(frame), top, height };
  const x = box.left + box.width + gap;
  const sweep = { axis: 'y', from: of.begin, to: of.end } as const;
  const matrix = parameterPanel(
    m,
    formula.weight,
    [formula.rowOf?.(of.from) ?? of.from, of.count],
    { x: box.left, y: top, width: box.width, height },
    { role: of.role, label: msg`${of.count} rows of ${of.symbols.w}` },
  );
  const place = { x, y: top, width: columnWidth, height };
  const part = [of.from, of.count] as const;
  const result = strip(m, of.out, m.focus, of.role, place, { part, down: true, sweep });
  const waiting = [
    rect(box.left, top, box.width, height, { stroke: 'line' }),
    text(box.left + 8, top + 16, `fetching ${of.symbols.w} …`),
  ];
  const numbers = frame.narrow
    ? spelt(m, of, box.left, { ...box, top: top + height + 4, height: 60 })
    : [pointer(m, of, x + columnWidth, box), ...spelt(m, of, x + columnWidth + gap, box)];
  return {
    marks: [
      ...(matrix ? [matrix, reader(of, box)] : waiting),
      result,
      text(x + columnWidth / 2, top - 4, of.symbols.y, {
        anchor: 'middle',
        tone: of.role,
        serif: true,
        size: 13,
      }),
      ...numbers,
    ],
    bottom: top + height + (frame.narrow ? 70 : 0),
  };
}

/** The vector that comes in, above the matrix and as wide, its cells over the matrix's columns. */
export function incoming(
  m: StepContext,
  frame: Frame,
  top: number,
  name: string,
  of: ProductOf,
): Drawn {
  const width = productWidth(frame);
  const height = 20;
  const place = { x: frame.left, y: top, width, height };
  const panel = strip(m, name, m.focus, of.inRole, place);
  const one = panel.rows > 1 ? { ...panel, rows: 1, columns: panel.data.length } : panel;
  return {
    marks: [
      one,
      text(frame.left + width + gap, top + 14, of.symbols.x, {
        tone: 'ink',
        serif: true,
        size: 13,
      }),
    ],
    bottom: top + height + 6,
  };
}

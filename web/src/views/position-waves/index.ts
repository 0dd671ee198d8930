import type { Trace } from '../../model/trace';
import { fine, signed } from '../../state/format';
import { otherRequest } from '../../state/what-if/twins';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { drawnFigure } from '../kit/figure-view';
import { type Frame, label, text } from '../kit/frame';
import { line, path, dot as point } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import { rangeStyles, type SettingRange, settingRange } from '../kit/setting-range';
import type { StepContext } from '../kit/step-context';
import type { Draw, Drawing } from '../kit/step-view';
import type { Caption } from '../view';
import {
  type AtDistance,
  byDistance,
  differenceOf,
  farthest,
  type Move,
  mostMoved,
  moveOf,
  moveSetting,
  otherOf,
  pairsOf,
  productsOf,
  type Table,
  tableOf,
  turned,
  turnOf,
  twinMarks,
  widest,
} from './numbers';
import { productMarks, tableMarks } from './table';

/** What 32-bit numbers lose. */
const noise = 1e-3;

function products(distances: readonly AtDistance[], { by }: Move): string {
  const at = distances[by];
  if (!at) return '';
  const most = widest(distances);
  return most < noise
    ? msg`The product of two rows depends only on how far apart their positions are: ${signed(at.mean, 1)} at a distance of ${by}, wherever they stand.`
    : msg`The product of two rows depends on where they stand: at a distance of ${by} it is between ${signed(at.low, 1)} and ${signed(at.high, 1)}.`;
}

function moves({ waves, rows }: Table, { from, by }: Move): string {
  const [row, there] = [rows[from], rows[from + by]];
  if (!waves || !row || !there) return '';
  const lost = farthest(turned(row, by), there);
  return msg`Moving on by ${by} turns each pair of numbers by its own angle: position ${from}, turned, is position ${from + by} to within ${fine(lost)}.`;
}

function twins(m: StepContext, other: Trace | null): string {
  if (!other) return msg`There is no other sentence to compare with.`;
  const rows = differenceOf(m, other, 'embedding.positions');
  const words = differenceOf(m, other, 'embedding.tokens');
  const positions =
    rows.most === 0
      ? msg`In the other sentence the position rows are the same, number by number.`
      : msg`In the other sentence the position rows differ by up to ${signed(rows.most)}.`;
  const name = wordName(other.encoding.tokens, words.place);
  const embeddings =
    words.most === 0
      ? msg`Its words are the same.`
      : msg`The embedding of ${name} at position ${words.place} differs by up to ${signed(words.most)}.`;
  return `${positions} ${embeddings}`;
}

export const captionOf = (
  m: StepContext,
  table: Table,
  distances: readonly AtDistance[],
  move: Move,
  other: Trace | null,
): Caption => [
  [products(distances, move), moves(table, move)].filter(Boolean).join(' '),
  twins(m, other),
];

const radius = 34;
const dialHeight = 2 * radius + 74;

interface Dial {
  readonly x: number;
  readonly y: number;
  readonly pair: number;
}

const degrees = (angle: number): string => {
  const turn = (angle * 180) / Math.PI;
  return `${turn < 10 ? signed(turn, 1) : Math.round(turn)}°`;
};

/** From one place of the circle to the other, the way that the pair turns: at most once around. */
function arc({ x, y }: Dial, from: number, by: number): string {
  const r = radius * 0.55;
  const steps = 24;
  const turn = Math.min(by, 2 * Math.PI);
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const at = from + (turn * i) / steps;
    return `${(x + r * Math.sin(at)).toFixed(1)} ${(y - r * Math.cos(at)).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

/** A pair of numbers as a point of a circle, before and after the move. */
function dialMarks(m: StepContext, { rows }: Table, { from, by }: Move, dial: Dial) {
  const { x, y, pair } = dial;
  const row = rows[from] ?? new Float32Array();
  const there = rows[from + by] ?? new Float32Array();
  const made = turned(row, by);
  const of = (numbers: Float32Array) =>
    [numbers[2 * pair] ?? 0, numbers[2 * pair + 1] ?? 0] as const;
  const [sin, cos] = of(row);
  const end = of(there);
  const place = ([s, c]: readonly [number, number]) => [x + radius * s, y - radius * c] as const;
  const [x1, y1] = place([sin, cos]);
  const [x2, y2] = place(end);
  const middle = { anchor: 'middle' } as const;
  const circle = `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0`;
  const written = (numbers: readonly [number, number]) =>
    numbers.map((value) => signed(value)).join(', ');
  const below = y + radius + 18;
  return [
    path(circle, { stroke: 'line' }),
    path(arc(dial, Math.atan2(sin, cos), by * turnOf(pair, m.dModel)), {
      stroke: 'norm',
      width: 2,
    }),
    line(x, y, x1, y1, 'residual'),
    line(x, y, x2, y2, 'ink'),
    point(x1, y1, 3.5, 'residual'),
    point(x2, y2, 4, 'ink'),
    text(
      x,
      below,
      msg`${2 * pair + 1}, ${2 * pair + 2}: by ${degrees(by * turnOf(pair, m.dModel))}`,
      {
        ...{ ...middle, bold: true, tone: 'norm' },
      },
    ),
    text(x, below + 15, written([sin, cos]), middle),
    text(x, below + 30, written(of(made)), {
      ...{ ...middle, tone: 'ink' },
      shows: { tensor: 'turned', index: 2 * pair },
    }),
  ];
}

/** Moving by so many places turns every pair of numbers by its own angle, wherever one starts. */
export function dialsMarks(
  m: StepContext,
  frame: Frame,
  top: number,
  table: Table,
  move: Move,
): Drawn {
  const side = label(frame, top, {
    name: msg`A move turns`,
    formula: `${move.from} → ${move.from + move.by}`,
    note: msg`pairs of numbers at position ${move.from} as points on a circle; below: before, and turned`,
  });
  const count = Math.max(3, Math.min(6, Math.floor(frame.inner / 112)));
  const pairs = pairsOf(m.dModel, count);
  const pitch = frame.inner / pairs.length;
  const marks = pairs.flatMap((pair, i): readonly Mark[] =>
    dialMarks(m, table, move, {
      x: frame.left + pitch * (i + 0.5),
      y: side.top + radius + 12,
      pair,
    }),
  );
  return {
    marks: [...side.marks, ...marks],
    bottom: Math.max(side.top + dialHeight, side.bottom) + 6,
  };
}

/** Whether positions are added in this run, and there are two places to compare. */
const hasPositions = (m: StepContext): boolean =>
  m.graph.structure.positions === 'on' &&
  m.model.config.position_embedding_type !== 'none' &&
  m.tokens.length > 1;

const without: Draw = (m: StepContext, frame: Frame): Drawing => ({
  marks: [
    text(
      0,
      16,
      m.tokens.length > 1 ? msg`No positions are added.` : msg`There is only one position.`,
    ),
  ],
  bottom: frame.narrow ? 28 : 24,
  chosen: [],
  scales: false,
  caption: [
    msg`Without positions, or with only one, there is nothing to compare.`,
    ['rotary', 'alibi'].includes(m.graph.structure.positions)
      ? msg`Word order enters through attention, which sees how far apart two words are.`
      : msg`So word order makes no difference to the model.`,
  ],
});

export const draw: Draw = (m, frame) => {
  if (!hasPositions(m)) return without(m, frame);
  const table = tableOf(m);
  const move = moveOf(m, table);
  const products = productsOf(table);
  const distances = byDistance(table, products);
  const other = otherOf(m);
  const first = tableMarks(m, frame, 0, table);
  const second = productMarks(frame, first.bottom + 14, { products, distances }, move);
  const third = table.waves
    ? dialsMarks(m, frame, second.bottom + 14, table, move)
    : { marks: [], bottom: second.bottom };
  const last = other
    ? twinMarks(m, frame, third.bottom + 14, other)
    : { marks: [], bottom: third.bottom };
  return {
    marks: [...first.marks, ...second.marks, ...third.marks, ...last.marks],
    bottom: last.bottom + 4,
    chosen: [],
    scales: false,
    caption: captionOf(m, table, distances, move, other),
  };
};

function rangeOf(m: StepContext): SettingRange {
  const table = tableOf(m);
  const { from, by } = moveOf(m, table);
  return {
    ...{ id: moveSetting, label: msg`Move on by`, from: 1, at: by },
    to: Math.min(mostMoved, table.rows.length - 1 - from),
    says: msg`${by}: from position ${from} to ${from + by}`,
  };
}

/** The other sentence is run too. */
function wants({ state }: StepContext) {
  const other = otherRequest(state);
  return other ? { traces: [other] } : {};
}

/** Why waves: what the rows of positions have in common, in numbers. */
export const figure = drawnFigure('position-waves', draw, {
  styles: rangeStyles,
  wants,
  around: (m) =>
    hasPositions(m)
      ? { above: (dispatch) => settingRange(rangeOf(m), m.state.settings, dispatch) }
      : {},
});

import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { type Frame, label, text } from '../kit/frame';
import { line, path, dot as point } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { type Move, pairsOf, type Table, turned, turnOf } from './numbers';

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

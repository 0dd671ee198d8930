import { signed, weight } from '../../state/format';
import { largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { dot, group, path, rect } from '../kit/marks';
import type { GroupMark, SvgMark, TextMark } from '../kit/scene';
import { type ColumnsLayout, type FigureLayout, isLoud } from './scene';

/** The least drop between the axes in whose place there is room for bars. */
const leastBars = 48;

/** Whether the step compares the softmax of the scores as they are with that of the divided ones. */
export const compares = (at: FigureLayout): boolean =>
  at.kind === 'rows' ? at.part === 'scale' : at.y.drop >= leastBars;

/** The same where words are rows: two bars that grow to the right. */
function rowComparison({ row, words }: FigureLayout, j: number): GroupMark {
  const { middle = 0, width = 0, y = 0 } = words[j]?.axis ?? {};
  const left = middle - width / 2;
  const full = width - 30;
  const pair = [
    { value: row.unscaled[j] ?? 0, tone: 'residual', top: y - 8, from: 1 },
    { value: row.weights[j] ?? 0, tone: 'weight', top: y + 1, from: 1.4 },
  ] as const;
  const marks = pair.flatMap(({ value, tone, top, from }): readonly SvgMark[] => {
    const keys = [{ at: from, scaleX: 0 }, { at: from + 0.35 }];
    const length = Math.max(0.5, value * full);
    const written = text(left + length + 4, top + 7, weight(value), {
      ...{ size: 10, tone, keys: appear(from + 0.2, from + 0.35) },
    });
    return [
      rect(left, top, length, 7, { fill: tone, origin: [left, top], keys }),
      ...(value >= 0.05 ? [written] : []),
    ];
  });
  const ground = path(`M${left} ${y - 9}v18`, { stroke: 'line' });
  const shows = { tensor: 'axis', token: j };
  return group([ground, ...marks], { role: 'score', shows, keys: appear(0.95, 1) });
}

/** What softmax makes of the word's score as it is, and of the divided one. */
function comparison(at: ColumnsLayout, j: number): GroupMark {
  const { row, words, y } = at;
  const { middle = 0, width = 0 } = words[j]?.axis ?? {};
  const bar = Math.min(24, width * 0.34);
  const full = y.drop - 22;
  const base = y.axis + y.drop - 4;
  const pair = [
    { value: row.unscaled[j] ?? 0, tone: 'residual', x: middle - bar - 1, from: 1 },
    { value: row.weights[j] ?? 0, tone: 'weight', x: middle + 1, from: 1.4 },
  ] as const;
  const marks = pair.flatMap(({ value, tone, x, from }): readonly SvgMark[] => {
    const tall = Math.max(0.5, value * full);
    const grow = [{ at: from, scaleY: 0 }, { at: from + 0.35 }];
    const origin = [x, base] as const;
    return [
      rect(x, base - tall, bar, tall, { fill: tone, origin, keys: grow }),
      ...(value >= 0.05
        ? [
            text(x + bar / 2, base - tall - 4, weight(value), {
              ...{ anchor: 'middle', size: 11, tone, keys: appear(from + 0.2, from + 0.35) },
            }),
          ]
        : []),
    ];
  });
  const ground = path(`M${middle - width / 2} ${base}h${width}`, { stroke: 'line' });
  return group([ground, ...marks], {
    role: 'score',
    shows: { tensor: 'axis', token: j },
    keys: appear(0.95, 1),
  });
}

/** A score on the common axis: a ring before scaling, a dot after, and the way between them. */
export function scaleMarks(at: FigureLayout, j: number): GroupMark {
  if (compares(at)) return at.kind === 'rows' ? rowComparison(at, j) : comparison(at, j);
  const { row, words } = at;
  const { middle = 0, width = 0, y = 0, drop = 0 } = words[j]?.axis ?? {};
  const bound = Math.max(1e-12, largest(row.scores));
  const place = (value: number) => middle + ((value / bound) * width * 0.9) / 2;
  const before = place(row.scores[j] ?? 0);
  const after = place(row.scaled[j] ?? 0);
  const way = path(`M${before.toFixed(2)} ${y}L${after.toFixed(2)} ${y + drop}`, {
    stroke: 'ink-2',
    dash: '1.5 2',
    origin: [before, y],
    keys: [{ at: 1.25, scaleX: 0, ...(drop && { scaleY: 0 }) }, { at: 1.75 }],
  });
  const now = dot(after, y + drop, 3, 'ink', {
    keys: [{ at: 1.25, dx: before - after, dy: -drop }, { at: 1.75 }],
  });
  const axis = (at: number) => `M${middle - width / 2} ${at}h${width}M${middle} ${at - 3}v6`;
  const leaves = at.kind === 'rows' && at.part !== 'scale';
  return group(
    [
      path(axis(y) + (drop ? axis(y + drop) : ''), { stroke: 'line' }),
      way,
      dot(before, y, 2.4, 'paper', { stroke: 'ink-2' }),
      now,
    ],
    {
      role: 'score',
      shows: { tensor: 'axis', token: j },
      keys: [
        ...appear(1, 1.2),
        ...(leaves
          ? [
              { at: 2, opacity: 1 },
              { at: 2.15, opacity: 0 },
            ]
          : []),
      ],
    },
  );
}

/** The scaled score, below its axis or below the score itself. */
export function scaleNumber(at: FigureLayout, j: number): TextMark {
  const { row, words } = at;
  const { x = 0, y = 0, anchor = 'middle', size = 13 } = words[j]?.scaled ?? {};
  const columns = at.kind === 'columns';
  const loud = columns && isLoud(at, j);
  return text(x, y, signed(row.scaled[j] ?? 0), {
    anchor,
    size,
    tone: loud ? 'ink' : 'ink-2',
    shows: { tensor: 'scaled', token: j },
    keys: columns ? appear(1.72, 1.9) : appear(1.2, 1.8),
  });
}

/** Key to the two bars. */
export const comparedNames = (x = 0, y = 0): readonly SvgMark[] => [
  rect(x, y + 2, 10, 10, { fill: 'residual' }),
  text(x + 15, y + 11, msg`softmax without it`, { size: 11 }),
  rect(x, y + 18, 10, 10, { fill: 'weight' }),
  text(x + 15, y + 27, msg`with it`, { size: 11 }),
];

/** Key to the ring and the dot on the axis. */
export function scaleNames(x: number, y: number): readonly SvgMark[] {
  return [
    dot(x, y, 2.4, 'paper', { stroke: 'ink-2' }),
    dot(x + 56, y, 3, 'ink'),
    text(x + 7, y + 4, msg`before`, { size: 11 }),
    text(x + 63, y + 4, msg`after`, { size: 11 }),
  ];
}

import { signed } from '../../state/format';
import { largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { dot, group, path } from '../kit/marks';
import type { GroupMark, SvgMark, TextMark } from '../kit/scene';
import { type FigureLayout, isLoud } from './scene';

/** A score on the common axis: a ring before scaling, a dot after, and the way between them. */
export function scaleMarks(at: FigureLayout, j: number): GroupMark {
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

/** Key to the ring and the dot on the axis. */
export function scaleNames(x: number, y: number): readonly SvgMark[] {
  return [
    dot(x, y, 2.4, 'paper', { stroke: 'ink-2' }),
    dot(x + 56, y, 3, 'ink'),
    text(x + 7, y + 4, msg`before`, { size: 11 }),
    text(x + 63, y + 4, msg`after`, { size: 11 }),
  ];
}

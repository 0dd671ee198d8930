import { isPart, isShown, windowName } from '../../render/visible-words';
import { cell } from '../../state/dataflow/cell';
import { formulaOf } from '../../state/dataflow/graph';
import { cellOfHead } from '../../state/dataflow/kinds/attention';
import { count, percent, signed, weight } from '../../state/format';
import { bestIds } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { drawnFigure } from '../kit/figure-view';
import { type Frame, text, textWidth, wrap } from '../kit/frame';
import { dot, handle, line, path } from '../kit/marks';
import { spread } from '../kit/plot';
import type { Drawn } from '../kit/product';
import type { Box, Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { strip } from '../kit/strip';
import type { Caption } from '../view';
import { type QueryPlane, queryPlane } from './plane';

/** Where it is beside the plane. */
const handedWidth = 260;

const rowPitch = 26;
const most = 5;

/** A head's numbers of a word, where heads are cut as they should be. */
function numbers(
  m: StepContext,
  part: 'value' | 'heads',
  token: number,
  place: Box,
): readonly Mark[] {
  const name = `layers.${m.layer}.attention`;
  if (formulaOf(m.graph, `${name}.scores`, 'scores').cut !== 'split') return [];
  return [strip(m, `${name}.${part}`, token, 'value', place, { part: [m.head * m.dK, m.dK] })];
}

/** The values of the words with the largest weights, and what they add up to. */
function handedMarks(m: StepContext, { x, y, width }: Omit<Box, 'height'>): Drawn {
  const weights = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, m.focus);
  const best = bestIds(weights, most);
  const rest = weights.length - best.length;
  const widest = Math.max(
    ...best.map((token) => textWidth(m.tokens[token]?.piece ?? '', 14, true)),
  );
  const lane = Math.min(110, widest + 10) + 44;
  const at = (row: number) => y + 30 + rowPitch * row;
  const box = (row: number) => ({ x: x + lane, y: at(row), width: width - lane, height: 16 });
  const rows = best.flatMap((token, row): readonly Mark[] => [
    text(x, at(row) + 13, weight(weights[token] ?? 0), {
      ...{ size: 13, tone: 'weight', bold: row === 0 },
      shows: { tensor: 'handed', token },
    }),
    text(x + 42, at(row) + 13, m.tokens[token]?.piece ?? '', {
      ...{ serif: true, size: 14, tone: 'ink', bold: row === 0 },
    }),
    ...numbers(m, 'value', token, box(row)),
  ]);
  const end = best.length;
  return {
    marks: [
      text(x, y + 14, msg`v: what is passed on`, {
        ...{ serif: true, bold: true, size: 15, tone: 'value' },
      }),
      ...rows,
      ...(rest > 0 ? [text(x, at(end) + 11, msg`and ${rest} more words, each less`)] : []),
      line(x, at(end) + 22, x + width, at(end) + 22, 'ink-2'),
      text(x, at(end + 1) + 13, msg`together`, { size: 13, tone: 'ink' }),
      ...numbers(m, 'heads', m.focus, box(end + 1)),
    ],
    bottom: at(end + 2),
  };
}

/** What is in the drawing beside the plane. */
const margin = { top: 26, bottom: 46, side: 12 };

/** Where a point of the plane is. */
interface Places {
  readonly x: (along: number) => number;
  readonly y: (across: number) => number;
  readonly base: number;
  readonly height: number;
}

function placesOf(m: StepContext, width: number, height: number, plane: QueryPlane): Places {
  const shown = plane.keys.filter((_, token) => isShown(m.shown, token));
  const along = [0, plane.query, ...shown.map(([x]) => x)];
  const across = [0, ...shown.map(([, y]) => y)];
  const names = 74;
  const [left, right] = [margin.side + names, width - margin.side - names];
  const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [low, high] = ends(along);
  const [down, up] = ends(across);
  // One scale for both: angles are those of the plane.
  const unit = Math.min(
    (right - left) / (high - low || 1),
    (height - margin.top - margin.bottom) / (up - down || 1),
  );
  const wide = unit * (high - low);
  const start = left + (right - left - wide) / 2;
  const base = margin.top + (height - margin.top - margin.bottom + unit * (up + down)) / 2;
  return {
    x: (value) => start + unit * (value - low),
    y: (value) => base - unit * value,
    base,
    height,
  };
}

function arrow(x1: number, y1: number, x2: number, y2: number): string {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn: number) =>
    `${(x2 - 8 * Math.cos(angle + turn)).toFixed(1)} ${(y2 - 8 * Math.sin(angle + turn)).toFixed(1)}`;
  return `M${x1} ${y1}L${x2} ${y2}M${wing(0.4)}L${x2} ${y2}L${wing(-0.4)}`;
}

interface Key {
  readonly token: number;
  readonly x: number;
  readonly y: number;
  readonly score: number;
  readonly weight: number;
}

function keysOf(m: StepContext, plane: QueryPlane, at: Places): readonly Key[] {
  const name = `layers.${m.layer}.attention`;
  const scores = m.trace.row(`${name}.scores`, m.head, m.focus);
  const weights = m.trace.row(`${name}.weights`, m.head, m.focus);
  return plane.keys.flatMap(([along, across], token) =>
    isShown(m.shown, token)
      ? [
          {
            ...{ token, x: at.x(along), y: at.y(across) },
            ...{ score: scores[token] ?? 0, weight: weights[token] ?? 0 },
          },
        ]
      : [],
  );
}

/** A key's word and score, beside its point. */
interface Name {
  readonly key: Key;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

/** Left of the middle names are left of their points, else right; moved so that none is over another. */
function namesOf(m: StepContext, at: Places, keys: readonly Key[]): readonly Name[] {
  const side = (isLeft: boolean): readonly Name[] => {
    const own = keys.filter(({ x }) => x < at.x(0) === isLeft);
    const heights = spread(
      own.map(({ y }) => y + 4),
      14,
      [margin.top + 8, at.height - margin.bottom + 8],
    );
    return own.map((key, i) => ({
      key,
      text: `${m.tokens[key.token]?.piece ?? ''} ${signed(key.score, 1)}`,
      x: key.x + (isLeft ? -14 : 14),
      y: heights[i] ?? key.y,
      anchor: isLeft ? 'end' : 'start',
    }));
  };
  return [...side(true), ...side(false)];
}

function keyMarks(
  m: StepContext,
  at: Places,
  { key, text: named, x, y, anchor }: Name,
  first: boolean,
): readonly Mark[] {
  const width = textWidth(named, 13, true) + 4;
  const place = { x: anchor === 'end' ? x - width : x - 2, y: y - 11, width, height: 15 };
  const name = `layers.${m.layer}.attention.scores`;
  const side = anchor === 'end' ? 3 : -3;
  return [
    line(at.x(0), at.base, key.x, key.y, first ? 'key' : 'line'),
    path(`M${key.x} ${key.y}V${at.base}`, {
      ...{ stroke: 'key', dash: '2 3', opacity: first ? 1 : 0.35 },
    }),
    line(key.x, key.y, x + side, y - 4, 'ink-2'),
    dot(key.x, key.y, 3 + 6 * Math.sqrt(Math.max(0, key.weight)), 'key', {
      opacity: first ? 1 : 0.7,
    }),
    text(x, y, named, {
      ...{ anchor, serif: true, size: 13, bold: first, tone: first ? 'key' : 'ink' },
      shows: { tensor: 'score', token: key.token },
    }),
    handle(place, msg`Why ${signed(key.score, 1)}, ${wordName(m.tokens, key.token)}?`, {
      kind: 'cell',
      cell: cell(name, m.head, m.focus, key.token),
    }),
  ];
}

/** The query as an arrow to the right, the keys as points with their words and scores. */
function planeDrawn(
  m: StepContext,
  width: number,
  height: number,
  plane: QueryPlane,
): readonly Mark[] {
  const at = placesOf(m, width, height, plane);
  const keys = keysOf(m, plane, at);
  const best = argmax(keys.map(({ score }) => score));
  const [from, to] = [at.x(0), at.x(plane.query)];
  const about = msg`across: along q; up: where keys differ most otherwise; dot size: weight`;
  const notes = wrap(about, width - 8, 12);
  return [
    line(0, at.base, width, at.base),
    ...namesOf(m, at, keys).flatMap((name) => keyMarks(m, at, name, name.key === keys[best])),
    path(arrow(from, at.base, to, at.base), { stroke: 'query', width: 2.4 }),
    dot(from, at.base, 2.5, 'ink'),
    text(0, 14, msg`q of ${wordName(m.tokens, m.focus)} →`, {
      ...{ serif: true, bold: true, size: 15, tone: 'query' },
    }),
    text(width, 14, msg`k: word, score`, { anchor: 'end', tone: 'key', size: 13 }),
    ...notes.map((said, i) => text(0, height - 3 - 15 * (notes.length - 1 - i), said)),
  ];
}

/** The plane, and beside or below it what is handed over. */
function planeMarks(m: StepContext, frame: Frame, plane: QueryPlane) {
  const wide = frame.width >= 700;
  const height = frame.narrow ? 280 : Math.max(320, Math.min(420, (frame.room ?? 0) - 160));
  const width = wide ? frame.width - handedWidth - 28 : frame.width;
  const box = wide
    ? { x: width + 28, y: 0, width: handedWidth }
    : { x: 0, y: height + 16, width: frame.width };
  const handed = handedMarks(m, box);
  return {
    marks: [...planeDrawn(m, width, height, plane), ...handed.marks],
    bottom: Math.max(height, handed.bottom) + 4,
  };
}

const nameOf = (m: StepContext, part: string): string => `layers.${m.layer}.attention.${part}`;

/** A head's numbers of a word: of a head that is cut wrongly too. */
function headRow(m: StepContext, part: 'query' | 'key', token: number): Float32Array {
  const scored = formulaOf(m.graph, nameOf(m, 'scores'), 'scores');
  const { cut, [part]: name } = scored;
  const { shape } = m.trace.tensor(name);
  return Float32Array.from({ length: m.dK }, (_, column) => {
    const [row, at] = cellOfHead(shape, m.dK, [m.head, token, column], cut);
    return m.trace.row(name, row)[at] ?? 0;
  });
}

/** The plane of the query in focus, with the keys of all words. */
const planeOf = (m: StepContext): QueryPlane =>
  queryPlane(
    headRow(m, 'query', m.focus),
    [...m.tokens.keys()].map((token) => headRow(m, 'key', token)),
  );

function captionOf(m: StepContext, plane: QueryPlane): Caption {
  const scores = m.trace.row(nameOf(m, 'scores'), m.head, m.focus);
  const weights = m.trace.row(nameOf(m, 'weights'), m.head, m.focus);
  const best = argmax(scores);
  const own = wordName(m.tokens, m.focus);
  const part = isPart(m.shown) ? ` ${msg`Shown: ${windowName(m.shown)}.`}` : '';
  const [score, share] = [signed(scores[best] ?? 0, 1), percent(weights[best] ?? 0)];
  const furthest =
    best === m.focus
      ? msg`The key that reaches furthest is its own, score ${score}: ${share} of that word’s value is passed on.`
      : msg`The key that reaches furthest is that of ${wordName(m.tokens, best)}, score ${score}: ${share} of its value is passed on.`;
  return [
    msg`The query says what ${own} is looking for, the keys what each word offers. The horizontal axis is the query’s direction: how far a key reaches along it, times the query’s length ${signed(plane.query, 1)}, is its score.${part}`,
    `${furthest} ${msg`This plane keeps ${percent(plane.share)} of how the ${count(m.tokens.length)} keys differ over ${m.dK} numbers.`}`,
  ];
}

export const draw: Draw = (m: StepContext, frame: Frame) => {
  const plane = planeOf(m);
  const best = argmax(m.trace.row(nameOf(m, 'scores'), m.head, m.focus));
  return {
    ...planeMarks(m, frame, plane),
    caption: captionOf(m, plane),
    chosen: [cell(nameOf(m, 'scores'), m.head, m.focus, best)],
    scales: false,
  };
};

/** Why three vectors: the query of a word among the keys of all. */
export const figure = drawnFigure('query-plane', draw);

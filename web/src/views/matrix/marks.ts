import { range } from '../../state/dataflow/cell';
import { signed } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg } from '../../words/msg';
import { type TextStyle, text, textWidth } from '../kit/frame';
import { beginOf } from '../kit/keyframes';
import { handle, path, rect } from '../kit/marks';
import type { Box, Mark, Tone } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { type Layout, rowSums, scaling, sumsWidth, wordsDrawn } from './layout';

/** While a step of the timeline computes a matrix, its rows come one after another. */
export const during = (step: string) => {
  const at = beginOf(step);
  return { sweep: { axis: 'y', from: at, to: at + 0.95 } as const };
};

/** Least distance of rows, or columns, that are all named. */
const leastRow = 11;

/** Which of the words drawn are named where a word has so much room: all, or the one in focus. */
const isNamed = (m: StepContext, pitch: number, token: number): boolean =>
  pitch >= leastRow || token === m.focus;

const pieceOf = (m: StepContext, i: number): string => m.tokens[m.shown.first + i]?.piece ?? '';

/** The words left of a matrix; each is a button that looks out from it. */
export function rowNames(m: StepContext, box: Box, tone: Tone, right = box.x): readonly Mark[] {
  const n = wordsDrawn(m);
  const pitch = box.height / n;
  const size = Math.max(11, Math.min(13, pitch - 1));
  return range(n).flatMap((i): Mark[] => {
    const token = m.shown.first + i;
    const own = token === m.focus;
    const y = box.y + pitch * (i + 0.5);
    const look: TextStyle = {
      ...{ anchor: 'end', serif: true, size, bold: own },
      tone: own ? 'query' : tone,
    };
    const room = { x: Math.max(0, right - 92), y: y - pitch / 2, height: pitch };
    const button = handle(
      { ...room, width: right - room.x - 4 },
      msg`look from ${pieceOf(m, i)}`,
      { kind: 'focus', token },
      { look: 'word', chosen: own },
    );
    return [
      ...(isNamed(m, pitch, token) ? [text(right - 8, y + size * 0.34, pieceOf(m, i), look)] : []),
      button,
    ];
  });
}

/** The words over the columns of the keys, upright. */
export function columnNames(m: StepContext, { keys }: Layout): readonly Mark[] {
  const n = wordsDrawn(m);
  const pitch = keys.width / n;
  const size = Math.max(11, Math.min(13, pitch - 1));
  const { column } = crossing(m);
  return range(n)
    .filter((i) => pitch >= leastRow || m.shown.first + i === column)
    .map((i) =>
      text(keys.x + pitch * (i + 0.5) + size * 0.34, keys.y - 5, pieceOf(m, i), {
        ...{ serif: true, size, tone: 'key', turn: -90 },
      }),
    );
}

type Anchor = 'middle' | 'end';

/** A matrix's name; a T at its end is raised: transposed. */
function called(x: number, y: number, name: string, anchor: Anchor, tone: Tone): readonly Mark[] {
  const look = { anchor, serif: true, bold: true, size: 14, tone } as const;
  if (!name.endsWith('T')) return [text(x, y, name, look)];
  const stem = name.slice(0, -1);
  const right = anchor === 'end' ? x - 7 : x + textWidth(stem, 14, true) * 0.48 - 2;
  return [
    text(anchor === 'end' ? right : x - 3, y, stem, look),
    text(right + 1, y - 5, 'T', { serif: true, bold: true, size: 10, tone }),
  ];
}

/** What a matrix is called, and its shape, below it. */
export function title(
  { x, y, width, height }: Box,
  name: string,
  shape: string,
  tone: Tone = 'ink',
  down = 0,
): readonly Mark[] {
  const at = y + height + down + 16;
  const middle = x + width / 2;
  return [
    ...called(middle, at, name, 'middle', tone),
    text(middle, at + 15, shape, { anchor: 'middle' }),
  ];
}

/** An arrow from one matrix to the next, with what is done on the way. */
export function arrow(from: number, to: number, y: number, said: string): readonly Mark[] {
  const [a, b] = [from + 6, to - 6];
  return [
    path(`M${a} ${y}H${b}M${b - 5} ${y - 4}L${b} ${y}L${b - 5} ${y + 4}`, { stroke: 'ink-2' }),
    text((a + b) / 2, y - 8, said, { anchor: 'middle', size: 12, tone: 'ink' }),
  ];
}

/** What each row of weights adds up to. */
export function sumMarks(m: StepContext, { weights }: Layout): readonly Mark[] {
  const sums = rowSums(m);
  const pitch = weights.height / sums.length;
  const x = weights.x + weights.width + 6;
  const named = text(x, weights.y - 5, msg`sum`, { size: 11 });
  const marks = sums.flatMap((sum, i): Mark[] => {
    const token = m.shown.first + i;
    if (!isNamed(m, pitch, token)) return [];
    return [
      text(x, weights.y + pitch * (i + 0.5) + 4, signed(sum, 3), {
        ...{ size: 11, tone: token === m.focus ? 'ink' : 'ink-2', bold: token === m.focus },
        shows: { tensor: 'row-sum', token },
      }),
    ];
  });
  return [named, ...marks];
}

/** The row and the column of a cell: the one pointed at, else the focus word and what it looks at most. */
export function crossing(m: StepContext): { readonly row: number; readonly column: number } {
  const name = `layers.${m.layer}.attention`;
  const [head, row = 0, column = 0] = m.point?.index ?? [];
  const pairs = [`${name}.scores`, `${name}.weights`];
  if (m.point && pairs.includes(m.point.name) && head === m.head) return { row, column };
  return { row: m.focus, column: argmax(m.trace.row(`${name}.weights`, m.head, m.focus)) };
}

/** The row of a word through all matrices, and the column of another. */
export function frames(m: StepContext, at: Layout): readonly Mark[] {
  const n = wordsDrawn(m);
  const { row, column } = crossing(m);
  const [i, k] = [row - m.shown.first, column - m.shown.first];
  const across = (box: Box, stroke: Tone): Mark => {
    const pitch = box.height / n;
    return rect(box.x - 1, box.y + i * pitch - 1, box.width + 2, pitch + 2, { stroke });
  };
  const down = (box: Box): Mark => {
    const pitch = box.width / n;
    return rect(box.x + k * pitch - 1, box.y - 1, pitch + 2, box.height + 2, { stroke: 'key' });
  };
  const seen = (place: number) => place >= 0 && place < n;
  return [
    ...(seen(i)
      ? [at.query, at.scores, at.divided, at.weights].map((b) => across(b, 'query'))
      : []),
    ...(seen(i) ? [across(at.output, 'value')] : []),
    ...(seen(k) ? [at.keys, at.scores, at.divided, at.weights].map(down) : []),
  ];
}

/** What is done between two matrices. */
export function operators(m: StepContext, at: Layout): readonly Mark[] {
  const middle = ({ y, height }: Box) => y + height / 2;
  const right = ({ x, width }: Box) => x + width;
  const by = scaling(m);
  const y = middle(at.weights);
  const softmax = arrow(right(at.divided), at.weights.x, y, msg`softmax`);
  if (at.wide)
    return [
      ...arrow(right(at.scores), at.divided.x, y, by),
      ...softmax,
      ...arrow(right(at.weights) + sumsWidth, at.output.x, y, '× V'),
    ];
  return [...softmax, ...arrow(right(at.values), at.output.x, middle(at.output), 'W ×')];
}

/** A name and a shape that end left of a matrix. */
const titleBeside = (x: number, y: number, name: string, shape: string, tone: Tone) => [
  ...called(x, y, name, 'end', tone),
  text(x, y + 15, shape, { anchor: 'end' }),
];

/** The name and the shape of every matrix; `lower` is the room for the sums of columns. */
export function titles(m: StepContext, at: Layout, lower: number): readonly Mark[] {
  const n = wordsDrawn(m);
  const numbers = `${n} × ${m.dK}`;
  const pairs = `${n} × ${n}`;
  const { keys, values } = at;
  return [
    ...title(at.query, 'Q', numbers, 'query'),
    ...titleBeside(keys.x - 10, keys.y + 12, 'KT', `${m.dK} × ${n}`, 'key'),
    ...title(at.scores, 'S = Q · KT', pairs),
    ...title(at.divided, `S ${scaling(m)}`, pairs, 'ink', at.wide ? 0 : lower),
    ...title(at.weights, 'W', pairs, 'weight', lower),
    ...(at.wide
      ? titleBeside(values.x - 66, values.y + 12, 'V', numbers, 'value')
      : title(values, 'V', numbers, 'value')),
    ...title(at.output, 'W · V', numbers, 'value'),
  ];
}

/** The head at hand, and how to read the picture, in the corner that no matrix takes. */
export function corner(m: StepContext, { query, keys, heads }: Layout): readonly Mark[] {
  const lines = [msg`a row: a word that looks`, msg`a column: a word it looks at`];
  const fits = Math.max(...lines.map((line) => textWidth(line, 12))) < keys.x - 16;
  return [
    text(0, 17, msg`Layer ${m.layer + 1}, head ${m.head + 1}`, {
      ...{ serif: true, bold: true, size: 15, tone: 'ink', title: true },
    }),
    ...(fits && heads > 40 ? lines.map((line, i) => text(0, 36 + 16 * i, line)) : []),
    text(keys.x - 10, query.y - 10, '×', { anchor: 'end', size: 15, tone: 'ink', serif: true }),
  ];
}

import { cssInk, weightScale } from '../../render/color';
import { windowName } from '../../render/visible-words';
import { positive, weight } from '../../state/format';
import { largest as largestOf } from '../../state/vector';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { handle, line, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark, Tone } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { headMatrix } from '../kit/strip';
import type { Evidence, MatrixPicture } from './case';
import { addsToOne, columnSums, type RunUnderTest, rowSums } from './run-under-test';

/** What a number was while the encoder was broken, struck through. */
export function struck(
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end',
): Mark {
  return text(x, y, content, { size: 11, anchor, struck: true, shows: { tensor: 'former' } });
}

/** The bar in the margin of what has changed. */
export const changeBar = (x: number, y: number, height: number): Mark =>
  rect(x, y, 2, height, { fill: 'ink', shows: { tensor: 'change' } });

/** What a bar was while the encoder was broken: its contour. */
export const hollow = (x: number, y: number, width: number, height: number): Mark =>
  rect(x, y, Math.max(1, width), Math.max(1, height), {
    fill: 'paper',
    stroke: 'ink-2',
    shows: { tensor: 'former' },
  });

export const filled = (x: number, y: number, width: number, height: number, fill: Tone): Mark =>
  rect(x, y, Math.max(1, width), Math.max(1, height), { fill, shows: { tensor: 'now' } });

/** What a picture is drawn of: the run on show, and both of them. */
export interface OnBench {
  readonly m: StepContext;
  readonly evidence: Evidence;
  readonly mended: boolean;
  readonly width: number;
  /** Height that the picture may fill, where that is known. */
  readonly room: number | undefined;
}

/** Room for the sums at the right and below, and the height of the bars under them. */
const sumsWidth = 52;
const sumsHeight = 24;
const barsHeight = 84;
/** Above a bar its number, and above that the former one. */
const numbersHeight = 28;
const barsOnly = barsHeight - numbersHeight;
const keyHeight = 22;
/** A matrix gets no smaller for want of height. */
const smallest = 240;
const smallestNamed = 12;
const widest = 36;
/** What is to the left of the sums of the columns takes so much. */
const shortestNames = 46;
const smallestNumbered = 24;
const smallestSummed = textWidth('0.00', 11) + 3;
const twoLines = 26;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly pitch: number;
}

/** Weights from here on have their number in the cell, and at the bar. */
const written = 0.095;

const pieces = ({ m }: OnBench) =>
  m.tokens.slice(m.shown.first, m.shown.end).map(({ piece }, i) => ({
    piece,
    token: m.shown.first + i,
    at: i,
  }));

function placeOf(on: OnBench): Place {
  const names = pieces(on).map(({ piece }) => textWidth(piece, 15, true));
  const longest = Math.min(110, Math.max(shortestNames, ...names));
  const x = longest + 14;
  const y = 30 + longest * 0.71;
  const high = on.room
    ? Math.max(smallest, on.room - y - sumsHeight - barsHeight - keyHeight)
    : Infinity;
  const size = Math.min(on.width - x - sumsWidth, widest * names.length, 420, high);
  return { x, y, size, pitch: size / names.length };
}

/** Words over the columns, turned; at the left the same as buttons that choose the row. */
function names(on: OnBench, { x, y, pitch }: Place): readonly Mark[] {
  const size = Math.max(10, Math.min(15, pitch - 1));
  // Turned lines are nearer to each other.
  const over = Math.max(9, Math.min(15, pitch * 0.7));
  const every = Math.ceil(smallestNamed / pitch);
  return pieces(on).flatMap(({ piece, token, at }): Mark[] => {
    const own = token === on.m.focus;
    const look = { serif: true, size, tone: own ? 'query' : 'ink', bold: own } as const;
    const box = { x: 0, y: y + pitch * at, width: x - 4, height: pitch };
    const choose = handle(
      box,
      msg`look from ${piece}`,
      { kind: 'focus', token },
      {
        look: 'word',
        chosen: own,
      },
    );
    if ((token - on.m.focus) % every !== 0) return [choose];
    const middle = pitch * (at + 0.5);
    return [
      text(x - 8, y + middle + size * 0.34, piece, { ...look, anchor: 'end' }),
      text(x + middle + over * 0.3, y - 5, piece, { ...look, size: over, turn: -45 }),
      choose,
    ];
  });
}

/** The larger weights in their cells; what is not a number is marked as such. */
function numbers(on: OnBench, { x, y, pitch }: Place): readonly Mark[] {
  if (pitch < smallestNumbered) return [];
  const { m } = on;
  return pieces(on).flatMap((row) => {
    const weights = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, row.token);
    return pieces(on).flatMap(({ token, at }): Mark[] => {
      const w = weights[token] ?? 0;
      if (w < written) return [];
      return [
        text(x + pitch * (at + 0.5), y + pitch * (row.at + 0.5) + 4, weight(w, 2), {
          anchor: 'middle',
          size: 11,
          ink: cssInk(weightScale, w),
        }),
      ];
    });
  });
}

const sum = (x: number): string => positive(x, 2);

/** What each row adds to, at its end. What has changed bears a bar, and its former value beside it. */
function rowEnds(on: OnBench, run: RunUnderTest, { x, y, size, pitch }: Place): readonly Mark[] {
  const now = rowSums(run.weights());
  const before = rowSums(on.evidence.broken.weights());
  const every = Math.ceil(smallestNamed / pitch);
  const heads = text(x + size + sumsWidth, y - 6, msg`sum`, { anchor: 'end', size: 11 });
  const rows = pieces(on).flatMap(({ token, at }): Mark[] => {
    if ((token - on.m.focus) % every !== 0) return [];
    const [value, former] = [now[token] ?? 0, before[token] ?? 0];
    const off = !addsToOne(value);
    const changed = on.mended && sum(value) !== sum(former);
    const both = changed && pitch >= twoLines;
    const middle = y + pitch * (at + 0.5) - (both ? 6 : 0);
    return [
      ...(both ? [struck(x + size + 12, middle + 16, sum(former), 'start')] : []),
      text(x + size + 12, middle + 4, sum(value), {
        size: pitch < 15 ? 11 : 13,
        bold: off || changed,
        tone: 'ink',
        shows: { tensor: 'row-sum', token },
      }),
      ...(off || changed ? [changeBar(x + size + 6, middle - 7, both ? 26 : 14)] : []),
    ];
  });
  return [heads, ...rows];
}

function columnEnds(on: OnBench, run: RunUnderTest, { x, y, size, pitch }: Place): readonly Mark[] {
  const sums = columnSums(run.weights());
  const at = y + size + 15;
  const label = text(x - 8, at, msg`columns`, { anchor: 'end', size: 11 });
  if (pitch < smallestSummed) return [];
  const written = pieces(on).map(({ token, at: column }) =>
    text(x + pitch * (column + 0.5), at, sum(sums[token] ?? 0), {
      anchor: 'middle',
      size: 11,
      tone: 'ink',
      shows: { tensor: 'column-sum', token },
    }),
  );
  return [label, ...written];
}

/** The weights of the row in focus: while the encoder was broken, and on show. */
interface FocusRow extends Place {
  readonly before: Float32Array;
  readonly now: Float32Array;
  /** Where the bars stand, and the height of one of weight 1. */
  readonly base: number;
  readonly unit: number;
}

function focusRowOf(on: OnBench, place: Place, top: number): FocusRow {
  const { broken, right } = on.evidence;
  const rowOf = (run: RunUnderTest) => run.weights()[on.m.focus] ?? new Float32Array();
  const largest = Math.max(...[broken, right].map((run) => largestOf(rowOf(run))), 0.1);
  const unit = barsOnly / largest;
  const now = rowOf(on.mended ? right : broken);
  return {
    ...place,
    before: rowOf(broken),
    now,
    unit,
    base: top + (place.pitch < smallestNumbered ? barsOnly : barsHeight),
  };
}

/** One column of it: its bar, hollow where it was, and its number. */
function column(on: OnBench, row: FocusRow, token: number, at: number): readonly Mark[] {
  const { x, pitch, base, unit } = row;
  const [before, now] = [row.before[token] ?? 0, row.now[token] ?? 0];
  const height = (w: number) => (Number.isFinite(w) ? w * unit : 0);
  const width = Math.min(13, pitch * 0.4);
  const middle = x + pitch * (at + 0.5);
  const top = base - Math.max(height(before), height(now));
  const bars = on.mended
    ? [
        hollow(middle - width - 1, base - height(before), width, height(before)),
        filled(middle + 1, base - height(now), width, height(now), 'weight'),
      ]
    : [filled(middle - width / 2, base - height(now), width, height(now), 'weight')];
  const changed = on.mended && weight(now, 2) !== weight(before, 2);
  const tells = !(now < written) || (changed && !(before < written));
  if (!tells || pitch < smallestNumbered) return bars;
  const number = text(middle, top - 4, weight(now, 2), {
    ...{ anchor: 'middle', size: 11, bold: true, tone: 'weight' },
    shows: { tensor: 'weight-of-row', token },
  });
  return [
    ...bars,
    number,
    ...(changed ? [struck(middle, top - 15, weight(before, 2), 'middle')] : []),
  ];
}

/** The weights of the row in focus as bars under the columns of the matrix. */
function focusRow(on: OnBench, place: Place, top: number): Drawn {
  const row = focusRowOf(on, place, top);
  const { x, size, base } = row;
  const name = msg`row “${on.m.word}”`;
  const label = text(x - 8, base - 2, name, { anchor: 'end', tone: 'ink', title: true });
  return {
    marks: [
      ...(textWidth(name, 12) < x - 8 ? [label] : []),
      line(x, base, x + size, base),
      ...pieces(on).flatMap(({ token, at }) => column(on, row, token, at)),
      ...(on.mended ? key(x, base + 16) : []),
    ],
    bottom: base + (on.mended ? keyHeight : 6),
  };
}

export const keyWidth = 124;

/** What hollow and filled mean. */
export function key(x: number, y: number): readonly Mark[] {
  return [
    hollow(x, y - 9, 9, 9),
    text(x + 14, y, msg`broken`, { size: 11 }),
    filled(x + 60, y - 9, 9, 9, 'ink'),
    text(x + 74, y, msg`fixed`, { size: 11 }),
  ];
}

/** A head's weights with what rows and columns add to; below them the row in focus as bars. */
export function drawMatrix(on: OnBench, { layer, head }: MatrixPicture): Drawn {
  const place = placeOf(on);
  const { x, y, size, pitch } = place;
  const { m, evidence, mended } = on;
  const run = mended ? evidence.right : evidence.broken;
  const panel = headMatrix(m, layer, head, { x, y, size });
  const row = y + (m.focus - m.shown.first) * pitch;
  const which = windowName(m.shown);
  const beneath = focusRow(on, place, y + size + (pitch < smallestSummed ? 8 : sumsHeight));
  return {
    marks: [
      panel,
      rect(x - 1, row - 1, size + 2, pitch + 2, { stroke: 'query' }),
      ...names(on, place),
      ...numbers(on, place),
      ...rowEnds(on, run, place),
      ...columnEnds(on, run, place),
      ...beneath.marks,
      ...(which ? [text(x, 12, which, { size: 11 })] : []),
    ],
    bottom: beneath.bottom,
  };
}

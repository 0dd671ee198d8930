import type { StepLook } from '../../learn/protocol';
import { type Tensor, Trace } from '../../model/trace';
import { clamp01 } from '../../render/motion';
import { weight } from '../../state/format';
import { streamName } from '../../state/stream';
import { lengthOf } from '../../state/vector';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { dot, path } from '../kit/marks';
import type { SvgMark, Tone } from '../kit/scene';
import type { Drawing } from './parts';

/** What the sentence is asked at a word, and how probable the right answer is. */
export interface Asked {
  readonly token: number;
  readonly right: string;
  /** What a pronoun means; else a hidden word. */
  readonly reference: boolean;
  readonly before: number;
  readonly after: number;
}

/** A word's vectors as they enter the first layer, or after a layer. */
export interface Level {
  readonly sizes: readonly number[];
  readonly gradients: readonly number[];
}

/** What passes between words in a layer, by query · words + key. */
export interface Links {
  /** Attention weights, mean over the heads. */
  readonly forward: readonly number[];
  /** Lengths of the gradients that each query hands to the values of each key. */
  readonly back: readonly number[];
}

/** One step of training, seen at one sentence of its batch. */
export interface Walk {
  readonly look: StepLook;
  readonly words: readonly string[];
  readonly asked: readonly Asked[];
  /** One more than there are layers. */
  readonly levels: readonly Level[];
  readonly links: readonly Links[];
}

/** The beats in which a step is shown. */
export const beats = ['forward', 'backward', 'update'] as const;
export type Beat = (typeof beats)[number];

const lengthsOf = ({ data, shape }: Tensor): readonly number[] => {
  const [rows = 0, width = 0] = shape;
  return Array.from({ length: rows }, (_, i) =>
    lengthOf(data.subarray(i * width, (i + 1) * width)),
  );
};

function levelAt(trace: Trace, layer: number): Level | null {
  const name = streamName(trace, layer);
  if (name === undefined) return null;
  return { sizes: lengthsOf(trace.tensor(name)), gradients: lengthsOf(trace.gradient(name)) };
}

function linksOf(trace: Trace, layer: number): Links {
  const name = `layers.${layer}.attention`;
  const { data, shape } = trace.tensor(`${name}.weights`);
  const [heads = 1, n = 0] = shape;
  const gradient = trace.gradient(`${name}.heads`);
  const dK = (gradient.shape[1] ?? 0) / heads;
  const arriving = (query: number, head: number) => {
    const begin = query * heads * dK + head * dK;
    return lengthOf(gradient.data.subarray(begin, begin + dK));
  };
  const sizes = Array.from({ length: heads * n }, (_, i) => arriving(i % n, Math.floor(i / n)));
  const forward = Array<number>(n * n).fill(0);
  const squares = Array<number>(n * n).fill(0);
  for (let head = 0; head < heads; head++)
    for (let cell = 0; cell < n * n; cell++) {
      const weight = data[head * n * n + cell] ?? 0;
      const handed = weight * (sizes[head * n + Math.floor(cell / n)] ?? 0);
      forward[cell] = (forward[cell] ?? 0) + weight / heads;
      squares[cell] = (squares[cell] ?? 0) + handed ** 2;
    }
  return { forward, back: squares.map(Math.sqrt) };
}

/** What is drawn of a step. */
export function walkOf(look: StepLook, vocabulary: readonly string[]): Walk {
  const trace = new Trace(look.encoding);
  const levels: Level[] = [];
  for (let at = levelAt(trace, 0); at; at = levelAt(trace, levels.length)) levels.push(at);
  return {
    look,
    words: look.encoding.tokens.map(({ piece }) => piece),
    asked: look.targets.map(({ token, piece, reference }, i) => ({
      ...{ token, reference, right: vocabulary[piece] ?? '' },
      before: look.before[i] ?? Number.NaN,
      after: look.after[i] ?? Number.NaN,
    })),
    levels,
    links: levels.slice(1).map((_, layer) => linksOf(trace, layer)),
  };
}

/** Whether all is made of finite numbers. */
export const isWhole = ({ levels }: Walk): boolean =>
  levels.every(({ sizes, gradients }) => [...sizes, ...gradients].every(Number.isFinite));

/** Words one under another, and their vectors from layer to layer to the right. */
interface Grid {
  readonly walk: Walk;
  readonly xs: readonly number[];
  readonly top: number;
  readonly row: number;
  /** How far the beat has come at a level, 0 to 1. */
  readonly shown: (level: number) => number;
  readonly backward: boolean;
}

const yOf = ({ top, row }: Grid, word: number): number => top + row * (word + 0.5);

const top = 22;
/** As many rows as there are words or, in the update, lines; closer together where they are many. */
const rowsOf = ({ words, asked }: Walk): number => Math.max(words.length, asked.length + 7);
const rowOf = (walk: Walk): number => Math.max(15, Math.min(22, 264 / rowsOf(walk)));

/** The height of the pictures of a step: all beats have the same. */
export const walkHeight = (walk: Walk): number => top + rowOf(walk) * rowsOf(walk) + 4;

/** Below this share of the largest a link is not drawn. */
const faint = 0.06;
const thickest = 7;
const largestDot = 6;

const most = (rows: readonly (readonly number[])[]): number => Math.max(1e-30, ...rows.flat());

function linkMarks(grid: Grid): readonly SvgMark[] {
  const { walk, xs, backward } = grid;
  const n = walk.words.length;
  const sizes = walk.links.map(({ forward, back }) => (backward ? back : forward));
  const largest = backward ? most(sizes) : 1;
  return sizes.flatMap((row, layer) =>
    row.flatMap((size, cell) => {
      const share = size / largest;
      // On the way back a link shows with the words that it leads to.
      const shown = grid.shown(backward ? layer : layer + 1);
      if (share < faint || shown === 0) return [];
      const [x1 = 0, x2 = 0] = [xs[layer], xs[layer + 1]];
      const [y1, y2] = [yOf(grid, cell % n), yOf(grid, Math.floor(cell / n))];
      const middle = (x1 + x2) / 2;
      const tone: Tone = backward ? 'residual' : 'weight';
      return path(`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`, {
        ...{ stroke: tone, width: thickest * share },
        opacity: shown * (0.25 + 0.5 * share),
      });
    }),
  );
}

function dotMarks(grid: Grid): readonly SvgMark[] {
  const { walk, xs, backward } = grid;
  const sizes = walk.levels.map(({ sizes: own, gradients }) => (backward ? gradients : own));
  const largest = most(sizes);
  return sizes.flatMap((level, l) =>
    level.flatMap((size, word) => {
      const shown = grid.shown(l);
      const r = 1 + (largestDot - 1) * Math.sqrt(size / largest);
      const look = backward ? { stroke: 'ink' as const, opacity: shown } : { opacity: shown };
      return shown === 0
        ? []
        : dot(xs[l] ?? 0, yOf(grid, word), r, backward ? 'paper' : 'residual', look);
    }),
  );
}

function answerMarks(grid: Grid, x: number): readonly SvgMark[] {
  const { walk, backward } = grid;
  const last = walk.levels.length;
  const opacity = backward ? 1 : grid.shown(last);
  if (opacity === 0) return [];
  const rows = new Map<number, number>();
  return walk.asked.map(({ token, right, before }) => {
    const below = rows.get(token) ?? 0;
    rows.set(token, below + 1);
    return text(x, yOf(grid, token) + 4 + below * 13, `${right} ${weight(before)}`, {
      ...{ bold: true, tone: 'ink', opacity },
    });
  });
}

function wordMarks(grid: Grid, x: number): readonly SvgMark[] {
  const asked = new Set(grid.walk.asked.map(({ token }) => token));
  return grid.walk.words.map((word, i) =>
    text(x, yOf(grid, i) + 4, word, {
      ...{ anchor: 'end', serif: true, size: Math.min(14, grid.row - 3), bold: asked.has(i) },
      tone: asked.has(i) ? 'query' : 'ink',
    }),
  );
}

/** What is above the columns. */
function headings(xs: readonly number[], end: number): readonly SvgMark[] {
  const narrow = (xs[1] ?? 0) - (xs[0] ?? 0) < 52;
  const name = (l: number) => {
    if (narrow) return l === 0 ? '' : `${l}`;
    return l === 0 ? msg`words` : msg`layer ${l}`;
  };
  const names = xs.map((x, l) => text(x, 12, name(l), { anchor: 'middle' }));
  return [...names, text(end, 12, msg`right`)];
}

const answerWidth = ({ asked }: Walk): number =>
  Math.max(
    72,
    ...asked.map(({ right, before }) => textWidth(`${right} ${weight(before)}`, 13, true)),
  );

/** The pass of a sentence, or its gradients coming back, as far as the beat has come. */
export function walkLattice(
  walk: Walk,
  beat: Exclude<Beat, 'update'>,
  share: number,
  width: number,
): Drawing {
  const words = 1.15 * Math.max(...walk.words.map((word) => textWidth(word, 14, true)));
  const left = Math.min(words, width * 0.3) + 4;
  const end = width - Math.min(answerWidth(walk), width * 0.34);
  const last = walk.levels.length - 1;
  const [from, to] = [left + 16, end - 36];
  const xs = walk.levels.map((_, l) => from + ((to - from) * l) / Math.max(1, last));
  const backward = beat === 'backward';
  const steps = walk.levels.length + 1;
  const grid: Grid = {
    ...{ walk, xs, backward, top, row: rowOf(walk) },
    shown: (level) => clamp01(share * steps - (backward ? last - level : level)),
  };
  return {
    width,
    height: walkHeight(walk),
    marks: [
      ...headings(xs, end),
      ...linkMarks(grid),
      ...dotMarks(grid),
      ...wordMarks(grid, left),
      ...answerMarks(grid, end),
    ],
  };
}

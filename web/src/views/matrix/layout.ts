import { wordPlaces } from '../../render/visible-words';
import { type Frame, textWidth } from '../kit/frame';
import type { Box } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { pieceAt } from '../kit/words';
import { wordsDrawn } from './parts';

/** Where each matrix is. */
export interface Layout {
  /** In one band from the left to the right, or in three. */
  readonly wide: boolean;
  /** Right edge of the words that name the rows. */
  readonly names: number;
  /** Height of the words over the keys. */
  readonly heads: number;
  readonly query: Box;
  readonly keys: Box;
  readonly scores: Box;
  readonly divided: Box;
  readonly weights: Box;
  readonly values: Box;
  readonly output: Box;
  readonly bottom: number;
}

/** Below this width the matrices stand in three bands. */
const wideFrom = 720;

/** Below each matrix: its name and its shape. */
export const titleHeight = 40;

/** Where a row's sum is written. */
export const sumsWidth = 42;

/** Below the weights: what the columns add up to. */
export const columnsHeight = 46;

/** Room for the frame of the last column's row. */
const rim = 4;

const operator = 44;
const near = 10;
const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));

/** The longest of the words drawn. */
const nameWidth = (m: StepContext): number =>
  Math.max(
    ...wordPlaces(m.shown)
      .filter(({ rest }) => !rest)
      .map((place) => textWidth(pieceAt(m, place), 13, true)),
  );

/** How wide a matrix of numbers is beside one of words. */
const shareOf = (m: StepContext): number => clamp(m.dK / wordsDrawn(m), 0.7, 1.1);

interface Sizes {
  readonly names: number;
  readonly heads: number;
  readonly top: number;
  readonly extra: number;
}

function oneBand(m: StepContext, frame: Frame, { names, heads, top, extra }: Sizes): Layout {
  const n = wordsDrawn(m);
  const share = shareOf(m);
  const room = frame.width - rim - names - near - 3 * operator - sumsWidth;
  const words = Math.min(room / (3 + 2 * share), 34 * n);
  const numbers = words * share;
  const above = clamp(n * 10, 100, 160);
  const beside = top + heads + above + titleHeight + extra + 48;
  const height = clamp(
    Math.min((frame.room ?? 0) - beside, words * 1.1),
    Math.max(n * 13, words * 0.86),
    n * 24,
  );
  const upper = top + heads;
  const y = upper + above + 12;
  const query = { x: names, y, width: numbers, height };
  const scores = { x: names + numbers + near, y, width: words, height };
  const divided = { ...scores, x: scores.x + words + operator };
  const weights = { ...divided, x: divided.x + words + operator };
  const output = { ...query, x: weights.x + words + sumsWidth + operator };
  return {
    ...{ wide: true, names, heads, query, scores, divided, weights, output },
    keys: { ...scores, y: upper, height: above },
    values: { ...output, y: upper, height: above },
    bottom: y + height + extra + titleHeight,
  };
}

function threeBands(m: StepContext, frame: Frame, { names, heads, top, extra }: Sizes): Layout {
  const n = wordsDrawn(m);
  const share = shareOf(m);
  const room = frame.width - rim - names;
  const side = (whole: number) => Math.min(whole, 30 * n);
  const height = (width: number) => clamp(width, n * 13, n * 22);
  const words = side((room - near) / (1 + share));
  const upper = top + heads;
  const above = clamp(words * share * 0.7, 90, 160);
  const first = upper + above + 12;
  const scores = { x: names + words * share + near, y: first, width: words, height: height(words) };
  const query = { ...scores, x: names, width: words * share };
  const second = first + scores.height + titleHeight + 12;
  const half = side((room - operator - sumsWidth) / 2);
  const divided = { x: names, y: second, width: half, height: height(half) };
  const weights = { ...divided, x: names + half + operator };
  const third = second + divided.height + extra + titleHeight + 12;
  const last = side((room - operator) / 2);
  const values = { x: names, y: third, width: last, height: height(last) };
  return {
    ...{ wide: false, names, heads, query, scores, divided, weights, values },
    keys: { ...scores, y: upper, height: above },
    output: { ...values, x: names + last + operator },
    bottom: third + values.height + titleHeight,
  };
}

/** `counted`: the columns' sums are shown. */
export function layoutOf(m: StepContext, frame: Frame, counted: boolean): Layout {
  const widest = nameWidth(m);
  const sizes = {
    names: Math.min(92, widest + 12),
    heads: Math.max(30, Math.min(80, widest + 8)),
    top: 4,
    extra: counted ? columnsHeight : 0,
  };
  return (frame.width >= wideFrom ? oneBand : threeBands)(m, frame, sizes);
}

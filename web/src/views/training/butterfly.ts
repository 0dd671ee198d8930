import { weight } from '../../state/format';
import { text, textWidth } from '../kit/frame';
import { line } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import { type Rows, wingsOf } from '../kit/wings';
import { differing } from './captions';
import type { Drawing } from './parts';
import type { Reading } from './seen';

/** A head's rows in two sentences. */
export interface Wings extends Rows {
  readonly upper: Reading;
  readonly lower: Reading | null;
  readonly upperRow: Float32Array;
  readonly lowerRow: Float32Array | null;
}

/** Weights from here on are written beside their words. */
const writtenFrom = 0.045;

interface Place {
  readonly piece: string;
  readonly other: string | null;
  readonly upper: number;
  readonly lower: number | null;
  readonly focus: boolean;
}

function placesOf({ upper, lower, upperRow, lowerRow }: Wings): readonly Place[] {
  const differ = new Set(lower ? differing(upper, lower) : []);
  return upper.tokens.map(({ piece }, i) => ({
    piece,
    other: differ.has(i) ? (lower?.tokens[i]?.piece ?? null) : null,
    upper: upperRow[i] ?? 0,
    lower: lowerRow ? (lowerRow[i] ?? 0) : null,
    focus: i === upper.focus,
  }));
}

const written = (w: number | null): string => (w !== null && w >= writtenFrom ? weight(w) : '');

/** Where words stand side by side: as wide as they are; null where they do not fit. */
function columnsFor(places: readonly Place[], width: number, size: number): number[] | null {
  const widths = places.map(({ piece, other }) =>
    Math.max(24, textWidth(piece, size, true), textWidth(other ?? '', size, true)),
  );
  const all = widths.reduce((sum, w) => sum + w, 0);
  const gap = (width - all) / places.length;
  if (gap < 5) return null;
  let x = 0;
  return widths.map((w) => {
    x += w + gap;
    return x - (w + gap) / 2;
  });
}

/** The band of words between the wings: the upper weights over them, the lower ones below. */
const band = { height: 62, number: 12, word: 35 };

function wordMarks(place: Place, x: number, y: number, size: number): readonly SvgMark[] {
  const look = {
    size,
    serif: true,
    anchor: 'middle',
    tone: place.focus ? 'query' : 'ink',
    bold: place.focus,
  } as const;
  const number = { anchor: 'middle', tone: 'weight', bold: true } as const;
  const words =
    place.other === null
      ? [text(x, y + band.word, place.piece, look)]
      : [
          text(x, y + band.word - 8, place.piece, { ...look, bold: true }),
          line(x - 18, y + band.word - 4, x + 18, y + band.word - 4, 'ink-2'),
          text(x, y + band.word + 9, place.other, { ...look, bold: true }),
        ];
  return [
    text(x, y + band.number, written(place.upper), number),
    ...words,
    text(x, y + band.height - 4, written(place.lower), number),
  ];
}

function lying(
  wings: Wings,
  places: readonly Place[],
  centres: readonly number[],
  width: number,
  size: number,
  wing: number,
): Drawing {
  const top = wing;
  const half = { centres, total: Math.min(40, width * 0.06), limit: wing - 8 };
  const drawn = wingsOf(
    wings,
    { ...half, facing: 'up', base: top },
    { ...half, facing: 'down', base: top + band.height },
  );
  const below = wings.lower ? wing : 0;
  return {
    width,
    height: top + band.height + below,
    marks: [
      ...drawn,
      ...places.flatMap((place, i) => wordMarks(place, centres[i] ?? 0, top, size)),
    ],
  };
}

const rowHeight = 26;

/** In a narrow room words stand one under another, and the wings at their left and right. */
function standing(wings: Wings, places: readonly Place[], width: number): Drawing {
  const widest = Math.max(
    ...places.map(({ piece, other }) => textWidth(other ? `${piece} / ${other}` : piece, 14, true)),
  );
  const half = Math.min(widest / 2 + 6, width / 4);
  const middle = wings.lower ? width / 2 : width - half - 50;
  const centres = places.map((_, i) => rowHeight * (i + 0.5));
  const numbers = 40;
  const wing = { centres, total: 26, limit: Math.max(20, middle - half - numbers - 4) };
  const drawn = wingsOf(
    wings,
    { ...wing, facing: 'left', base: middle - half - numbers },
    { ...wing, facing: 'right', base: middle + half + numbers },
  );
  const rows = places.flatMap((place, i) => {
    const y = (centres[i] ?? 0) + 4;
    const number = { tone: 'weight', bold: true } as const;
    return [
      text(middle - half - 4, y, written(place.upper), { ...number, anchor: 'end' }),
      text(middle, y, place.other ? `${place.piece} / ${place.other}` : place.piece, {
        ...{ size: 14, serif: true, anchor: 'middle', bold: place.focus || place.other !== null },
        tone: place.focus ? 'query' : 'ink',
      }),
      text(middle + half + 4, y, written(place.lower), number),
    ];
  });
  return { width, height: rowHeight * places.length, marks: [...drawn, ...rows] };
}

/** The butterfly of a head in full: words, wings, and the weights that are worth reading. */
export function butterfly(wings: Wings, width: number, wing: number): Drawing {
  const places = placesOf(wings);
  for (const size of [15, 14, 13, 12]) {
    const centres = columnsFor(places, width, size);
    if (centres) return lying(wings, places, centres, width, size, wing);
  }
  return standing(wings, places, width);
}

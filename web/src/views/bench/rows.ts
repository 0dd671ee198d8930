import { isShown } from '../../render/visible-words';
import { text, textWidth, wrap } from '../kit/frame';
import { line } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import type { PictureRow, RowsPicture } from './case';
import { changeBar, filled, hollow, key, keyWidth, type OnBench, struck } from './matrix';

/** Room for a number, and at least for the bars. */
const numberRoom = { least: 44, most: 62 };
const leastBars = 58;

function numberWidthOf(width: number, names: number, columns: number): number {
  const share = (width - names - leastBars) / columns;
  return Math.max(numberRoom.least, Math.min(numberRoom.most, share));
}

/** Few rows are higher, so that they fill about as much as many. */
const rowHeightOf = (count: number): number => Math.max(31, Math.min(46, 330 / count));

interface Place {
  /** Right edge of the labels. */
  readonly names: number;
  readonly numberWidth: number;
  /** Right edges of the columns of numbers. */
  readonly numbers: readonly number[];
  /** The bars, from the least number to the largest. */
  readonly left: number;
  readonly right: number;
  readonly least: number;
  readonly most: number;
}

/** Of a long text the words around the focus. */
const shownRows = ({ m }: OnBench, { rows }: RowsPicture): readonly PictureRow[] =>
  rows.filter(({ token }) => token === undefined || isShown(m.shown, token));

function placeOf(on: OnBench, picture: RowsPicture): Place {
  const rows = shownRows(on, picture);
  const names =
    Math.min(96, Math.max(...rows.map((row) => textWidth(row.label, 15, true) * 1.18))) + 2;
  const columns = picture.columns.length;
  const numberWidth = numberWidthOf(on.width, names, columns);
  const numbers = picture.columns.map((_, i) => names + numberWidth * (i + 1));
  const bars = rows
    .flatMap(({ broken, right }) => [broken.at(-1), right.at(-1)])
    .filter((x) => x !== undefined && Number.isFinite(x)) as number[];
  return {
    ...{ names, numbers, numberWidth },
    left: names + numberWidth * columns + 14,
    right: on.width - 4,
    least: Math.min(0, ...bars),
    most: Math.max(picture.rule?.at ?? 0, ...bars, 1e-9),
  };
}

const xOf = ({ left, right, least, most }: Place, value: number): number =>
  left + ((value - least) / (most - least)) * (right - left);

/** A bar from zero to a number; nothing where it is zero, or no finite number. */
function bar(place: Place, value: number): { readonly x: number; readonly width: number } | null {
  if (!Number.isFinite(value)) return null;
  const [zero, end] = [xOf(place, 0), xOf(place, value)];
  return value === 0 ? null : { x: Math.min(zero, end), width: Math.abs(end - zero) };
}

function bars(on: OnBench, place: Place, row: PictureRow, y: number): readonly Mark[] {
  const [before, now] = [bar(place, row.broken.at(-1) ?? 0), bar(place, row.right.at(-1) ?? 0)];
  if (!on.mended) return before ? [filled(before.x, y - 7, before.width, 14, 'ink')] : [];
  return [
    ...(before ? [hollow(before.x, y - 8, before.width, 7)] : []),
    ...(now ? [filled(now.x, y + 1, now.width, 7, 'ink')] : []),
  ];
}

/** A row's numbers; what has changed bears a bar, and its former value below it. */
function numbers(
  on: OnBench,
  picture: RowsPicture,
  place: Place,
  row: PictureRow,
  y: number,
): readonly Mark[] {
  return picture.columns.flatMap((_, i): readonly Mark[] => {
    const x = place.numbers[i] ?? 0;
    const [before, now] = [row.broken[i], (on.mended ? row.right : row.broken)[i]].map((value) =>
      picture.write(value ?? Number.NaN),
    ) as [string, string];
    const changed = before !== now;
    return [
      text(x, y + (changed ? -1 : 5), now, {
        ...{ anchor: 'end', size: 13, tone: 'ink' },
        bold: i === picture.columns.length - 1,
        shows: { tensor: 'bench', index: i, token: row.token ?? on.m.focus },
      }),
      ...(changed ? [changeBar(x + 4, y - 12, 24), struck(x, y + 12, before, 'end')] : []),
    ];
  });
}

/** The words over the columns, each in as many lines as it takes. */
function heads(picture: RowsPicture, place: Place, bottom: number): readonly Mark[] {
  return picture.columns.flatMap((name, i) => {
    const lines = wrap(name, place.numberWidth - 6, 11);
    return lines.map((each, j) =>
      text(place.numbers[i] ?? 0, bottom - 13 * (lines.length - 1 - j), each, {
        anchor: 'end',
        size: 11,
      }),
    );
  });
}

/** A line where every bar should end. */
function ruleMarks({ rule }: RowsPicture, place: Place, top: number, bottom: number) {
  if (!rule) return [];
  const x = xOf(place, rule.at);
  return [
    line(x, top + 4, x, bottom, 'ink-2'),
    text(x, top, rule.label, { anchor: x > place.right - 20 ? 'end' : 'middle', size: 11 }),
  ];
}

/** A row of numbers for each word, layer or head, the last of them as a bar. */
export function drawRows(on: OnBench, picture: RowsPicture): Drawn {
  const place = placeOf(on, picture);
  const title = wrap(picture.title, on.width * 0.92, 14);
  const lines = Math.max(
    ...picture.columns.map((name) => wrap(name, place.numberWidth - 6, 11).length),
  );
  const above = title.length * 19 + 14 * lines;
  const rows = shownRows(on, picture);
  const rowHeight = rowHeightOf(rows.length);
  const middle = (i: number) => above + 10 + rowHeight * (i + 0.5);
  const bottom = middle(rows.length - 0.5);
  const zero = xOf(place, 0);
  return {
    marks: [
      ...title.map((each, i) =>
        text(0, 15 + 19 * i, each, { size: 14, tone: 'ink', serif: true, title: true }),
      ),
      ...heads(picture, place, above),
      line(zero, above + 8, zero, bottom),
      ...rows.flatMap((row, i) => [
        text(place.names, middle(i) + 5, row.label, {
          ...{ anchor: 'end', serif: true, size: 15 },
          tone: row.token === on.m.focus ? 'query' : 'ink',
          bold: row.token === on.m.focus,
        }),
        ...numbers(on, picture, place, row, middle(i)),
        ...bars(on, place, row, middle(i)),
      ]),
      ...ruleMarks(picture, place, above, bottom),
      ...(on.mended ? key(Math.min(place.left, on.width - keyWidth), bottom + 16) : []),
    ],
    bottom: bottom + (on.mended ? 24 : 8),
  };
}

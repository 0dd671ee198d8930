import { wordObject } from '../../render/passage';
import { wordPlaces } from '../../render/visible-words';
import { type CopyRow, placeName } from '../../state/what-if/copy-map';
import { msg } from '../../words/msg';
import { type Frame, pieceSize, text, textWidth, wordColumns, wrap } from '../kit/frame';
import { handle, line, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { wordHandle } from '../kit/words';
import { archMarks, barKey, barRoom, copyCell } from './arches';
import { differs, type TwinContext } from './context';
import { readingMarks, readoutTable } from './readings';
import { mapNote, mapTitle } from './words';

/** Heights in pixels: the words' band, a row of the map for vectors and for heads. */
const band = 48;
const vectorRow = 26;
const headRow = 15;
const heading = 44;
const noteLine = 15;
const key = 22;
/** Room for the rows' names, left of the cells. */
const namesWidth = 98;
/** The least, usual and largest height of the arches on either side. */
const rises = { least: 64, usual: 92, most: 120 };

interface Columns {
  readonly pitch: number;
  /** Middle of each place, and of each word. */
  readonly places: readonly number[];
  readonly centres: readonly number[];
}

function columnsOf(m: StepContext, frame: Frame): Columns {
  const all = wordPlaces(m.shown);
  const { pitch, first } = wordColumns(all.length, frame.inner);
  const places = all.map((_, i) => frame.left + first + pitch * i);
  const centres = all.flatMap(({ first: from, end }, i) =>
    new Array<number>(end - from).fill(places[i] ?? 0),
  );
  return { pitch, places, centres };
}

const fontSize = (piece: string, pitch: number, most: number): number =>
  Math.max(10, Math.min(most, pieceSize(piece, pitch - 6)));

/** The words in one line; where the sentences differ, one above the other. */
function wordMarks(context: TwinContext, { pitch, places }: Columns, y: number): readonly Mark[] {
  const { m, lower } = context;
  return wordPlaces(m.shown).flatMap((place, i): readonly Mark[] => {
    const token = place.first;
    const piece = m.tokens[token]?.piece ?? '';
    const x = (places[i] ?? 0) - pitch / 2;
    if (place.rest || !differs(context, token)) {
      const box = { x, y: y + (band - 32) / 2, width: pitch, height: 32 };
      return [wordHandle(m, place, box, fontSize(place.rest ? msg`${12} more` : piece, pitch, 20))];
    }
    const half = { x, y, width: pitch, height: band / 2 };
    const other = lower.encoding.tokens[token]?.piece ?? '';
    const action = { kind: 'focus', token } as const;
    const middle = y + band / 2;
    return [
      wordHandle(m, place, half, fontSize(piece, pitch, 19)),
      line(x + 8, middle, x + pitch - 8, middle, 'ink-2'),
      handle({ ...half, y: middle }, msg`look from ${other}, in the lower sentence`, action, {
        ...{ text: other, size: fontSize(other, pitch, 19), look: 'word' },
        chosen: token === m.focus,
        object: `lower ${wordObject(lower.encoding.tokens, token)}`,
      }),
    ];
  });
}

/** The vectors in order, and before the one that the layer in focus makes, its heads. */
function mapRows({ m, vectors, heads }: TwinContext): readonly CopyRow[] {
  return vectors.flatMap((row) =>
    row.source.layer === m.state.layer + 1 ? [...heads, row] : [row],
  );
}

/** Heads of the columns: the words as the lower sentence has them, from which they are copied. */
function columnHeads(context: TwinContext, { pitch, places }: Columns, y: number): readonly Mark[] {
  const { m, lower } = context;
  return wordPlaces(m.shown).flatMap((place, i) => {
    const piece = place.rest ? '' : (lower.encoding.tokens[place.first]?.piece ?? '');
    const size = fontSize(piece, pitch, 13);
    const own = place.first === m.focus;
    const bold = differs(context, place.first);
    return [
      text(places[i] ?? 0, y, piece, {
        ...{ anchor: 'middle', serif: true, size, bold, tone: own ? 'query' : 'ink' },
      }),
    ];
  });
}

function rowName(context: TwinContext, { source }: CopyRow, right: number, y: number): Mark {
  const { m } = context;
  const { layer, head } = source;
  const own = head === null ? layer === m.state.layer + 1 : head === m.state.head;
  const vector = layer === 0 ? msg`words in` : placeName(source);
  const name = head === null ? vector : String(head + 1);
  return text(right, y, name, {
    ...{ anchor: 'end', size: head === null ? 12 : 11, bold: own },
    tone: own ? (head === null ? 'ink' : 'weight') : 'ink-2',
  });
}

/** What is behind the rows of the layer in focus: its heads, and the vectors that it makes. */
function layerMarks({ m, heads }: TwinContext, left: number, right: number, top: number) {
  const { layer } = m.state;
  const y = top + vectorRow * (layer + 1) - 1;
  const height = headRow * heads.length + vectorRow;
  const names = heads.length > 1 ? wrap(msg`heads of layer ${layer + 1}`, 60, 12) : [];
  return [
    rect(left, y, right - left, height, { fill: 'sheet' }),
    ...names.map((name, i) => text(left + 4, y + 13 + 14 * i, name)),
  ];
}

/** The map of copies, from its column heads down. */
function mapMarks(context: TwinContext, columns: Columns, top: number) {
  const { m } = context;
  const width = Math.min(columns.pitch - 4, 96);
  const [left, right] = [columns.places[0] ?? 0, columns.places.at(-1) ?? 0].map(
    (middle, i) => middle + columns.pitch * (i - 0.5),
  ) as [number, number];
  const marks: Mark[] = [...layerMarks(context, left - namesWidth, right, top)];
  let y = top;
  for (const row of mapRows(context)) {
    const isHead = row.source.head !== null;
    const height = isHead ? headRow - 1 : vectorRow - barRoom - 3;
    marks.push(rowName(context, row, left - 8, y + height / 2 + 4));
    for (const place of wordPlaces(m.shown)) {
      if (place.rest) continue;
      const x = (columns.centres[place.first] ?? 0) - width / 2;
      marks.push(...copyCell(context, row, place.first, { x, y, width, height }, msg`copies`));
    }
    y += isHead ? headRow : vectorRow;
  }
  return { marks, bottom: y };
}

/** The map's title, and beside it what its numbers are. */
function headingMarks(context: TwinContext, frame: Frame) {
  const title = mapTitle(context);
  const left = Math.max(frame.left, textWidth(title, 17, true) + 12);
  const note = wrap(mapNote(context), frame.width - left, 12.5);
  const marks = (y: number): readonly Mark[] => [
    line(0, y, frame.width, y),
    text(0, y + 18, title, { serif: true, bold: true, size: 15, tone: 'ink', title: true }),
    ...note.map((part, i) => text(left, y + 18 + noteLine * i, part)),
  ];
  return { marks, height: heading + noteLine * (note.length - 1) };
}

/** Words as columns: the upper run's arches above them, the lower run's below, and the map of copies. */
export function drawColumns(context: TwinContext, frame: Frame) {
  const { m, heads, vectors, lower } = context;
  const columns = columnsOf(m, frame);
  const head = headingMarks(context, frame);
  const early = readoutTable(context, frame);
  const map =
    head.height + vectorRow * vectors.length + headRow * heads.length + key + early.height;
  const free = frame.room === undefined ? rises.usual : (frame.room - band - map) / 2;
  const rise = Math.max(rises.least, Math.min(rises.most, free));
  const options = {
    profile: 'dome',
    total: columns.pitch * 0.5,
    rise: rise - 10,
    limit: rise - 4,
  } as const;
  const stand = { centres: columns.places, options };
  const upper = readingMarks(context, 'upper', { x: 0, y: 0, width: frame.gutter - 8 });
  const side = { x: 0, y: Math.max(upper.bottom, rise + band - 14), width: frame.gutter - 8 };
  const below = readingMarks(context, 'lower', side);
  const top = Math.max(2 * rise + band, below.bottom);
  const cells = mapMarks(context, columns, top + head.height);
  return {
    marks: [
      ...upper.marks,
      ...below.marks,
      ...archMarks(m, m.trace, { ...stand, facing: 'up', base: rise }),
      ...archMarks(m, lower, { ...stand, facing: 'down', base: rise + band }),
      ...wordMarks(context, columns, rise),
      ...head.marks(top),
      ...columnHeads(context, columns, top + head.height - 6),
      ...cells.marks,
      ...barKey(frame.left, cells.bottom + 14, frame.inner),
      ...early.marks(cells.bottom + key),
    ],
    bottom: cells.bottom + key + early.height,
  };
}

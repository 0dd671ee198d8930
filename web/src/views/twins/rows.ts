import { wordObject } from '../../render/passage';
import { wordPlaces } from '../../render/visible-words';
import type { CopyRow } from '../../state/what-if/copy-map';
import { msg } from '../../words/msg';
import { type Frame, text, textWidth, wrap } from '../kit/frame';
import { handle, line } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { pieceAt, wordHandle } from '../kit/words';
import { archMarks, barKey, barRoom, copyCell } from './arches';
import { differs, type TwinContext } from './context';
import { readingMarks, readoutTable } from './readings';
import { mapNote, mapTitle } from './words';

/** The distance of two words, and of two rows of the map. */
const pitch = 28;
const rowPitch = 24;
const mostOfWords = 110;
/** The height of the columns' names, and the room between two blocks, in which the second's name stands. */
const headHeight = 20;
const blockGap = 84;

function wordsWidth({ m, lower }: TwinContext): number {
  const pieces = [
    ...wordPlaces(m.shown).map((place) => pieceAt(m, place)),
    ...lower.encoding.tokens.map(({ piece }) => piece),
  ];
  return Math.min(mostOfWords, Math.max(...pieces.map((piece) => textWidth(piece, 16, true))) + 10);
}

/** The words in one column; where the sentences differ, one beside the other. */
function wordMarks(context: TwinContext, x: number, width: number, top: number): readonly Mark[] {
  const { m, lower } = context;
  return wordPlaces(m.shown).flatMap((place, i): readonly Mark[] => {
    const box = { x, y: top + pitch * i, width, height: pitch };
    if (place.rest || !differs(context, place.first)) return [wordHandle(m, place, box, 16)];
    const other = lower.encoding.tokens[place.first]?.piece ?? '';
    const half = { ...box, height: pitch / 2 };
    const action = { kind: 'focus', token: place.first } as const;
    return [
      wordHandle(m, place, half, 13),
      handle(
        { ...half, y: half.y + pitch / 2 },
        msg`look from ${other}, in the lower sentence`,
        action,
        {
          ...{ text: other, size: 13, look: 'word', chosen: place.first === m.focus },
          object: `lower ${wordObject(lower.encoding.tokens, place.first)}`,
        },
      ),
    ];
  });
}

/** The words in the middle, the upper run's arches left of them, the lower run's right of them. */
function mirror(context: TwinContext, frame: Frame, top: number) {
  const { m, lower } = context;
  const places = wordPlaces(m.shown);
  const width = wordsWidth(context);
  const side = Math.min(220, (frame.width - width) / 2);
  const left = (frame.width - width) / 2;
  const centres = places.map((_, i) => top + pitch * (i + 0.5));
  const options = {
    profile: 'lane',
    total: pitch * 0.6,
    rise: side - 16,
    limit: side - 4,
  } as const;
  const stand = { centres, options };
  return {
    marks: [
      ...archMarks(m, m.trace, { ...stand, facing: 'left', base: left }),
      ...archMarks(m, lower, { ...stand, facing: 'right', base: left + width }),
      ...wordMarks(context, left, width, top),
    ],
    bottom: top + pitch * places.length,
  };
}

/** Copies as columns beside the words. */
interface Block {
  readonly name: string;
  readonly rows: readonly CopyRow[];
  readonly columnName: (row: CopyRow) => string;
  readonly isOwn: (row: CopyRow) => boolean;
}

function blocksOf({ m, vectors, heads }: TwinContext): readonly Block[] {
  const { layer, head } = m.state;
  const all: readonly Block[] = [
    {
      name: msg`after layer`,
      rows: vectors,
      columnName: ({ source }) => (source.layer === 0 ? msg`in` : String(source.layer)),
      isOwn: ({ source }) => source.layer === layer + 1,
    },
    {
      name: msg`layer ${layer + 1}, head`,
      rows: heads,
      columnName: ({ source }) => String((source.head ?? 0) + 1),
      isOwn: ({ source }) => source.head === head,
    },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

/** A row's word as the lower sentence has it, from which it is copied. */
function rowNames(context: TwinContext, right: number, top: number): readonly Mark[] {
  const { m, lower } = context;
  return wordPlaces(m.shown)
    .filter(({ rest }) => !rest)
    .map(({ first }, i) =>
      text(right, top + rowPitch * i + 13, lower.encoding.tokens[first]?.piece ?? '', {
        ...{ anchor: 'end', serif: true, size: 13, bold: differs(context, first) },
        tone: first === m.focus ? 'query' : 'ink',
      }),
    );
}

/** The cells of a block, and above them what its columns are. */
function blockMarks(context: TwinContext, of: Block, x: number, width: number, top: number) {
  const drawn = wordPlaces(context.m.shown).filter(({ rest }) => !rest);
  return of.rows.flatMap((row, i): readonly Mark[] => {
    const left = x + width * i;
    const own = of.isOwn(row);
    const look = { anchor: 'middle', bold: own, tone: own ? 'ink' : 'ink-2' } as const;
    const cells = drawn.flatMap(({ first }, j) => {
      const y = top + headHeight + rowPitch * j;
      const box = { x: left + 1, y, width: width - 2, height: rowPitch - barRoom - 3 };
      return copyCell(context, row, first, box, of.name);
    });
    return [text(left + width / 2, top + 12, of.columnName(row), look), ...cells];
  });
}

/** The map: its blocks side by side where there is room, else one below the other. */
function mapMarks(context: TwinContext, frame: Frame, top: number) {
  const names = wordsWidth(context) + (frame.narrow ? 0 : 12);
  const blocks = blocksOf(context);
  const rows = wordPlaces(context.m.shown).filter(({ rest }) => !rest).length;
  const height = headHeight + rowPitch * rows + 10;
  const all = blocks.reduce((sum, block) => sum + block.rows.length, 0);
  const free = frame.width - names;
  const beside = !frame.narrow;
  const marks: Mark[] = [];
  let [x, y] = [names, top];
  for (const block of blocks) {
    const width = Math.min(
      56,
      (beside ? free - blockGap : free) / (beside ? all : block.rows.length),
    );
    const first = x === names;
    marks.push(...blockMarks(context, block, x, width, y));
    const anchor = first ? 'start' : 'end';
    marks.push(text(first ? 0 : x - 8, y + 12, block.name, { anchor, size: 11 }));
    if (first) marks.push(...rowNames(context, names - 8, y + headHeight));
    if (beside) x += width * block.rows.length + blockGap;
    else y += height;
  }
  return { marks, bottom: beside ? top + height : y };
}

/** Where there is little room for columns of words: words as rows. */
export function drawRows(context: TwinContext, frame: Frame) {
  const half = frame.width / 2 - 8;
  const upper = readingMarks(context, 'upper', { x: 0, y: 0, width: half });
  const lower = readingMarks(context, 'lower', { x: half + 16, y: 0, width: half });
  const words = mirror(context, frame, Math.max(upper.bottom, lower.bottom) + 4);
  const top = words.bottom + 12;
  const note = wrap(mapNote(context), frame.width - 24, 12);
  const early = readoutTable(context, frame);
  const map = mapMarks(context, frame, top + 38 + 15 * note.length);
  return {
    marks: [
      ...upper.marks,
      ...lower.marks,
      ...words.marks,
      line(0, top, frame.width, top),
      text(0, top + 20, mapTitle(context), {
        ...{ serif: true, bold: true, size: 15, tone: 'ink', title: true },
      }),
      ...note.map((part, i) => text(0, top + 41 + 15 * i, part)),
      ...map.marks,
      ...barKey(0, map.bottom + 8, frame.width),
      ...early.marks(map.bottom + 34),
    ],
    bottom: map.bottom + 34 + early.height,
  };
}

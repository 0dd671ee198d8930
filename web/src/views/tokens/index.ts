import { wordObject } from '../../render/passage';
import { placeOfWord, wordPlaces } from '../../render/visible-words';
import { quoted } from '../../state/dataflow/naming';
import { awaitsGuess } from '../../state/tour/veil';
import { type TypedWord, typedWords } from '../../state/word-names';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { type Frame, label, pieceSize, text, textWidth } from '../kit/frame';
import { appear, arrive } from '../kit/keyframes';
import { path, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { brackets, pieceAt, type Words, wordHandle, words } from '../kit/words';

/** The part of the sentence that a token came from; empty for one that the model added. */
function source(m: StepContext, token: number): string {
  const { begin = 0, end = 0 } = m.tokens[token] ?? {};
  return m.trace.encoding.text.slice(begin, end);
}

const continues = (piece: string): boolean => piece.startsWith('##');

/** What happened to a token's text, in words. */
function fate(m: StepContext, token: number): string {
  const { piece = '', begin = 0, end = 0 } = m.tokens[token] ?? {};
  if (m.trace.encoding.masked.includes(token)) return msg`hidden by a mask`;
  if (begin === end) return msg`added by the model`;
  if (piece === '[UNK]') return msg`not in the vocabulary`;
  if (continues(piece)) return msg`continues the previous word`;
  return piece === source(m, token) ? msg`unchanged` : msg`written “${source(m, token)}”`;
}

/** A typed word over its pieces, with a bracket where there are several. */
function typedMarks(
  m: StepContext,
  { first, end, text: letters }: TypedWord,
  centres: readonly number[],
  pitch: number,
  top: number,
): readonly Mark[] {
  const typed = letters || msg`added`;
  const from = Math.max(first, m.shown.first);
  const to = Math.min(end, m.shown.end) - 1;
  if (to < from) return [];
  const [left, right] = [centres[from] ?? 0, centres[to] ?? 0];
  const room = right - left + pitch - 8;
  const size = Math.max(11, Math.min(17, pieceSize(typed, room)));
  const x = (left + right) / 2;
  const look = { anchor: 'middle', serif: true, size, tone: 'ink', title: true } as const;
  const word = text(x, top + 18, typed, look);
  if (to === from) return [word];
  const half = pitch / 2 - 6;
  const bracket = `M${left - half} ${top + 30}v-5H${right + half}v5`;
  return [word, path(bracket, { stroke: 'ink-2' })];
}

/** In columns: the text, the piece in its box, the number that stands for it. */
function inColumns(
  m: StepContext,
  frame: Frame,
  top: number,
  centres: readonly number[],
  pitch: number,
): Drawn {
  const first = label(frame, top, { name: msg`Text`, note: msg`as typed` });
  const second = label(frame, top + 44, { name: msg`Pieces`, note: msg`from the vocabulary` });
  const third = label(frame, top + 92, { name: msg`Numbers`, formula: 'id' });
  const marks = wordPlaces(m.shown).flatMap((place, i): Mark[] => {
    const { first: token, rest } = place;
    const { id } = m.tokens[token] ?? {};
    const piece = pieceAt(m, place);
    const x = centres[token] ?? 0;
    if (rest) return [text(x, top + 18, piece, { anchor: 'middle' })];
    const size = Math.max(11, Math.min(17, pieceSize(piece, pitch - 12)));
    const width = Math.min(pitch - 6, textWidth(piece, size, true) + 14);
    const own = token === m.focus;
    const tone = own ? 'query' : 'ink';
    const late = 0.02 * i;
    return [
      path(`M${x} ${top + 26}v18`, { stroke: 'ink-2', keys: appear(0.1 + late, 0.2 + late) }),
      rect(x - width / 2, top + 48, width, 28, {
        fill: 'sheet',
        stroke: own ? 'query' : 'line',
        keys: appear(0.15 + late, 0.3 + late),
      }),
      text(x, top + 67, piece, {
        object: wordObject(m.tokens, token),
        anchor: 'middle',
        serif: true,
        size,
        tone,
        bold: own,
        keys: arrive(0.15 + late, 0.45 + late, 0, -48),
      }),
      path(`M${x} ${top + 78}v14`, { stroke: 'ink-2', keys: appear(0.5 + late, 0.6 + late) }),
      text(x, top + 108, String(id), {
        anchor: 'middle',
        size: 15,
        tone,
        bold: own,
        keys: appear(0.55 + late, 0.7 + late),
      }),
    ];
  });
  const typed = typedWords(m.trace.encoding).flatMap((word) =>
    typedMarks(m, word, centres, pitch, top),
  );
  return {
    marks: [...first.marks, ...second.marks, ...third.marks, ...typed, ...marks],
    bottom: top + 130,
  };
}

/** Narrow: a line for each token. */
function inRows(m: StepContext, frame: Frame, top: number): Drawn {
  const row = 28;
  const at = [0, 0.36, 0.72].map((share) => frame.width * share);
  const [a = 0, b = 0, c = 0] = at;
  const heads = [msg`text`, msg`piece`, msg`id`].map((name, i) => text(at[i] ?? 0, top + 12, name));
  const places = wordPlaces(m.shown);
  const typed = new Map(
    typedWords(m.trace.encoding).map(({ first, text }) => [first, text || msg`added`]),
  );
  const marks = places.flatMap((place, i): Mark[] => {
    const { first: token, rest } = place;
    const { id } = m.tokens[token] ?? {};
    const piece = pieceAt(m, place);
    const y = top + 20 + row * (i + 0.65);
    if (rest) return [text(a, y, piece)];
    const own = token === m.focus;
    const style = {
      serif: true,
      size: 17,
      tone: own ? ('query' as const) : ('ink' as const),
      bold: own,
    };
    const late = 0.02 * i;
    return [
      text(a, y, typed.get(token) ?? '', { ...style, bold: false, title: true }),
      text(b, y, piece, {
        ...style,
        object: wordObject(m.tokens, token),
        keys: arrive(0.1 + late, 0.45 + late, a - b, 0),
      }),
      text(c, y, String(id), {
        size: 15,
        tone: style.tone,
        bold: own,
        keys: appear(0.5 + late, 0.7 + late),
      }),
    ];
  });
  const y = (token: number) => top + 20 + row * placeOfWord(m.shown, token);
  const x = b - 12;
  const pieces = brackets(
    m.tokens,
    m.shown,
    (first, last) => `M${x + 4} ${y(first) + 5}h-4V${y(last) + row - 3}h4`,
  );
  return { marks: [...heads, ...pieces, ...marks], bottom: top + 28 + row * places.length };
}

const entryHeight = 22;

/** Room for an entry, and for its number in it. */
const columnWidth = 150;
const numberWidth = 44;

/** Lines of a column: what the room leaves, and an odd number, so that one is in the middle. */
function linesOf({ room = 0 }: Frame, top: number): number {
  return 1 + 2 * Math.max(3, Math.floor(((room - top) / entryHeight - 1) / 2));
}

/** Places in the vocabulary, and how far they are apart. */
interface Excerpt {
  readonly ids: readonly number[];
  readonly every: number;
}

/** So many entries around the focus word's. */
function aroundFocus({ model, tokens, focus }: StepContext, count: number): Excerpt {
  const id = tokens[focus]?.id ?? 0;
  const all = model.vocabulary.length;
  const first = Math.max(0, Math.min(all - count, id - Math.floor(count / 2)));
  return { ids: Array.from({ length: Math.min(count, all) }, (_, i) => first + i), every: 1 };
}

/** So many entries from the whole list; the sentence's own numbers may be what is asked for. */
function fromAll({ model, tokens }: StepContext, count: number): Excerpt {
  const asked = new Set(tokens.map(({ id }) => id));
  const all = [...model.vocabulary.keys()];
  const every = Math.max(1, Math.ceil(all.length / count));
  return { ids: all.filter((id) => id % every === 0 && !asked.has(id)), every };
}

/** A part of the vocabulary, in columns. */
function vocabulary(m: StepContext, frame: Frame, top: number): Drawn {
  const pieces = m.model.vocabulary;
  const side = label(frame, top, {
    name: msg`Vocabulary`,
    formula: msg`${grouped(pieces.length)} pieces`,
    note: msg`fixed before training; an excerpt`,
  });
  const veil = awaitsGuess(m.state);
  const kept = veil ? ({ title: true } as const) : {};
  const lines = linesOf(frame, side.top + (veil ? entryHeight : 0));
  const columns = Math.max(1, Math.floor(frame.inner / columnWidth));
  const { ids, every } = (veil ? fromAll : aroundFocus)(m, lines * columns);
  const own = m.tokens[m.focus]?.id;
  const place = (i: number) => ({
    x: frame.left + columnWidth * Math.floor(i / lines),
    y: side.top + 6 + entryHeight * (i % lines),
  });
  const marks = ids.flatMap((id, i): Mark[] => {
    const { x, y } = place(i);
    const piece = pieces[id] ?? '';
    const size = Math.min(15, pieceSize(piece, columnWidth - numberWidth - 20));
    const look = { ...kept, bold: id === own, tone: id === own ? 'query' : 'ink-2' } as const;
    return [
      text(x + numberWidth, y + 15, String(id), { ...look, anchor: 'end', size: 13 }),
      text(x + numberWidth + 12, y + 15, piece, { ...look, serif: true, size }),
    ];
  });
  const { x, y } = place(ids.indexOf(own ?? 0));
  const box = rect(x, y, columnWidth - 8, entryHeight, {
    stroke: 'query',
    keys: appear(0.4, 0.55),
  });
  const end = side.top + 6 + entryHeight * Math.min(lines, ids.length);
  const what = text(
    frame.left,
    end + 15,
    msg`one in ${every} of ${grouped(pieces.length)} pieces`,
    {
      title: true,
    },
  );
  return {
    marks: [...side.marks, ...marks, ...(veil ? [what] : [box])],
    bottom: Math.max(side.bottom, end + (veil ? entryHeight : 0)) + 8,
  };
}

/** A button over each token's column or row. */
function handles(m: StepContext, frame: Frame, at: Words): readonly Mark[] {
  return wordPlaces(m.shown).map((place, i) => {
    const box = at.centres
      ? { x: (at.centres[place.first] ?? 0) - at.pitch / 2, y: 0, width: at.pitch, height: 124 }
      : { x: 0, y: 20 + 28 * i, width: frame.width, height: 28 };
    return { ...wordHandle(m, place, box, 13), text: '', object: undefined };
  });
}

export const figure: Draw = (m, frame) => {
  const head = words(m, frame);
  const columns = head.centres !== null;
  const body = columns
    ? inColumns(m, frame, 0, head.centres ?? [], head.pitch)
    : inRows(m, frame, 0);
  const list = vocabulary(m, frame, body.bottom + 8);
  const n = m.tokens.length;
  const id = m.tokens[m.focus]?.id ?? 0;
  return {
    marks: [...body.marks, ...handles(m, frame, head), ...list.marks],
    bottom: list.bottom,
    chosen: [],
    caption: [
      msg`The sentence becomes ${n} tokens from a fixed vocabulary, each with its number:`,
      msg`${quoted(m.word)} is number ${id} (${fate(m, m.focus)}).`,
    ],
  };
};

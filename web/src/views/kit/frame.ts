import type { Mark, TextMark, Tone } from './scene';

/** The grid of a step: names and formulas in a gutter at the left, or above where it is narrow. */
export interface Frame {
  readonly width: number;
  readonly narrow: boolean;
  readonly gutter: number;
  /** Left edge and width of the drawing. */
  readonly left: number;
  readonly inner: number;
  /** Height that the drawing may fill, where that is known. */
  readonly room?: number | undefined;
}

/** Room for names and formulas left of the words, wherever there is any. */
export const gutterWidth = 116;

/** The largest distance between two words that head columns. */
const widestPitch = 104;

/** Columns for n words in a room: how far apart, and the first one's middle. The same in every view. */
export function wordColumns(n: number, room: number, least = 0) {
  const pitch = Math.min(widestPitch, Math.max(least, room / n));
  return { pitch, first: Math.max(0, (room - pitch * n) / 2) + pitch / 2 };
}

export function frameOf(width: number, room?: number): Frame {
  const narrow = width < 560;
  const gutter = narrow ? 0 : gutterWidth;
  return { width, narrow, gutter, left: gutter, inner: width - gutter, room };
}

/** A plot that takes what the room leaves: `usual` where nothing is left of it beside `others`. */
export const stretched = ({ room = 0 }: Frame, usual: number, others: number): number =>
  Math.max(usual, Math.min(3 * usual, room - others));

/** Share of the font's size that a letter is wide: condensed sans, and the serif. */
const letter = { sans: 0.48, serif: 0.5 };

/** How many letters a text is as wide as: "#" is half as wide again as most, an ideograph twice as wide, a byte in signs like eight. */
export const lettersIn = (text: string): number =>
  text.length +
  text.replace(/[^⺀-￿]/g, '').length +
  (text.split('#').length - 1) / 2 +
  2 * (text.split('<0x').length - 1);

export function textWidth(text: string, size: number, serif = false): number {
  return lettersIn(text) * size * (serif ? letter.serif : letter.sans);
}

/** The size of letters with which a piece fits a room, a little air included. */
export const pieceSize = (piece: string, room: number): number =>
  room / textWidth(piece, 1.08, true);

/** Lines that fit a width, broken between words; a word that is wider, after its hyphens and its bytes. */
export function wrap(text: string, width: number, size: number): readonly string[] {
  const parts = text
    .split(' ')
    .flatMap((word) => (textWidth(word, size) > width && word.match(/[^>-]+[>-]?/g)) || [word]);
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const longer = line === undefined ? part : `${line} ${part}`;
    if (line !== undefined && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Share of a bold serif's size that a letter of a long word is wide. */
const boldLetter = 0.6;

/** As much of a piece in bold letters of this size as a room holds. */
export function cut(piece: string, room: number, size: number): string {
  const letters = [...piece];
  while (lettersIn(letters.join('')) * boldLetter * size > room && letters.length > 1)
    letters.splice(-2, 2, '…');
  return letters.join('');
}

/** A piece in bold letters of this size, in smaller ones where it is longer than the room, and cut off where twelve pixels are too many. */
export function fitted(
  piece: string,
  room: number,
  most: number,
): { readonly piece: string; readonly size: number } {
  const size = Math.max(12, Math.min(most, room / (lettersIn(piece) * boldLetter)));
  return { piece: cut(piece, room, size), size };
}

export type TextStyle = Partial<Omit<TextMark, 'kind' | 'x' | 'y' | 'text'>>;

export function text(x: number, y: number, content: string, style: TextStyle = {}): TextMark {
  const plain = { size: 12, anchor: 'start', tone: 'ink-2', serif: false, bold: false } as const;
  return { kind: 'text', x, y, text: content, ...plain, ...style };
}

/** What a part of a step is called, its formula, and a remark. */
export interface SideLabel {
  readonly name: string;
  readonly formula?: string;
  readonly note?: string;
  readonly tone?: Tone;
}

/** The label's marks, the top of the drawing that belongs to it, and the label's lower edge. */
export interface Labelled {
  readonly marks: readonly Mark[];
  readonly top: number;
  readonly bottom: number;
}

export function label(frame: Frame, y: number, of: SideLabel): Labelled {
  return frame.narrow ? labelAbove(frame, y, of) : labelBeside(frame, y, of);
}

function labelBeside(frame: Frame, y: number, of: SideLabel): Labelled {
  const marks: Mark[] = [];
  const room = frame.gutter - 12;
  let at = y + 14;
  const longest = Math.max(...of.name.split(/[ -]/).map((word) => word.length));
  const size = Math.min(15, room / (longest * boldLetter));
  for (const line of wrap(of.name, room, size + 1)) {
    marks.push(
      text(0, at, line, { size, tone: of.tone ?? 'ink', serif: true, bold: true, title: true }),
    );
    at += 18;
  }
  if (of.formula) {
    for (const line of wrap(of.formula, room, 13)) {
      marks.push(text(0, at, line, { size: 13, tone: 'ink', serif: true }));
      at += 17;
    }
  }
  for (const line of of.note ? wrap(of.note, room, 12) : []) {
    marks.push(text(0, at, line));
    at += 15;
  }
  return { marks, top: y, bottom: at - 6 };
}

/** Space right of a note, for the heading of a column below it. */
const noteMargin = 30;

function labelAbove(frame: Frame, y: number, of: SideLabel): Labelled {
  const marks: Mark[] = [
    text(0, y + 14, of.name, {
      ...{ size: 15, tone: of.tone ?? 'ink', serif: true, bold: true, title: true },
    }),
  ];
  // The margin has room for one wide letter.
  const wide = Math.max(0, (of.name.match(/[mw]/gi)?.length ?? 0) - 1);
  const used = textWidth(of.name, 17, true) * 1.06 + 10 + 6 * wide;
  if (of.formula)
    marks.push(text(used, y + 14, of.formula, { size: 13, tone: 'ink', serif: true }));
  let at = y + 30;
  for (const line of of.note ? wrap(of.note, frame.width - noteMargin, 12) : []) {
    marks.push(text(0, at, line));
    at += 15;
  }
  return { marks, top: at - 6, bottom: at - 6 };
}

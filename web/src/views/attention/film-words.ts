import { mix, ramp, stagger } from '../../render/motion';
import { type TextStyle, text } from '../kit/frame';
import { group, line, rect } from '../kit/marks';
import type { SvgMark, Tone } from '../kit/scene';
import type { Glyphs } from './film-layout';
import type { OpeningScene } from './opening-layout';

/** Where what is said of a word stands: below it, or beside it where words are rows. */
export function spotOf({ words, kind, base, width, slots, row }: OpeningScene, token: number) {
  const box = words[token]?.word ?? { left: 0, top: 0 };
  if (kind === 'rows') {
    const left = Math.round(width * 0.64) - 40;
    return { x: left, y: box.top + 14, width: width - left, height: 22, middle: left + 30 };
  }
  const pitch = Math.min(100, (width * 0.98) / Math.max(slots.length, 1));
  const x = box.left + (box.width ?? 0) / 2;
  const wide = row.tokens.length > slots.length ? pitch : (box.width ?? pitch);
  return { x: x - 0.36 * wide, y: base + 88, width: 0.72 * wide, height: 60, middle: x };
}

export const isShown = ({ slots }: OpeningScene, token: number): boolean =>
  slots.some(({ first, end, rest }) => !rest && token >= first && token < end);

type PerToken = (token: number) => readonly SvgMark[];

export const perWord = (scene: OpeningScene, marks: PerToken): readonly SvgMark[] =>
  scene.row.tokens.flatMap((_, token) => (isShown(scene, token) ? marks(token) : []));

export const faded = (marks: readonly SvgMark[], opacity: number): readonly SvgMark[] =>
  opacity >= 1 ? marks : opacity <= 0 ? [] : [group(marks, { opacity })];

/** The words as they stand, and with the other word as far as it has come. */
export function wordMarks(scene: OpeningScene, other: OpeningScene | null, turned: number) {
  const { row, wordSize, kind, words } = scene;
  const anchor = kind === 'rows' ? 'start' : 'middle';
  const style = (token: number): TextStyle => {
    const bold = token === row.focus;
    return { size: wordSize, serif: true, anchor, tone: bold ? 'query' : 'ink', bold };
  };
  return perWord(scene, (token) => {
    const box = words[token]?.word ?? { left: 0, top: 0 };
    const x = kind === 'rows' ? box.left : box.left + (box.width ?? 0) / 2;
    const y = kind === 'rows' ? box.top + 20 : box.top + 29;
    const [own = '', there = own] = [row, other?.row].map((each) => each?.tokens[token]?.piece);
    if (own === there || turned === 0) return [text(x, y, own, style(token))];
    return [
      ...faded([text(x, y, own, style(token))], 1 - 2 * turned),
      ...faded([text(x, y, there, { ...style(token), bold: true })], 2 * turned - 1),
    ];
  });
}

/** Over its word, where no arches are: larger. */
export function overWord(scene: OpeningScene, token: number) {
  const spot = spotOf(scene, token);
  return scene.kind === 'rows' ? spot : { ...spot, y: scene.base - 76, height: 140 };
}

/** A word's numbers as bars above and below a line. */
export function bars(
  numbers: readonly number[],
  spot: ReturnType<typeof spotOf>,
  most: number,
  tone: Tone,
) {
  const { x, y, width, height } = spot;
  const pitch = width / numbers.length;
  return [
    line(x, y, x + width, y),
    ...numbers.map((number, i) => {
      const tall = Math.max(0.5, (Math.abs(number) / most) * (height / 2));
      const top = number < 0 ? y : y - tall;
      return rect(x + pitch * (i + 0.15), top, pitch * 0.7, tall, { fill: tone });
    }),
  ];
}

/** All words' numbers on their way from one vector to another. */
export function glyphMarks(scene: OpeningScene, from: Glyphs | null, to: Glyphs, p: number) {
  const most = mix(from?.most ?? to.most, to.most, p);
  return perWord(scene, (token) => {
    const goal = to.numbers[token] ?? [];
    const at = goal.map((x, i) => mix(from?.numbers[token]?.[i] ?? 0, x, p));
    return bars(at, overWord(scene, token), most, to.tone);
  });
}

/** What is written of each word, one after another. */
export function told(
  scene: OpeningScene,
  texts: readonly string[],
  p: number,
  top: number,
  tone: Tone,
) {
  const count = scene.row.tokens.length;
  return perWord(scene, (token) => {
    const { middle, y } = spotOf(scene, token);
    const [begin, end] = stagger(token, count, 0, 0.8);
    const isTop = token === top;
    const mark = text(middle, y + (scene.kind === 'rows' ? 6 : -6), texts[token] ?? '', {
      ...{ size: isTop ? 20 : 16, anchor: 'middle', bold: isTop, tone: isTop ? tone : 'ink-2' },
    });
    return faded([mark], ramp(p, begin, end));
  });
}

import type { Trace } from '../../model/trace';
import { mix, ramp, stagger } from '../../render/motion';
import { moreWords } from '../../render/visible-words';
import { percent, signed } from '../../state/format';
import { swapBetween } from '../../state/presets';
import type { State } from '../../state/state';
import { notAboveZero } from '../../state/vector';
import { otherText, twinsOf } from '../../state/what-if/twins';
import { graphOf } from '../../state/why';
import { nearnessOf } from '../../widgets/nearness';
import { type TextStyle, text, textWidth } from '../kit/frame';
import { group, line, rect } from '../kit/marks';
import type { SvgMark, Tone } from '../kit/scene';
import type { Size } from '../view';
import { layoutOpening, type OpeningScene } from './opening-layout';
import type { Placement } from './scene';

/** Numbers of each word: the first few of its vector, and how they are drawn. */
export interface Glyphs {
  readonly numbers: readonly (readonly number[])[];
  readonly most: number;
  readonly tone: Tone;
}

/** What the film draws from, one thing of it in each scene. */
export interface FilmPicture {
  readonly words: OpeningScene;
  /** The same with the other word; null while there is none. */
  readonly turned: OpeningScene | null;
  readonly ids: readonly string[];
  readonly embedded: Glyphs;
  readonly placed: Glyphs;
  readonly entering: Glyphs;
  readonly keys: Glyphs;
  readonly query: Glyphs;
  readonly values: Glyphs;
  readonly output: Glyphs;
  readonly added: Glyphs;
  readonly scores: readonly string[];
  readonly shares: readonly string[];
  /** The focus word's weights in each head of the layer. */
  readonly heads: readonly Float32Array[];
  /** Of each word, which share of the hidden units answers, and how many. */
  readonly units: readonly { readonly share: number; readonly count: number }[];
  /** Cosines of the focus word and the one it takes most from, as they enter and after each layer. */
  readonly nearness: readonly number[];
}

/** So many of a vector's numbers are drawn. */
const drawn = 8;

function glyphs(rows: readonly ArrayLike<number>[], tone: Tone): Glyphs {
  const numbers = rows.map((row) => Array.from(row).slice(0, drawn));
  return { numbers, tone, most: Math.max(1e-6, ...numbers.flat().map(Math.abs)) };
}

/** The first of these tensors that the trace has, a row of each word. */
function rowsOf(trace: Trace, names: readonly (string | undefined)[]): readonly Float32Array[] {
  const name = names.find((each) => each !== undefined && trace.has(each)) ?? '';
  return trace.encoding.tokens.map((_, token) =>
    trace.has(name) ? trace.row(name, token) : new Float32Array(drawn),
  );
}

function unitsOf(trace: Trace, layer: number): FilmPicture['units'] {
  return rowsOf(trace, [`layers.${layer}.feedForward.hidden`]).map((row) => {
    const count = row.length - notAboveZero(row);
    return { count, share: count / row.length };
  });
}

/** With one other word; null where more than that differs, of which the film has nothing to say. */
function turnedOf(state: State, size: Size): OpeningScene | null {
  const twins = swapBetween(state.sentence, otherText(state)) && twinsOf(state);
  return twins && layoutOpening({ ...state, trace: twins.lower, other: state.sentence }, size);
}

/** Null while there is nothing to show. */
export function layoutFilm(state: State, size: Size): FilmPicture | null {
  const words = layoutOpening(state, size);
  const { trace, model, layer } = state;
  if (!words || !trace || !model) return null;
  const { row } = words;
  const inputs = graphOf(model, trace).layerInputs;
  const attention = `layers.${layer}.attention`;
  return {
    words,
    turned: turnedOf(state, size),
    ids: row.tokens.map(({ id }) => String(id)),
    embedded: glyphs(rowsOf(trace, ['embedding.tokens', inputs[0]]), 'ink'),
    placed: glyphs(rowsOf(trace, [inputs[0]]), 'ink'),
    entering: glyphs(rowsOf(trace, [inputs[layer]]), 'ink'),
    keys: glyphs(row.keys, 'key'),
    query: glyphs(
      row.tokens.map(() => row.query),
      'query',
    ),
    values: glyphs(row.values, 'value'),
    output: glyphs(
      row.tokens.map(() => row.output),
      'value',
    ),
    added: glyphs(rowsOf(trace, [`${attention}.residual`, `${attention}.norm`]), 'ink'),
    scores: Array.from(row.scores, (s) => signed(s)),
    shares: Array.from(row.weights, (w) => percent(w)),
    heads: Array.from({ length: row.heads }, (_, head) =>
      trace.row(`${attention}.weights`, head, row.focus),
    ),
    units: unitsOf(trace, layer),
    nearness: nearnessOf(state),
  };
}

/** Where the longest of the words in rows ends. */
function wordsEnd({ row, words, wordSize, slots }: OpeningScene): number {
  const shown = slots.filter(({ rest }) => !rest);
  return Math.max(
    ...shown.map(({ first }) => {
      const { piece = '' } = row.tokens[first] ?? {};
      return (words[first]?.word.left ?? 0) + textWidth(piece, wordSize, true);
    }),
  );
}

/** Where what is said of a word stands: below it, or beside it where words are rows. */
export function spotOf(scene: OpeningScene, token: number) {
  const { words, kind, base, width, slots, row } = scene;
  const box: Placement = words[token]?.word ?? { left: 0, top: 0 };
  if (kind === 'rows') {
    const left = Math.max(Math.round(width * 0.64) - 40, wordsEnd(scene) + 8);
    const { top, height = 0 } = box;
    const room = { width: width - left, height: height * 0.8 };
    return { ...room, x: left, y: top + height / 2, middle: left + 30 };
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
export function wordMarks(
  scene: OpeningScene,
  other: OpeningScene | null,
  turned: number,
): readonly SvgMark[] {
  const { row, wordSize, kind, words } = scene;
  const anchor = kind === 'rows' ? 'start' : 'middle';
  const style = (token: number): TextStyle => {
    const bold = token === row.focus;
    return { size: wordSize, serif: true, anchor, tone: bold ? 'query' : 'ink', bold };
  };
  const beyond = scene.slots
    .filter(({ rest }) => rest)
    .map((slot) => {
      const { left, top, width = 0, height = 0 } = words[slot.first]?.word ?? { left: 0, top: 0 };
      const at = kind === 'rows' ? [left, top + height / 2 + 6] : [left + width / 2, top + 29];
      return text(at[0] ?? 0, at[1] ?? 0, moreWords(slot), { size: 12, anchor });
    });
  const drawn = perWord(scene, (token) => {
    const box: Placement = words[token]?.word ?? { left: 0, top: 0 };
    const x = kind === 'rows' ? box.left : box.left + (box.width ?? 0) / 2;
    const y = kind === 'rows' ? box.top + (box.height ?? 0) / 2 + 6 : box.top + 29;
    const [own = '', there = own] = [row, other?.row].map((each) => each?.tokens[token]?.piece);
    if (own === there || turned === 0) return [text(x, y, own, style(token))];
    return [
      ...faded([text(x, y, own, style(token))], 1 - 2 * turned),
      ...faded([text(x, y, there, { ...style(token), bold: true })], 2 * turned - 1),
    ];
  });
  return [...drawn, ...beyond];
}

/** Over its word, where no arches are: larger. */
export function overWord(scene: OpeningScene, token: number) {
  const spot = spotOf(scene, token);
  const height = Math.min(140, scene.base - 12);
  return scene.kind === 'rows' ? spot : { ...spot, y: scene.base - 6 - height / 2, height };
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

/** All words' numbers on their way from one vector to another: those of the word that is told of in full ink. */
export function glyphMarks(scene: OpeningScene, from: Glyphs | null, to: Glyphs, p: number) {
  const most = mix(from?.most ?? to.most, to.most, p);
  return perWord(scene, (token) => {
    const goal = to.numbers[token] ?? [];
    const at = goal.map((x, i) => mix(from?.numbers[token]?.[i] ?? 0, x, p));
    const marks = bars(at, overWord(scene, token), most, to.tone);
    return faded(marks, token === scene.row.focus ? 1 : 0.5);
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

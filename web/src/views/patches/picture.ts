import type { FigureContext } from '../kit/hosted-figure';
import { paint } from './paint';
import { drawScene, type Question, questions, type Scene, side, type Thing } from './scene';
import { readScene, writeThings } from './scene-text';

/** What the reader painted or dropped, beside the scene's things. */
export interface Painted {
  /** Changes with each stroke. */
  readonly version: number;
  /** Colours by pixel, from 0 to 1. */
  readonly strokes: ReadonlyMap<number, readonly [number, number, number]>;
  /** A picture of the reader's, scaled to the model's size; null where there is none. */
  readonly dropped: Float32Array | null;
}

export const nothingPainted: Painted = { version: 0, strokes: new Map(), dropped: null };

/** The picture on show: a scene, what was painted on it, and its pixels as the model gets them. */
export interface Picture {
  readonly scene: Scene;
  readonly painted: Painted;
  readonly pixels: Float32Array;
  /** The same for the same pixels and question. */
  readonly key: string;
}

/** Scenes by number; the first is shown to begin with. */
const firstSeed = 2;

const questionOf = ({ choices }: FigureContext): Question =>
  questions.find((each) => each === choices.get('pictureAsks')) ?? 'arrow';

export const paintedOf = (m: FigureContext): Painted => m.kept('painted', nothingPainted);

/** The scene in the address. */
const writtenOf = ({ choices }: FigureContext): string => choices.get('pictureScene') ?? '';

/** Things that are moved, until the address, which said `before`, says where. */
interface Moved {
  readonly things: readonly Thing[];
  readonly before: string;
}

export function sceneOf(m: FigureContext): Scene {
  const question = questionOf(m);
  const text = writtenOf(m);
  const moved = m.kept<Moved | null>('moved', null);
  if (moved?.before === text) return { question, things: moved.things };
  const written = text ? readScene(question, text) : null;
  return written ?? drawScene(question, firstSeed);
}

export function pictureOf(m: FigureContext): Picture {
  const scene = sceneOf(m);
  const painted = paintedOf(m);
  const key = `${scene.question} ${writeThings(scene.things)} ${painted.version}`;
  const memo = m.kept<{ picture: Picture | null }>('picture', { picture: null });
  if (memo.picture?.key === key) return memo.picture;
  const pixels = paint(scene.things, painted.dropped);
  for (const [at, colour] of painted.strokes) pixels.set(colour, at * 3);
  memo.picture = { scene, painted, pixels, key };
  return memo.picture;
}

/** While they are dragged; the address is told when they are let go. */
export const moveThings = (m: FigureContext, things: readonly Thing[]): void =>
  m.keep('moved', { things, before: writtenOf(m) });

export function settleThings(m: FigureContext, things: readonly Thing[]): void {
  moveThings(m, things);
  m.choose({ pictureScene: writeThings(things) });
}

/** Another scene of the question's kind, without what was painted. */
export function anotherScene(m: FigureContext, question: Question): void {
  const seed = m.kept('seed', firstSeed) + 1;
  m.keep('seed', seed);
  m.keep('painted', { ...nothingPainted, version: paintedOf(m).version + 1 });
  m.choose({
    pictureAsks: question,
    pictureScene: writeThings(drawScene(question, seed).things),
    pictureGuess: '',
    picturePatch: '',
  });
}

export function paintPixels(
  m: FigureContext,
  at: readonly number[],
  colour: readonly [number, number, number],
): void {
  const { version, strokes, dropped } = paintedOf(m);
  const more = new Map(strokes);
  for (const pixel of at) more.set(pixel, colour);
  m.keep('painted', { version: version + 1, strokes: more, dropped });
}

/** A picture of the reader's takes the place of the scene. */
export function dropPixels(m: FigureContext, dropped: Float32Array): void {
  m.keep('painted', { version: paintedOf(m).version + 1, strokes: new Map(), dropped });
  settleThings(m, []);
}

/** The pixels of a brush two pixels wide. */
export function brush(x: number, y: number): readonly number[] {
  const [left, top] = [Math.round(x - 1), Math.round(y - 1)];
  const places = [0, 1].flatMap((dy) => [0, 1].map((dx) => [left + dx, top + dy] as const));
  return places
    .filter(([column, row]) => column >= 0 && row >= 0 && column < side && row < side)
    .map(([column, row]) => row * side + column);
}

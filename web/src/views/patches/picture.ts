import type { FigureContext } from '../kit/hosted-figure';
import { freedHead, heldHead } from './focus';
import { drawScene, type Question, questions, type Scene, shapes, side, type Thing } from './scene';
import { brushes, ground, paint, readStrokes, type Strokes, writeStrokes } from './strokes';

/** A scene in the address: a thing is its shape, colour and direction, a digit each, then places in tenths of a pixel. */
const tenths = (x: number): string => String(Math.round(x * 10)).padStart(3, '0');

/** Of a scene without things. */
const none = 'none';

export function writeThings(things: readonly Thing[]): string {
  const digits = ({ shape, colour, direction, x, y, radius }: Thing) =>
    `${shapes.indexOf(shape)}${colour}${direction}${tenths(x)}${tenths(y)}${tenths(radius)}`;
  return things.length === 0 ? none : things.map(digits).join('.');
}

const form = /^([0-4])([0-3])([0-3])(\d{3})(\d{3})(\d{3})$/;

function readThing(text: string): Thing | null {
  const [, shape, colour, direction, x, y, radius] = (form.exec(text) ?? []).map(Number);
  const kind = shapes[shape ?? -1];
  if (!kind || radius === undefined) return null;
  const place = (tenth = 0) => Math.min(side, tenth / 10);
  return {
    ...{ shape: kind, colour: colour ?? 0, direction: direction ?? 0 },
    ...{ x: place(x), y: place(y), radius: Math.min(6, Math.max(1, radius / 10)) },
  };
}

/** The scene that a text says; null where it says none. */
export function readScene(question: Question, text: string): Scene | null {
  if (text === none) return { question, things: [] };
  const things = text.split('.').slice(0, 12).map(readThing);
  return things.every((thing) => thing !== null) ? { question, things } : null;
}

/** What the reader drew or dropped, beside the scene's things. */
export interface Painted {
  /** Changes with each stroke. */
  readonly version: number;
  readonly strokes: Strokes;
  /** A picture of the reader's, scaled to the model's size; null where there is none. */
  readonly dropped: Float32Array | null;
  /** The strokes as the address has them. */
  readonly written: string;
}

const nothingPainted: Painted = { version: 0, strokes: new Map(), dropped: null, written: '' };

/** The picture on show: a scene, what was painted on it, and its pixels as the model gets them. */
export interface Picture {
  readonly scene: Scene;
  /** Of the scene, however it is edited. */
  readonly name: string;
  readonly painted: Painted;
  readonly pixels: Float32Array;
  /** The same for the same pixels and question. */
  readonly key: string;
}

/** Scenes by number; the first is shown to begin with. */
const firstSeed = 2;

const questionOf = ({ choices }: FigureContext): Question =>
  questions.find((each) => each === choices.get('pictureAsks')) ?? 'arrow';

interface Drawing {
  painted: Painted;
}

const drawingOf = (m: FigureContext): Drawing =>
  m.kept<Drawing>('drawing', { painted: nothingPainted });

/** As the reader left it; where the address says other strokes than it did then, those. */
export function paintedOf(m: FigureContext): Painted {
  const drawing = drawingOf(m);
  const text = m.choices.get('pictureDrawn') ?? '';
  const { written, version, dropped } = drawing.painted;
  if (text !== written)
    drawing.painted = { version: version + 1, strokes: readStrokes(text), dropped, written: text };
  return drawing.painted;
}

const keepPainted = (m: FigureContext, change: Partial<Painted>): void => {
  const { painted } = drawingOf(m);
  m.keep('drawing', { painted: { ...painted, ...change, version: painted.version + 1 } });
};

/** The scene in the address. */
const writtenOf = ({ choices }: FigureContext): string => choices.get('pictureScene') ?? '';

/** What a guess is about: until the picture is another one. */
export const guessedAbout = (m: FigureContext): string =>
  [
    questionOf(m),
    writtenOf(m),
    m.choices.get('pictureDrawn'),
    paintedOf(m).dropped && 'dropped',
  ].join(' ');

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
  for (const [at, brush] of painted.strokes) pixels.set(brushes[brush] ?? ground, at * 3);
  const name = `${scene.question} ${m.kept('seed', firstSeed)}`;
  memo.picture = { scene, name, painted, pixels, key };
  return memo.picture;
}

/** While they are dragged; the address is told when they are let go. */
export const moveThings = (m: FigureContext, things: readonly Thing[]): void =>
  m.keep('moved', { things, before: writtenOf(m) });

export function settleThings(m: FigureContext, things: readonly Thing[]): void {
  moveThings(m, things);
  m.choose({ pictureScene: writeThings(things), ...heldHead(m) });
}

/** Takes away what was drawn and dropped; where that was all, the first scene comes back. */
export function wipe(m: FigureContext): void {
  const { things } = sceneOf(m);
  keepPainted(m, { strokes: new Map(), dropped: null, written: '' });
  m.choose({ pictureDrawn: '', ...(things.length === 0 ? { pictureScene: '' } : {}) });
}

/** Another scene of the question's kind, without what was drawn. */
export function anotherScene(m: FigureContext, question: Question): void {
  const seed = m.kept('seed', firstSeed) + 1;
  m.keep('seed', seed);
  keepPainted(m, { strokes: new Map(), dropped: null, written: '' });
  m.choose({
    pictureAsks: question,
    pictureScene: writeThings(drawScene(question, seed).things),
    pictureDrawn: '',
    pictureGuess: '',
    picturePatch: '',
    ...freedHead(m),
  });
}

/** Strokes as they are drawn; the address is told when the pen is lifted. */
export function paintPixels(m: FigureContext, at: readonly number[], brush: number): void {
  const strokes = new Map(paintedOf(m).strokes);
  for (const pixel of at) strokes.set(pixel, brush);
  keepPainted(m, { strokes });
}

export function settleStrokes(m: FigureContext): void {
  const written = writeStrokes(paintedOf(m).strokes);
  keepPainted(m, { written });
  m.choose({ pictureDrawn: written, ...heldHead(m) });
}

/** A picture of the reader's takes the place of the scene. */
export function dropPixels(m: FigureContext, dropped: Float32Array): void {
  keepPainted(m, { strokes: new Map(), dropped, written: '' });
  m.choose({ pictureDrawn: '' });
  settleThings(m, []);
}

import { html, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { freedHead, heldHead } from './focus';
import { drawScene, type Question, questions, type Scene, shapes, side, type Thing } from './scene';
import {
  brushAt,
  brushes,
  ground,
  type Point,
  paint,
  readStrokes,
  type Strokes,
  strokeBetween,
  writeStrokes,
} from './strokes';

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
function paintPixels(m: FigureContext, at: readonly number[], brush: number): void {
  const strokes = new Map(paintedOf(m).strokes);
  for (const pixel of at) strokes.set(pixel, brush);
  keepPainted(m, { strokes });
}

function settleStrokes(m: FigureContext): void {
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

const brushNames = () => [
  msg`red`,
  msg`green`,
  msg`blue`,
  msg`yellow`,
  msg`white`,
  msg`the background, to erase`,
];

const chosenBrush = (m: FigureContext): number => m.kept('brush', 0);

/** Where the brush is that the keys move, in pixels: a corner between four of them. */
const brushPlace = (m: FigureContext): Point => m.kept('brushPlace', { x: side / 2, y: side / 2 });

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const inside = (at: number): number => Math.min(side - 1, Math.max(1, at));

/** Arrow keys move the brush, with Shift they draw; Space draws where it is. */
function press(m: FigureContext, event: KeyboardEvent): void {
  const way = moves[event.key];
  const dots = event.key === ' ' || event.key === 'Enter';
  if (!way && !dots) return;
  event.preventDefault();
  event.stopPropagation();
  const from = brushPlace(m);
  const to = way ? { x: inside(from.x + way[0]), y: inside(from.y + way[1]) } : from;
  m.keep('brushPlace', to);
  if (way && !event.shiftKey) return;
  paintPixels(m, strokeBetween(from, to), chosenBrush(m));
  settleStrokes(m);
}

/** Draws while the pointer is down. */
function stroke(m: FigureContext, event: PointerEvent): void {
  if (event.button !== 0) return;
  const board = event.currentTarget as HTMLElement;
  board.setPointerCapture(event.pointerId);
  const at = (to: PointerEvent): Point => {
    const box = board.getBoundingClientRect();
    const along = (place: number) => (place / box.width) * side;
    return { x: along(to.clientX - box.left), y: along(to.clientY - box.top) };
  };
  let last = at(event);
  paintPixels(m, brushAt(last.x, last.y), chosenBrush(m));
  const over = new AbortController();
  const listen = (
    name: 'pointermove' | 'pointerup' | 'pointercancel',
    on: (to: PointerEvent) => void,
  ) => board.addEventListener(name, on, { signal: over.signal });
  const end = () => {
    over.abort();
    settleStrokes(m);
  };
  listen('pointermove', (to) => {
    const next = at(to);
    paintPixels(m, strokeBetween(last, next), chosenBrush(m));
    last = next;
  });
  listen('pointerup', end);
  listen('pointercancel', end);
}

/** Lies over the picture while it is drawn on. */
export function drawingBoard(m: FigureContext): TemplateResult {
  const { x, y } = brushPlace(m);
  const share = (pixels: number) => `${(100 * pixels) / side}%`;
  return html`<div
    class="paint"
    role="slider"
    tabindex="0"
    aria-label=${msg`The brush: the arrow keys move it, Space draws, Shift and an arrow key draws a line`}
    aria-valuemin="1"
    aria-valuemax=${side ** 2}
    aria-valuenow=${y * side + x}
    aria-valuetext=${msg`row ${y}, column ${x}`}
    @pointerdown=${(event: PointerEvent) => stroke(m, event)}
    @keydown=${(event: KeyboardEvent) => press(m, event)}
  ><i style=${styled({ left: share(x - 1), top: share(y - 1), width: share(2), height: share(2) })}></i></div>`;
}

const css = (rgb: readonly number[]): string =>
  `rgb(${rgb.map((part) => Math.round(255 * part)).join(' ')})`;

/** What is drawn with. */
export function brushChoice(m: FigureContext): TemplateResult {
  const chosen = chosenBrush(m);
  const names = brushNames();
  return html`<span class="brushes" role="group" aria-label=${msg`Colour`}>${brushes.map(
    (rgb, i) =>
      html`<button type="button" title=${names[i]} aria-label=${names[i]} aria-pressed=${i === chosen}
        @click=${() => m.keep('brush', i)}><i style=${styled({ background: css(rgb) })}></i></button>`,
  )}</span>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { paintPicture } from './canvas';
import { thingName } from './focus';
import {
  brushChoice,
  drawingBoard,
  dropPixels,
  moveThings,
  type Picture,
  settleThings,
  wipe,
} from './picture';
import { canAnswer, cellSide, shapes, side, type Thing } from './scene';
import { gridLines } from './seen-panel';

const colours = 4;

/** Which thing is chosen; −1 for none. */
export const chosenThing = (m: FigureContext): number => m.kept('thing', -1);

const inside = (at: number, radius: number): number =>
  Math.min(side - radius, Math.max(radius, at));

/** The things with one of them changed; what is moved stays in the picture. */
export function changed(
  things: readonly Thing[],
  index: number,
  change: Partial<Thing>,
): readonly Thing[] {
  return things.map((thing, i) => {
    if (i !== index) return thing;
    const next = { ...thing, ...change };
    return { ...next, x: inside(next.x, next.radius), y: inside(next.y, next.radius) };
  });
}

/** The next of the shapes that can be answers. */
export const nextShape = (thing: Thing): Partial<Thing> =>
  canAnswer(thing) ? { shape: shapes[(shapes.indexOf(thing.shape) + 1) % 3] ?? 'ring' } : {};

export const nextColour = ({ colour }: Thing): Partial<Thing> => ({
  colour: (colour + 1) % colours,
});

export const turned = ({ direction }: Thing): Partial<Thing> => ({
  direction: (direction + 1) % 4,
});

/** A place where a new thing is farthest from the others: the middle of a cell. */
export function freePlace(things: readonly Thing[]): { x: number; y: number } {
  const places = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => ({ x: (column + 0.5) * cellSide, y: (row + 0.5) * cellSide })),
  );
  const room = ({ x, y }: { x: number; y: number }) =>
    Math.min(side, ...things.map((thing) => Math.hypot(thing.x - x, thing.y - y)));
  return places.sort((a, b) => room(b) - room(a))[0] ?? { x: 12, y: 12 };
}

/** Of keys on a thing: how it moves, in pixels. */
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Listeners of a thing's handle: it is dragged, or moved by the arrow keys, or taken away. */
export function handleOf(m: FigureContext, things: readonly Thing[], index: number, width: number) {
  const thing = things[index];
  const at = (event: PointerEvent, board: Element) => {
    const box = board.getBoundingClientRect();
    const scale = side / (box.width || width);
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  };
  return {
    down(event: PointerEvent) {
      const handle = event.currentTarget as HTMLElement;
      const board = handle.parentElement;
      if (!board || !thing || event.button !== 0) return;
      handle.setPointerCapture(event.pointerId);
      m.keep('thing', index);
      const begin = at(event, board);
      let now = things;
      const move = (to: PointerEvent) => {
        const { x, y } = at(to, board);
        now = changed(things, index, { x: thing.x + x - begin.x, y: thing.y + y - begin.y });
        moveThings(m, now);
      };
      const over = new AbortController();
      const end = () => {
        over.abort();
        if (now !== things) settleThings(m, now);
      };
      const { signal } = over;
      handle.addEventListener('pointermove', move, { signal });
      handle.addEventListener('pointerup', end, { signal });
      handle.addEventListener('pointercancel', end, { signal });
    },
    press(event: KeyboardEvent) {
      const way = moves[event.key];
      const away = event.key === 'Delete' || event.key === 'Backspace';
      if (!thing || (!way && !away)) return;
      event.preventDefault();
      event.stopPropagation();
      m.keep('thing', away ? -1 : index);
      const next = way && changed(things, index, { x: thing.x + way[0], y: thing.y + way[1] });
      settleThings(m, next ?? things.filter((_, i) => i !== index));
    },
  };
}

/** A drawing of vectors, which browsers give no bitmap of, as an image. */
async function vectorImage(file: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  await image.decode();
  return image;
}

const imageOf = (file: Blob): Promise<HTMLImageElement | ImageBitmap> =>
  file.type === 'image/svg+xml' ? vectorImage(file) : createImageBitmap(file);

/** A reader's picture in the model's size: its middle square, rows × columns × 3, from 0 to 1. */
async function scaled(file: Blob): Promise<Float32Array> {
  const image = await imageOf(file);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('there is no canvas');
  const square = Math.min(image.width, image.height);
  const left = (image.width - square) / 2;
  const top = (image.height - square) / 2;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, square, square, 0, 0, side, side);
  if ('close' in image) image.close();
  const { data } = context.getImageData(0, 0, side, side);
  return Float32Array.from(
    { length: side * side * 3 },
    (_, i) => (data[Math.floor(i / 3) * 4 + (i % 3)] ?? 0) / 255,
  );
}

const percentOf = (pixels: number): string => `${(100 * pixels) / side}%`;

function handle(m: FigureContext, { scene }: Picture, index: number, width: number) {
  const thing = scene.things[index];
  if (!thing) return nothing;
  const { down, press } = handleOf(m, scene.things, index, width);
  const chosen = chosenThing(m) === index;
  return html`<button
    type="button"
    class="thing ${chosen ? 'chosen' : ''}"
    aria-pressed=${chosen}
    aria-label=${msg`${thingName(thing)}: drag it, or move it with the arrow keys`}
    style=${styled({
      left: percentOf(thing.x - thing.radius),
      top: percentOf(thing.y - thing.radius),
      width: percentOf(2 * thing.radius),
      height: percentOf(2 * thing.radius),
    })}
    @pointerdown=${down}
    @keydown=${press}
    @click=${() => m.keep('thing', index)}
  ></button>`;
}

/** Reads a file of the reader's in place of the scene. */
export async function take(m: FigureContext, file: Blob | undefined | null): Promise<void> {
  if (!file) return;
  try {
    dropPixels(m, await scaled(file));
    m.keep('refused', '');
  } catch {
    m.keep('refused', msg`The browser cannot read this file as a picture.`);
  }
}

function board(m: FigureContext, picture: Picture, width: number): TemplateResult {
  const painting = m.kept('painting', false);
  return html`<div
    class="board"
    style=${styled({ width: `${width}px`, height: `${width}px` })}
  >
    <canvas role="img" aria-label=${msg`The picture, ${side} × ${side} pixels`} ${paintPicture({ pixels: picture.pixels, clear: null })}></canvas>
    ${gridLines(width)}
    ${painting ? drawingBoard(m) : picture.scene.things.map((_, i) => handle(m, picture, i, width))}
  </div>`;
}

/** What can be done with the thing that is chosen. */
function toolsOf(m: FigureContext, things: readonly Thing[]): TemplateResult | typeof nothing {
  const index = chosenThing(m);
  const thing = things[index];
  if (!thing) return nothing;
  const tool = (label: string, change: Partial<Thing>) =>
    html`<button type="button" class="link underlined" @click=${() => settleThings(m, changed(things, index, change))}>${label}</button>`;
  const remove = () => {
    m.keep('thing', -1);
    settleThings(
      m,
      things.filter((_, i) => i !== index),
    );
  };
  return html`<p class="tools" role="group" aria-label=${thingName(thing)}>
    <b>${thingName(thing)}</b>
    ${canAnswer(thing) ? html`${tool(msg`another shape`, nextShape(thing))} ${tool(msg`another colour`, nextColour(thing))}` : nothing}
    ${thing.shape === 'arrow' ? tool(msg`turn`, turned(thing)) : nothing}
    <button type="button" class="link underlined" @click=${remove}>${msg`remove`}</button>
  </p>`;
}

function add(m: FigureContext, things: readonly Thing[], kind: Partial<Thing>): void {
  const place = freePlace(things);
  m.keep('thing', things.length);
  const thing: Thing = { shape: 'ring', colour: 0, direction: 0, radius: 3.4, ...place, ...kind };
  settleThings(m, [...things, thing]);
}

const mostThings = 9;

/** What can be added: a shape, and what the question is about where it was taken away. */
function additions(m: FigureContext, { scene: { question, things } }: Picture): TemplateResult {
  const button = (label: string, kind: Partial<Thing>) =>
    html`<button type="button" class="link underlined" ?disabled=${things.length >= mostThings} @click=${() => add(m, things, kind)}>${label}</button>`;
  const lacks = (shape: Thing['shape']) => things.every((thing) => thing.shape !== shape);
  return html`${button(msg`add a shape`, {})}
    ${question === 'arrow' && lacks('arrow') ? button(msg`add an arrow`, { shape: 'arrow' }) : nothing}
    ${question === 'covered' && lacks('cover') ? button(msg`add a cover`, { shape: 'cover', radius: 4 }) : nothing}`;
}

/** The picture: its things are dragged, it is painted on, or another one is dropped. */
export function editPanel(m: FigureContext, picture: Picture, width: number): TemplateResult {
  const painting = m.kept('painting', false);
  const file = (event: Event) => {
    const input = event.target as HTMLInputElement;
    void take(m, input.files?.[0]);
    // So that the same file can be opened again.
    input.value = '';
  };
  const { strokes, dropped } = picture.painted;
  const refused = m.kept('refused', '');
  return html`${board(m, picture, width)}
    ${toolsOf(m, picture.scene.things)}
    <p class="tools">
      ${additions(m, picture)}
      <button type="button" class="link underlined" aria-pressed=${painting} @click=${() => m.keep('painting', !painting)}>${painting ? msg`stop drawing` : msg`draw`}</button>
      ${painting ? brushChoice(m) : nothing}
      ${strokes.size > 0 || dropped ? html`<button type="button" class="link underlined" @click=${() => wipe(m)}>${msg`wipe`}</button>` : nothing}
      <label class="link underlined file">${msg`open a picture`}<input type="file" accept="image/*" @change=${file} /></label>
    </p>
    ${dropped ? html`<p class="note">${msg`The middle square of your picture, scaled to the model’s ${side} × ${side} pixels. It stays in this browser and is not part of links.`}</p>` : nothing}
    ${refused ? html`<p class="note" role="alert">${refused}</p>` : nothing}`;
}

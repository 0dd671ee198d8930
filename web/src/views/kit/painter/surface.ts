import type { Palette } from '../../../render/color';
import { isAlone } from '../../../render/live';
import { flightOf } from '../../../render/passage';
import { colorNames } from '../../../widgets/cells-canvas';
import { paintCellsOn } from '../../../widgets/cells-paint';
import { stripShapes } from '../../../widgets/strip-shapes';
import { cellsOf, isPlaced } from '../mark-parts';
import { group, path, shapes } from '../marks';
import type { Panel, SvgMark } from '../scene';
import { clock, type Flying, flightsOf, targetOf } from './flying';
import type { Answer, GrowingPath, Order, PaintedPanel, Properties } from './protocol';
import Painter from './worker?worker&inline';

/** One for the page; null where a browser or a policy has none. */
let painter: Worker | null | undefined;

/** What there is to a surface for those that know of all. */
interface Listed {
  readonly canvas: HTMLCanvasElement;
  /** Is told the last turn whose marks the canvas shows. */
  readonly show: (turn: number) => void;
  /** Brings the element up to date, and shows it in place of the canvas. */
  readonly rest: () => void;
}

const surfaces = new Map<number, Listed>();
let count = 0;

function startPainter(): Worker | null {
  if (!('OffscreenCanvas' in window)) return null;
  const worker = new Painter();
  worker.onmessage = ({ data: { id, turn } }: MessageEvent<Answer>) => surfaces.get(id)?.show(turn);
  worker.onerror = () => {
    painter = null;
    settle();
  };
  return worker;
}

const names = [...colorNames, 'black-white', 'white-black', 'serif'];

/** Colours and fonts as the marks of an element have them. */
function propertiesOf(drawn: Element): Properties & Palette {
  const style = getComputedStyle(drawn);
  return Object.fromEntries([
    ...names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
    ['sans', style.fontFamily],
  ]) as Properties & Palette;
}

/** Whether its own parts are to be seen: it is new or about to move, one has the focus, or is animated otherwise. */
const staysInSight = (drawn: Element, moving: readonly Animation[]): boolean =>
  !drawn.isConnected ||
  performance.now() < quiet ||
  drawn.querySelector(':focus-visible') !== null ||
  !moving.every((each) => flightOf(each) && targetOf(each) !== drawn);

/** The length of a path in CSS pixels. */
function lengthOf(d: string): number {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  return path.getTotalLength();
}

/** What can be painted. */
export type PaintedMark = Panel | SvgMark;

/** What a mark is painted with; with a view of its numbers, a trace's whole memory would be sent. */
function parcelOf(mark: SvgMark): SvgMark {
  if (!isPlaced(mark)) return group([]);
  if (mark.kind === 'group') return { ...mark, marks: mark.marks.map(parcelOf) };
  if (mark.kind === 'path' && (mark.drawn || mark.pulse))
    return { ...mark, length: lengthOf(mark.d) } as GrowingPath;
  if (!('data' in mark)) return mark;
  const data = Float32Array.from(mark.data);
  if (mark.kind === 'shapes') return { ...mark, data };
  const { outlines, cuts } = stripShapes(data, mark);
  return group([shapes(data, mark.scale, outlines), path(cuts, { stroke: 'paper' })]);
}

/** A panel with a picture of its cells in place of their numbers. */
function withPicture(panel: Panel, palette: Palette): PaintedPanel {
  const { data: _, cells: __, ...kept } = panel;
  const canvas = new OffscreenCanvas(1, 1);
  const mixed = paintCellsOn(canvas, cellsOf(panel), { palette, ratio: devicePixelRatio });
  return { ...kept, mixed, picture: canvas.transferToImageBitmap() };
}

/** What is new among marks, and of the others the places that they had. */
function changed(
  marks: readonly PaintedMark[],
  before: readonly PaintedMark[],
  palette: Palette,
): NonNullable<Order['marks']> {
  const places = new Map(before.map((mark, i) => [mark, i]));
  const sent = (mark: PaintedMark) =>
    mark.kind === 'panel' ? withPicture(mark, palette) : parcelOf(mark);
  return marks.map((mark) => places.get(mark) ?? sent(mark));
}

/** How long after the last movement the element is seen again, in milliseconds. */
const restsAfter = 150;

/** How far marks may lie beyond their element to the left and above, in pixels of the display. */
const beyond = 24;

/** A canvas over an element, in its place while the marks in it move. */
export interface Surface {
  /** Whether the canvas is still in use: a figure that was removed needs another when it returns. */
  readonly held: () => boolean;
  /** Whether the canvas is shown in place of the element, or is about to be. */
  readonly entered: () => boolean;
  /**
   * Has marks painted at a time; whether the canvas shows them. `draw` brings the element up to date at
   * rest. What is drawn with the rest of the page may have another place and other colours after it.
   */
  readonly paint: (marks: readonly PaintedMark[], time: number, draw: () => void) => boolean;
}

/** The time until which elements may still be on their way from another view. */
let quiet = 0;

/**
 * Brings all elements up to date, in place of their canvases: they are about to be measured or copied.
 * They stay in sight for some milliseconds.
 */
export function settle(stay = 350): void {
  for (const { rest } of surfaces.values()) rest();
  quiet = performance.now() + stay;
}

/** Releases canvases that are no longer in the page, and with the last of them the painter. */
export function releaseRemoved(): void {
  for (const [id, { canvas }] of surfaces)
    if (!canvas.isConnected) {
      surfaces.delete(id);
      canvas.remove();
      painter?.postMessage({ id, gone: true } satisfies Order);
    }
  if (painter && surfaces.size === 0) {
    painter.terminate();
    painter = undefined;
  }
}

/** A surface over an element; null where nothing can be painted. */
export function surfaceOver(drawn: Element & ElementCSSInlineStyle): Surface | null {
  if (painter === undefined) painter = startPainter();
  if (!painter) return null;
  const id = count++;
  const canvas = document.createElement('canvas');
  const { style } = canvas;
  canvas.setAttribute('aria-hidden', 'true');
  style.cssText = 'position: absolute; pointer-events: none; opacity: 0';

  let marks: readonly PaintedMark[] = [];
  let palette = {} as Properties & Palette;
  /** From the element to the canvas and back is a turn. */
  let turn = 0;
  /** The last turn whose marks the canvas shows. */
  let painted = -1;
  /** How many frames it has shown them, still hardly visible. */
  let frames = 0;
  let entered = false;
  let placed = false;
  let resting = 0;
  let update = () => {};
  /** What was on its way when the canvas took over, and since when. */
  let flying: Flying = [];
  const rest = () => {
    if (!entered) return;
    turn++;
    entered = placed = false;
    drawn.style.opacity = '';
    style.opacity = '0';
    for (const [animation, begin] of flying) {
      // One that was cancelled since is over.
      if (animation.playState !== 'paused') continue;
      const time = clock() - begin;
      animation.currentTime = time;
      if (time < (flightOf(animation)?.duration ?? 0)) animation.play();
    }
    flying = [];
    if (canvas.isConnected) update();
    else releaseRemoved();
  };
  surfaces.set(id, {
    canvas,
    rest,
    show(shown) {
      painted = shown;
    },
  });

  /** Lays the canvas over the element and what holds it. */
  function lay(): Pick<Order, 'canvas' | 'place' | 'properties' | 'flights'> {
    const first = !canvas.isConnected;
    if (first) drawn.after(canvas);
    Object.assign(style, { left: '0px', top: '0px' });
    let holder = drawn.parentElement as HTMLElement;
    // An element that only positions its content has no size of its own.
    if (holder.offsetWidth === 0) holder = holder.parentElement as HTMLElement;
    // What is on its way comes from anywhere in the view.
    if (flying.length > 0) holder = drawn.closest<HTMLElement>('.view') ?? holder;
    const [own, around, at] = [drawn, holder, canvas].map((each) =>
      each.getBoundingClientRect(),
    ) as [DOMRect, DOMRect, DOMRect];
    const ratio = devicePixelRatio;
    const zoom = around.width / holder.offsetWidth || 1;
    // In whole pixels of the display.
    const pixels = (length: number) => Math.ceil(length * ratio);
    const x = pixels(own.left - around.left) + beyond;
    const y = pixels(own.top - around.top) + beyond;
    const width = pixels(around.width) + beyond;
    const height = pixels(around.height) + beyond;
    const px = (length: number) => `${length / zoom}px`;
    Object.assign(style, {
      left: px(own.left - at.left - x / ratio),
      top: px(own.top - at.top - y / ratio),
      width: px(width / ratio),
      height: px(height / ratio),
    });
    // In other colours all is painted anew.
    marks = [];
    palette = propertiesOf(drawn);
    return {
      place: { width, height, x, y, scale: zoom * ratio },
      properties: palette,
      flights: flightsOf(flying),
      ...(first ? { canvas: canvas.transferControlToOffscreen() } : {}),
    };
  }

  return {
    held: () => surfaces.has(id),
    entered: () => entered && surfaces.has(id),
    paint(all, time, draw) {
      update = draw;
      clearTimeout(resting);
      resting = window.setTimeout(rest, restsAfter);
      if (!painter) return false;
      if (!entered) {
        const moving = drawn.getAnimations({ subtree: true });
        if (staysInSight(drawn, moving)) return false;
        flying = moving.map((each) => [each, clock() - Number(each.currentTime)]);
        entered = true;
        frames = 0;
        // A canvas that was invisible would show nothing for its first frames.
        style.opacity = '.01';
      }
      const place = placed ? {} : lay();
      const news = all === marks ? {} : { marks: changed(all, marks, palette) };
      marks = all;
      placed = isAlone();
      const order: Order = { id, turn, time, ...place, ...news };
      painter.postMessage(order, order.canvas ? [order.canvas] : []);
      if (painted !== turn || frames++ < 2) return false;
      style.opacity = '1';
      drawn.style.opacity = '0';
      for (const [animation] of flying) if (animation.playState === 'running') animation.pause();
      return true;
    },
  };
}

import { html, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { paintPixels, settleStrokes } from './picture';
import { side } from './scene';
import { brushAt, brushes, type Point, strokeBetween } from './strokes';

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

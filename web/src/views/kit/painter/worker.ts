import type { SvgMark } from '../scene';
import { paintMarks } from './canvas-marks';
import { clock } from './flying';
import type { Answer, Order, PaintedPanel } from './protocol';

type PaintedMark = PaintedPanel | SvgMark;

/** What a canvas is to show. The first order has everything. */
interface Known extends Required<Omit<Order, 'marks' | 'gone'>> {
  readonly painted: readonly PaintedMark[];
}

const known = new Map<number, Known>();
const waiting = new Set<number>();

function paint(id: number): void {
  const own = known.get(id);
  const context = own?.canvas.getContext('2d');
  if (!own || !context) return;
  const { place, properties, painted, time, turn, flights } = own;
  const now = clock();
  const { width, height, x, y, scale } = place;
  // To set its size empties it.
  Object.assign(own.canvas, { width, height });
  context.setTransform(scale, 0, 0, scale, x, y);
  paintMarks({ properties, context, time, clock: now, flights }, painted);
  postMessage({ id, turn } satisfies Answer);
  if (Object.values(flights).some(({ keys: [, { at }] }) => now < at)) waiting.add(id);
}

function paintWaiting(): void {
  const due = [...waiting];
  waiting.clear();
  for (const id of due) paint(id);
  if (waiting.size > 0) requestAnimationFrame(paintWaiting);
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  const before = known.get(data.id);
  const old = before?.painted ?? [];
  const painted = data.marks?.map((mark) => (typeof mark === 'number' ? old[mark] : mark)) ?? old;
  if (data.gone) known.delete(data.id);
  else known.set(data.id, { ...before, ...data, painted } as Known);
  // Of what comes while it paints, the last is painted next.
  if (waiting.size === 0) setTimeout(paintWaiting);
  waiting.add(data.id);
});

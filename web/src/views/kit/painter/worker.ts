import type { SvgMark } from '../scene';
import { paintMarks } from './canvas-marks';
import type { Answer, Order, PaintedPanel } from './protocol';

type PaintedMark = PaintedPanel | SvgMark;

/** What a canvas is to show. */
interface Known extends Order {
  readonly painted: readonly PaintedMark[];
}

const known = new Map<number, Known>();
const waiting = new Set<number>();

function paint(id: number): void {
  const { canvas, place, properties, painted, time = 0, turn } = known.get(id) ?? {};
  const context = canvas?.getContext('2d');
  if (!canvas || !context || !place || !properties || !painted) return;
  const { width, height, x, y, scale } = place;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.reset();
  context.setTransform(scale, 0, 0, scale, x, y);
  paintMarks({ properties, context, time }, painted);
  if (turn !== undefined) postMessage({ id, turn } satisfies Answer);
}

function paintWaiting(): void {
  for (const id of waiting) paint(id);
  waiting.clear();
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  const before = known.get(data.id);
  const old = before?.painted ?? [];
  const painted = data.marks?.map((mark) => (typeof mark === 'number' ? old[mark] : mark)) ?? old;
  if (data.gone) known.delete(data.id);
  else known.set(data.id, { ...before, ...data, painted: painted as readonly PaintedMark[] });
  // Of what comes while it paints, the last is painted next.
  if (waiting.size === 0) setTimeout(paintWaiting);
  waiting.add(data.id);
});

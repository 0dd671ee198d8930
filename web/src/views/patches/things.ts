import type { FigureContext } from '../kit/hosted-figure';
import { moveThings, settleThings } from './picture';
import { canAnswer, cellSide, shapes, side, type Thing } from './scene';

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

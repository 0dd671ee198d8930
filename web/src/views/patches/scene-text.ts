import { type Question, type Scene, shapes, side, type Thing } from './scene';

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

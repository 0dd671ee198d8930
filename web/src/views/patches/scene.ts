/** Scenes as the model was trained on (core/train/include/fovea/train/picture_scene.h), to be drawn and moved by readers. */

/** In the order of the core: the first three can be an answer. */
export const shapes = ['ring', 'square', 'triangle', 'arrow', 'cover'] as const;
export type Shape = (typeof shapes)[number];

export const questions = ['odd', 'arrow', 'covered'] as const;
export type Question = (typeof questions)[number];

/** Pixels across, cells across, and pixels across a cell. */
export const side = 24;
export const cellsAcross = 3;
export const cellSide = side / cellsAcross;

/** Answers are colour · 3 + shape. */
const answerShapes = 3;
const colours = 4;

/** What stands in a scene; its middle and half its width in pixels. */
export interface Thing {
  readonly shape: Shape;
  /** Red, green, blue, yellow. */
  readonly colour: number;
  /** Of an arrow: right, down, left, up. */
  readonly direction: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface Scene {
  readonly question: Question;
  readonly things: readonly Thing[];
}

export const canAnswer = ({ shape }: Thing): boolean => shapes.indexOf(shape) < answerShapes;

export const answerOf = ({ shape, colour }: Thing): number =>
  colour * answerShapes + shapes.indexOf(shape);

/** Numbers from 0 to 1 by a seed, the same everywhere (Weyl sequence, mixed as in splitmix). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

const below = (random: () => number, n: number): number => Math.floor(random() * n);

const plain = (random: () => number): Thing => ({
  shape: shapes[below(random, answerShapes)] ?? 'ring',
  colour: below(random, colours),
  ...{ direction: 0, x: 0, y: 0, radius: 0 },
});

type Cells = Map<number, Thing>;

function freeCell(random: () => number, taken: (cell: number) => boolean): number {
  for (;;) {
    const cell = below(random, cellsAcross ** 2);
    if (!taken(cell)) return cell;
  }
}

function oddCells(random: () => number): Cells {
  const cells: Cells = new Map();
  const put = (thing: Thing) =>
    cells.set(
      freeCell(random, (cell) => cells.has(cell)),
      thing,
    );
  const common = plain(random);
  let odd = common;
  while (answerOf(odd) === answerOf(common)) odd = plain(random);
  put(odd);
  for (let more = 3 + below(random, 3); more > 0; more--) put(common);
  return cells;
}

const steps: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** The cell that an arrow points at; −1 outside the scene. */
function cellBefore(cell: number, direction: number): number {
  const [dx, dy] = steps[direction] ?? [0, 0];
  const inside = (at: number) => at >= 0 && at < cellsAcross;
  const [x, y] = [(cell % cellsAcross) + dx, Math.floor(cell / cellsAcross) + dy];
  return inside(x) && inside(y) ? y * cellsAcross + x : -1;
}

function arrowCells(random: () => number): Cells {
  for (;;) {
    const cell = below(random, cellsAcross ** 2);
    const direction = below(random, steps.length);
    const before = cellBefore(cell, direction);
    if (before < 0) continue;
    const arrow: Thing = { ...plain(random), shape: 'arrow', colour: 0, direction };
    const cells: Cells = new Map([
      [cell, arrow],
      [before, plain(random)],
    ]);
    for (let more = 2 + below(random, 3); more > 0; more--)
      cells.set(
        freeCell(random, (at) => cells.has(at)),
        plain(random),
      );
    return cells;
  }
}

function coveredCells(random: () => number): Cells {
  const cells: Cells = new Map();
  const first = below(random, cellsAcross);
  for (let i = below(random, cellsAcross); i >= 0; i--) {
    const left = ((first + i) % cellsAcross) * cellsAcross;
    const thing = plain(random);
    cells.set(left, thing).set(left + cellsAcross - 1, thing);
  }
  const mirrored = [...cells.keys()];
  for (let row = 0; row < cellsAcross; row++)
    if (random() < 0.4) cells.set(row * cellsAcross + 1, plain(random));
  const hidden = mirrored[below(random, mirrored.length)] ?? 0;
  return cells.set(hidden, { ...plain(random), shape: 'cover', colour: 0 });
}

/** Somewhere in its cell; a cover fills it. */
function placed(thing: Thing, cell: number, random: () => number): Thing {
  const radius = thing.shape === 'cover' ? cellSide / 2 : 3 + 0.8 * random();
  const room = cellSide / 2 - radius;
  const middle = (at: number) => (at + 0.5) * cellSide + room * (2 * random() - 1);
  return {
    ...{ ...thing, radius },
    x: middle(cell % cellsAcross),
    y: middle(Math.floor(cell / cellsAcross)),
  };
}

const makers = { odd: oddCells, arrow: arrowCells, covered: coveredCells };

/** A scene of the kind that belongs to a question. */
export function drawScene(question: Question, seed: number): Scene {
  const random = randomFrom(seed);
  const cells = makers[question](random);
  return { question, things: [...cells].map(([cell, thing]) => placed(thing, cell, random)) };
}

const cellAlong = (pixels: number): number =>
  Math.min(cellsAcross - 1, Math.max(0, Math.floor(pixels / cellSide)));

/** The things that a question's right answers are; one where the scene is as those of the training. */
export function rightThings({ question, things }: Scene): readonly Thing[] {
  const plainOnes = things.filter(canAnswer);
  if (question === 'odd')
    return plainOnes.filter(
      (thing) => plainOnes.filter((other) => answerOf(other) === answerOf(thing)).length === 1,
    );
  const from = things.find(({ shape }) => shape === (question === 'arrow' ? 'arrow' : 'cover'));
  if (!from) return [];
  const [column, row] = [cellAlong(from.x), cellAlong(from.y)];
  const cell = row * cellsAcross + column;
  const mirror = row * cellsAcross + cellsAcross - 1 - column;
  const wanted =
    question === 'arrow' ? cellBefore(cell, from.direction) : mirror === cell ? -1 : mirror;
  return plainOnes.filter(({ x, y }) => wanted === cellAlong(y) * cellsAcross + cellAlong(x));
}

/** The answer that is right; null where the scene leaves it open. */
export function rightAnswer(scene: Scene): number | null {
  const all = new Set(rightThings(scene).map(answerOf));
  if (scene.question === 'odd' && scene.things.filter(canAnswer).length < 3) return null;
  return all.size === 1 ? ([...all][0] ?? null) : null;
}

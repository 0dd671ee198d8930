import { argmax } from '../../state/vector';
import { later, msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { patchesAcross, type Reading } from './reading';
import { answerOf, canAnswer, type Question, type Scene, type Thing } from './scene';

/** What the model can answer, in its order: as its file names them. */
export const answerNames: readonly string[] = [
  ...[later('red ring'), later('red square'), later('red triangle')],
  ...[later('green ring'), later('green square'), later('green triangle')],
  ...[later('blue ring'), later('blue square'), later('blue triangle')],
  ...[later('yellow ring'), later('yellow square'), later('yellow triangle')],
];

export const nameOf = (answer: number): string => msg(answerNames[answer] ?? '');

/** What stands in a scene, as it is called. */
export function thingName(thing: Thing): string {
  if (canAnswer(thing)) return nameOf(answerOf(thing));
  return thing.shape === 'arrow' ? msg`arrow` : msg`cover`;
}

export const questionTexts: Readonly<Record<Question, string>> = {
  odd: later('Which one is unlike all the others?'),
  arrow: later('What does the arrow point to?'),
  covered: later('What is under the cover, if left mirrors right?'),
};

/** The thing at a place of a picture, in pixels; null where the ground is. */
export function thingAt({ things }: Scene, x: number, y: number): Thing | null {
  const near = (thing: Thing) => Math.max(Math.abs(thing.x - x), Math.abs(thing.y - y));
  const [first] = [...things].sort((a, b) => near(a) - near(b));
  return first && near(first) <= first.radius + 1 ? first : null;
}

/** Whose look is on show: layer, head, and the token that looks, 0 the question. */
export interface Focus {
  readonly layer: number;
  readonly head: number;
  readonly token: number;
  /** Its weights over all tokens. */
  readonly row: Float32Array;
}

const chosen = ({ choices }: FigureContext, name: string, count: number): number | null => {
  const place = Number(choices.get(name));
  return Number.isInteger(place) && place >= 1 && place <= count ? place - 1 : null;
};

/** The largest weight that a row gives a patch. */
export const mostOf = (row: Float32Array): number => Math.max(...row.subarray(1));

/** The head in which the question looks at one patch most. */
export function sharpestHead(reading: Reading): { layer: number; head: number } {
  const all = Array.from({ length: reading.layers * reading.heads }, (_, i) => ({
    layer: Math.floor(i / reading.heads),
    head: i % reading.heads,
  }));
  const most = all.map(({ layer, head }) => mostOf(reading.weights(layer, head, 0)));
  return all[argmax(most)] ?? { layer: 0, head: 0 };
}

/** The head of a scene that is looked at where the reader chooses none. */
interface Usual {
  scene: string | null;
  layer: number;
  head: number;
  /** What of it the address was told. */
  held: readonly string[];
}

const keptUsual = (m: FigureContext): Usual =>
  m.kept<Usual>('usual', { scene: null, layer: 0, head: 0, held: [] });

/** It stays while the scene is edited. */
function usualHead(m: FigureContext, reading: Reading): Usual {
  const usual = keptUsual(m);
  const { scene } = reading;
  return scene === usual.scene ? usual : Object.assign(usual, { scene, ...sharpestHead(reading) });
}

/** What the address is told with an edit, so that a reload shows the same head. */
export function heldHead(m: FigureContext): Readonly<Record<string, string>> {
  const usual = keptUsual(m);
  if (usual.scene === null) return {};
  const place = { pictureLayer: `${usual.layer + 1}`, pictureHead: `${usual.head + 1}` };
  const told = Object.entries(place).filter(([name]) => !m.choices.has(name));
  usual.held = [...usual.held, ...told.map(([name]) => name)];
  return Object.fromEntries(told);
}

/** Takes back what of a head was told so, and not chosen. */
export function freedHead(m: FigureContext): Readonly<Record<string, string>> {
  const { held } = keptUsual(m);
  keptUsual(m).held = [];
  return Object.fromEntries(held.map((name) => [name, '']));
}

/** The reader chooses a layer or a head. */
export function chooseHead(m: FigureContext, name: string, value: string): void {
  const usual = keptUsual(m);
  usual.held = usual.held.filter((each) => each !== name);
  m.choose({ [name]: value });
}

export function focusOf(m: FigureContext, reading: Reading): Focus {
  const usual = usualHead(m, reading);
  const layer = chosen(m, 'pictureLayer', reading.layers) ?? usual.layer;
  const head = chosen(m, 'pictureHead', reading.heads) ?? usual.head;
  const rest = m.kept<number | null>('rest', null);
  const token = rest ?? (chosen(m, 'picturePatch', reading.tokens - 1) ?? -1) + 1;
  return { layer, head, token, row: reading.weights(layer, head, token) };
}

/** Row and column of a patch's token, counted from 0. */
export const placeOf = (token: number): readonly [row: number, column: number] => [
  Math.floor((token - 1) / patchesAcross),
  (token - 1) % patchesAcross,
];

/** The patches by their weight, the largest first, as tokens. */
export const ranked = (row: Float32Array): readonly number[] =>
  [...row.keys()].slice(1).sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));

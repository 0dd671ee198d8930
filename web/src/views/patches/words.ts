import { later, msg } from '../../words/msg';
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

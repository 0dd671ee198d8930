import { percent } from '../../state/format';
import { msg, msgParts } from '../../words/msg';
import { plainly, type Told, tell } from '../kit/derivation';
import { weightKey } from './derivations';
import { type Focus, placeOf, ranked } from './focus';
import type { Picture } from './picture';
import { patchSide, type Reading } from './reading';
import { rightAnswer } from './scene';
import { tokenText } from './seen-panel';
import { nameOf, questionTexts, thingAt, thingName } from './words';

/** Weights that differ less than so many times from an even share are called alike. */
const alike = 1.5;

/** What stands on a patch. */
function onPatch({ scene, painted }: Picture, token: number): string {
  const [row, column] = placeOf(token);
  const middle = (at: number) => (at + 0.5) * patchSide;
  const thing = thingAt(scene, middle(column), middle(row));
  if (thing) return msg`on it: ${thingName(thing)}`;
  return painted.dropped || painted.strokes.size ? msg`of your own` : msg`nothing on it`;
}

/** Where a token looks. */
export function lookText(picture: Picture, focus: Focus): Told {
  const { token, row } = focus;
  const [best = 1] = ranked(row);
  const from = token === 0 ? tokenText(token) : msg`this patch`;
  const share = { text: percent(row[best] ?? 0), key: weightKey(focus, best) };
  if ((row[best] ?? 0) < alike / row.length)
    return tell(
      msgParts`In this head, ${from} spreads its attention almost evenly over all patches, ${share} at most: this row has no fovea.`,
    );
  return tell(
    msgParts`In this head, ${from} gives ${share} of its attention to ${tokenText(best)} (${onPatch(picture, best)}).`,
  );
}

/** What each of the tokens would get, were attention spread evenly. */
export const evenText = ({ row }: Focus): string =>
  msg`Spread evenly, each would get ${percent(1 / row.length)}.`;

/** Whether an answer is right, by the rules that the scenes are made by. */
export function verdictText({ scene, painted }: Picture, answer: number): string {
  if (painted.dropped || painted.strokes.size)
    return msg`It has only ever seen scenes drawn by the program; about your own picture it can only guess.`;
  const right = rightAnswer(scene);
  if (right === null)
    return msg`This scene has no single right answer; the model has only seen scenes that do.`;
  return right === answer ? msg`That is right.` : msg`The right answer is: ${nameOf(right)}.`;
}

/** The answer in a sentence. */
export function answerText(reading: Reading): string {
  const { best, answer } = reading;
  const share = percent(answer.answers[best]?.probability ?? 0);
  return msg`The model says “${nameOf(best)}”, ${share}.`;
}

export function speechText(picture: Picture, reading: Reading, focus: Focus): string {
  return `${msg(questionTexts[picture.scene.question])} ${answerText(reading)} ${verdictText(picture, reading.best)} ${plainly(lookText(picture, focus))}`;
}

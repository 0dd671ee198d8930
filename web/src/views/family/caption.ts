import { likelihood } from '../../state/prediction';
import { msg, msgParts } from '../../words/msg';
import { nameAt } from '../kit/decoded/words';
import { plainly, type Told, tell } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { chosenIn, guessOf, pressed, runOf } from './run';
import { parts, type Wiring } from './wirings';
import { reasonOf, toldOf } from './words';

const list = (texts: readonly string[]): string => texts.join('; ');

/** What the live model says with the relative's wiring; empty where none is pressed in. */
export function effectOf(m: FigureContext): Told {
  const wiring = chosenIn(m);
  return wiring && pressed(m, wiring).can.length > 0 ? effect(m, wiring) : [];
}

function effect(m: FigureContext, wiring: Wiring): Told {
  const trace = runOf(m, wiring);
  if (!trace) return [msg`Running the model …`];
  const [was, is] = [guessOf(m, m.trace), guessOf(m, trace)];
  const word = nameAt(
    trace.encoding.tokens.map(({ piece }) => piece),
    Math.min(m.state.token, trace.encoding.tokens.length - 1),
  );
  if (!was || !is) return [msg`This model predicts no word to compare.`];
  const pressedIn = { text: likelihood(is.probability), key: 'pressed' };
  const live = { text: likelihood(was.probability), key: 'live' };
  if (was.piece === is.piece && was.probability === is.probability)
    return tell(
      msgParts`Nothing changed: at ${word} it says “${is.piece}”, ${pressedIn}, as before.`,
    );
  return tell(
    msgParts`At ${word} it now says “${is.piece}”, ${pressedIn}; as trained, “${was.piece}”, ${live}. Weights fit the design they were learned in: a real relative is trained from scratch.`,
  );
}

/** In how many parts a relative differs. */
export function toldOfChosen(m: FigureContext): string {
  const wiring = chosenIn(m);
  if (!wiring)
    return msg`All are built from the same ${parts.length} parts; filled ones differ from this model, which a button rebuilds that way, as far as its weights allow.`;
  const { can, cannot } = pressed(m, wiring);
  return msg`${wiring.name} differs from this model in ${can.length + cannot.length} of ${parts.length} parts.`;
}

/** What of that the live model takes; empty where nothing is chosen. */
export function madeOf(m: FigureContext): string {
  const wiring = chosenIn(m);
  if (!wiring) return '';
  const { can, cannot } = pressed(m, wiring);
  if (can.length === 0)
    return msg`None of these can be applied to this model’s weights: ${list(cannot.map((part) => reasonOf(wiring, part)))}.`;
  return msg`Applied here: ${list(can.map((part) => toldOf(wiring, part)))}.`;
}

/** The same, and what comes of it. */
export const captionOf = (m: FigureContext): string =>
  [toldOfChosen(m), madeOf(m), plainly(effectOf(m))].filter(Boolean).join(' ');

/** What cannot be pressed in, and why; empty where all can. */
export function lackText(m: FigureContext): string {
  const wiring = chosenIn(m);
  const { can, cannot } = wiring ? pressed(m, wiring) : { can: [], cannot: [] };
  if (!wiring || can.length === 0 || cannot.length === 0) return '';
  const reasons = cannot.map((part) => `${toldOf(wiring, part)} (${reasonOf(wiring, part)})`);
  return msg`Not applied: ${list(reasons)}.`;
}

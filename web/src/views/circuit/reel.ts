import type { CircuitAnswer } from '../../relatives/protocol';
import { awaited, type Recording, type Reel } from '../../state/numbers';
import type { FigureContext } from '../kit/hosted-figure';
import { countOf } from './parts';
import { answerOf, askedOf, begin, progressOf } from './search';
import { caption, foundOf } from './words';

/** Milliseconds between two rounds of the search, as it is played. */
export const beat = 450;

/** How many beats a frame stands: what was sought, for longer. */
export const beatsOf = ({ found }: CircuitAnswer, frame: number): number =>
  frame === found ? 4 : 1;

/** The circuit with its connections, at the end. */
const closing = 5;

/** Which frame of the search is filmed: -1 for the circuit with its connections; null where none is. */
export const filmedFrame = (m: FigureContext): number | null =>
  m.kept<number | null>('filmed', null);

/** A search that is through. */
interface Searched {
  readonly m: FigureContext;
  readonly answer: CircuitAnswer;
}

function searchedIn(m: FigureContext | null): Searched | null {
  const asked = m && askedOf(m);
  if (!m || !asked) return null;
  if ('problem' in asked) throw new Error(asked.problem);
  const { problem, waits } = progressOf(m, asked);
  if (problem) throw new Error(problem);
  if (waits) begin(m, asked);
  const answer = answerOf(m, asked);
  return answer && { m, answer };
}

/** The rounds of the search, and the circuit that they end with. */
export async function searchReel(
  context: () => FigureContext | null,
  { signal }: Recording,
): Promise<Reel> {
  let searched = searchedIn(context());
  await awaited(() => {
    searched ??= searchedIn(context());
    return searched !== null;
  }, signal);
  const { m, answer } = searched as Searched;
  const beats = answer.frames.flatMap((_, frame) =>
    Array<number>(beatsOf(answer, frame)).fill(frame),
  );
  const at = (seconds: number) => beats[Math.floor((seconds * 1000) / beat)] ?? -1;
  return {
    seconds: ((beats.length + closing) * beat) / 1000,
    show: (seconds) => m.keep('filmed', seconds === null ? null : at(seconds)),
    says() {
      const { kept, share } = answer.frames[filmedFrame(m) ?? -1] ?? foundOf(answer);
      return caption(context() ?? m, answer, countOf(kept), share);
    },
  };
}

import type { Outcome, Variant } from '../../model/protocol';
import { topGuesses } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { answersTo } from '../../state/what-if/answers';
import type { Ask } from '../../state/what-if/ask';
import { headRegion } from '../../state/what-if/switches';
import { shownRun } from '../../state/what-if/twins';
import type { StepContext } from '../kit/step-context';

/** What the model says at the word in focus, and with each head of the layer at hand muted. */
export interface Muted {
  readonly piece: string;
  readonly probability: number;
  /** By head; shorter while they are being computed. */
  readonly without: readonly Outcome[];
}

/** One run for each head of the layer, in which that head hands on nothing. */
export function askOf(m: StepContext): Ask | null {
  const [guess] = m.trace.has('logits') ? topGuesses(m.trace, m.model.vocabulary, m.focus, 1) : [];
  if (!guess) return null;
  const { text, masked, run, key } = shownRun(m.state, m.trace);
  return {
    key: JSON.stringify(['muted', key, m.layer, m.focus, guess.piece]),
    ...{ text, masked, token: m.focus, pieces: [m.model.vocabulary.indexOf(guess.piece)] },
    count: m.heads,
    variant: (head): Variant => ({
      ...run,
      changes: [...run.changes, `${headRegion(m.model.config, m.layer, head)}=0`],
    }),
  };
}

export function mutedOf(m: StepContext): Muted | null {
  const ask = askOf(m);
  const [guess] = ask ? topGuesses(m.trace, m.model.vocabulary, m.focus, 1) : [];
  return ask && guess ? { ...guess, without: answersTo(m.state, ask) } : null;
}

/** What is left of the answer's probability without a head. */
export const leftOf = ({ asked }: Outcome): number => asked[0] ?? 0;

/** The head without which least is left of the answer; null while some are being computed. */
export function weightiest(m: StepContext, { without }: Muted): number | null {
  if (without.length < m.heads) return null;
  return argmax(without.map((outcome) => -leftOf(outcome)));
}

import { weight } from '../../state/format';
import type { State } from '../../state/state';
import { msg } from '../../words/msg';
import { isMended, openCase } from './bench';
import type { Evidence } from './case';
import { caseOf, type NamedCase } from './cases';
import type { RunUnderTest } from './run-under-test';

/** The model's guess for a word: where the reader is, wherever the case looks. */
const answerOf = (run: RunUnderTest, token: number): string => {
  const answer = run.answer(run.trace, token);
  return answer
    ? msg`“${answer.piece}”, ${weight(answer.probability)}`
    : msg`none: every score is NaN`;
};

/** What the broken encoder answers at the reader's word; empty for a model without answers. */
export function brokenAnswer({ broken, token }: Evidence): string {
  if (!broken.trace.has('logits')) return '';
  return msg`The answer at ${broken.word(token)} is ${answerOf(broken, token)}.`;
}

/** Both answers, and what to test where they are the same. */
function bothAnswers(bug: NamedCase, { broken, right, token }: Evidence): string {
  if (!broken.trace.has('logits')) return '';
  const [before, now] = [broken, right].map((run) => run.answer(run.trace, token)?.piece);
  const same = before !== undefined && before === now;
  const end = same
    ? msg` The word is the same either way: ${msg(bug.test)}, not just the answer.`
    : '';
  return msg`The answer at ${right.word(token)} is now ${answerOf(right, token)}; broken, it was ${answerOf(broken, token)}.${end}`;
}

/** What is wrong, in numbers; a text may be too short, or too long, for the bug to show. */
export function symptomOf(bug: NamedCase, evidence: Evidence): string {
  const { fine, says } = bug.check(evidence.broken, evidence.right);
  return fine ? msg`The bug does not show in this text. ${says}` : bug.symptom(evidence);
}

/** What came of the right line. */
export function healedOf(bug: NamedCase, evidence: Evidence): string {
  const { fine } = bug.check(evidence.broken, evidence.right);
  return [fine ? '' : bug.healed(evidence), bothAnswers(bug, evidence)].filter(Boolean).join(' ');
}

/** What a guess says, and how it turned out. */
export interface Suspect {
  readonly id: string;
  readonly guess: string;
  readonly state: 'open' | 'wrong' | 'right';
}

export function suspectsOf(state: State, bug: NamedCase): readonly Suspect[] {
  return bug.guesses.map((id, i) => {
    const taken = state.guesses.includes(i);
    return {
      ...{ id, guess: msg(caseOf(id)?.guess ?? id) },
      state: taken ? (id === bug.id ? 'right' : 'wrong') : 'open',
    };
  });
}

/** The reason in numbers why the last guess is right or not; empty before any. */
export function verdictOf(state: State, { broken, right }: Evidence): string {
  const bug = openCase(state);
  const id = isMended(state) ? bug?.id : bug?.guesses[state.guesses.at(-1) ?? -1];
  const guess = id && caseOf(id);
  if (!bug || !guess) return '';
  const { says } = guess.check(broken, right);
  return isMended(state) ? msg`Right. ${says}` : msg`Not that one. ${says}`;
}

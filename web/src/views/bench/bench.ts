import { ownRun } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import type { Choice } from '../../state/actions';
import { likelihood } from '../../state/prediction';
import type { State } from '../../state/state';
import { traceFor } from '../../state/what-if/answers';
import { type EncodeRequest, type OnShow, requestKey, type Wants } from '../../state/what-if/ask';
import { isOwn } from '../../state/what-if/run-text';
import { msg } from '../../words/msg';
import type { Evidence } from './case';
import { caseOf, cases, type NamedCase } from './cases';
import { RunUnderTest } from './run-under-test';

/** The case on the bench; undefined where the address names one that there is not. */
export const openCase = (state: Pick<State, 'case'>): NamedCase | undefined => caseOf(state.case);

/** The bug has been found: the encoder runs right. */
export const isMended = ({ case: id, guesses }: Pick<State, 'case' | 'guesses'>): boolean =>
  guesses.some((guess) => caseOf(id)?.guesses[guess] === id);

/** The runs of a case: of its text and of its second text, broken and right. */
interface Requests {
  readonly broken: EncodeRequest;
  readonly right: EncodeRequest;
  readonly other: { readonly broken: EncodeRequest; readonly right: EncodeRequest } | null;
}

function requestsOf(state: State, bug: NamedCase): Requests | null {
  if (!state.trace) return null;
  const { text: own, masked } = state.trace.encoding;
  const both = (text: string) => {
    const of = (structure = '') => ({
      ...{ text, masked: bug.other ? [] : masked },
      run: { ...ownRun, structure },
    });
    return { broken: of(bug.broken), right: of(bug.right) };
  };
  const text = bug.text?.(own) ?? own;
  return { ...both(text), other: bug.other ? both(bug.other(text)) : null };
}

/** The model's own run is on show already, where the reader has not changed it. */
function isOnShow({ trace }: State, request: EncodeRequest): boolean {
  const { text, masked, run = ownRun } = trace?.encoding ?? {};
  if (!text || !masked || !isOwn(run)) return false;
  return requestKey({ text, masked, run: ownRun }) === requestKey(request);
}

const runOf = (state: State, request: EncodeRequest): Trace | null =>
  isOnShow(state, request) ? state.trace : traceFor(state, request);

/** What the bench wants computed for the case that is open. */
export function benchWants(state: State): Wants {
  const bug = openCase(state);
  const of = bug && requestsOf(state, bug);
  const traces = of
    ? [of.broken, of.right, ...(of.other ? [of.other.broken, of.other.right] : [])]
    : [];
  return { traces: traces.filter((request) => !isOnShow(state, request)), asks: [] };
}

function readEvidence(state: State, bug: NamedCase): Evidence | null {
  const of = requestsOf(state, bug);
  const { model } = state;
  if (!of || !model) return null;
  const run = (which: 'broken' | 'right') => {
    const trace = runOf(state, of[which]);
    const other = of.other && runOf(state, of.other[which]);
    if (!trace || (of.other && !other)) return null;
    const { layer, head, token } = state;
    const within = Math.min(Math.max(0, token), trace.encoding.tokens.length - 1);
    return new RunUnderTest(model, trace, other, { layer, head, token: within });
  };
  const [broken, right] = [run('broken'), run('right')];
  if (!broken || !right) return null;
  const { token } = broken;
  const place = bug.look?.({ broken, right, token }) ?? {};
  return { broken: broken.at(place), right: right.at(place), token };
}

/** The two runs of the open case, once both are there. */
export function evidenceOf(state: State): Evidence | null {
  const bug = openCase(state);
  return bug ? readEvidence(state, bug) : null;
}

/** A case freshly opened, nothing guessed. */
export const opened = (id: string): Choice => ({ case: id, guesses: [] });

/** The case before or after the open one, in a circle. */
export function neighbourCase({ case: id }: Pick<State, 'case'>, by: 1 | -1): string {
  const at = cases.findIndex((each) => each.id === id);
  return cases[(at + by + cases.length) % cases.length]?.id ?? id;
}

/** One more guess; the same twice counts once. */
export const guessed = ({ guesses }: Pick<State, 'guesses'>, guess: number): Choice =>
  guesses.includes(guess) ? {} : { guesses: [...guesses, guess] };

/** The broken run of the open case; null before there is a sentence. */
export function brokenRequest(state: State): EncodeRequest | null {
  const bug = openCase(state);
  return (bug && requestsOf(state, bug)?.broken) ?? null;
}

/** The run on the bench, which takes the place of the reader's own; null while it runs. */
export function onShow(state: State): OnShow | null {
  const evidence = evidenceOf(state);
  if (!evidence) return null;
  const { trace, layer, head, token } = isMended(state) ? evidence.right : evidence.broken;
  return { trace, layer, head, token };
}

/** The state as the bench shows it. */
export const onBench = (state: State): State => ({ ...state, ...onShow(state) });

/** The model's guess for a word: where the reader is, wherever the case looks. */
const answerOf = (run: RunUnderTest, token: number): string => {
  const answer = run.answer(run.trace, token);
  return answer
    ? msg`“${answer.piece}”, ${likelihood(answer.probability)}`
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
    ? msg` The word is the same either way, so the answer alone proves nothing: ${msg(bug.test)}.`
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

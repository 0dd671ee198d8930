import { type Outcome, ownRun } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { type Guess, likelihood, topGuesses } from '../prediction';
import type { State } from '../state';
import { formerTrace } from './answers';
import { isOwn } from './run-text';

/** The model's guess at the word in focus in a trace; null without one. */
function readingIn({ model, token }: State, trace: Trace | null): Guess | null {
  if (!model || !trace?.has('logits') || token < 0 || token >= trace.encoding.tokens.length)
    return null;
  return topGuesses(trace, model.vocabulary, token, 1)[0] ?? null;
}

/** The guess of the run on show. */
export const presentReading = (state: State): Guess | null => readingIn(state, state.trace);

/** The guess of the model's own run, where another is on show and both are there. */
export const formerReading = (state: State): Guess | null => readingIn(state, formerTrace(state));

/** What the model reads by itself; null until that is known. */
export function trainedReading(state: State): (Guess & { readonly id: number }) | null {
  const { model, trace } = state;
  const own = trace && isOwn(trace.encoding.run ?? ownRun);
  const guess = own ? presentReading(state) : formerReading(state);
  return guess && model && { ...guess, id: model.vocabulary.indexOf(guess.piece) };
}

/** An outcome as a guess. */
export const guessOf = ({ model }: State, { best, probability }: Outcome): Guess => ({
  piece: model?.vocabulary[best] ?? `#${best}`,
  probability,
});

/** "animal 99.8 %" */
export const guessText = ({ piece, probability }: Guess): string =>
  `${piece} ${likelihood(probability)}`;

/** Whether two guesses read the same as the page writes them. */
export const sameGuess = (a: Guess, b: Guess): boolean => guessText(a) === guessText(b);

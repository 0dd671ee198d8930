import { type Outcome, ownRun, type Run, type Token, type Variant } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { bestIds } from '../prediction';
import { swapOf } from '../presets';
import type { State } from '../state';
import { nothingIn } from '../word-names';
import { answersTo, traceFor } from './answers';
import { type Ask, type EncodeRequest, requestKey, type Wants } from './ask';
import { runOf } from './history';
import { copiesIn, withNumbers, withoutCopies } from './run-text';

/** The sentence held against the one at hand: the one chosen, else its swap; empty where there is neither. */
export const otherText = ({ other, sentence }: State): string =>
  other || (swapOf(sentence)?.text ?? '');

/** The other sentence, run as this one but for what is copied; null where there is none. */
export function otherRequest(state: State): EncodeRequest | null {
  const text = otherText(state);
  if (nothingIn(text) !== null) return null;
  return { text, masked: state.masked, run: withoutCopies(runOf(state)) };
}

/** The run on show, with what is copied into it; and what tells it from others of the same changes. */
export function shownRun(state: State, { encoding: { text, masked, run = ownRun } }: Trace) {
  const from = copiesIn(run).length > 0 ? otherText(state) : '';
  return { text, masked, run, key: [text, masked, run, from] };
}

/** The sentence at hand without what is copied into it. */
export const requestWithoutCopies = (state: State): EncodeRequest => ({
  text: state.sentence,
  masked: state.masked,
  run: withoutCopies(runOf(state)),
});

/** Two sentences of the same number of tokens, run alike. */
export interface Twins {
  /** The sentence at hand, without what is copied into it. */
  readonly upper: Trace;
  readonly lower: Trace;
}

/** The run of the other sentence, where it is there; and whether it has as many tokens as this one. */
function otherRun(state: State): { readonly trace: Trace; readonly fits: boolean } | null {
  const request = otherRequest(state);
  const trace = request && traceFor(state, request);
  const own = state.trace?.encoding;
  if (!trace || own?.text !== state.sentence) return null;
  return { trace, fits: trace.encoding.tokens.length === own.tokens.length };
}

/** The numbers of tokens of both sentences, where they are not the same. */
export interface Mismatch {
  readonly own: number;
  readonly other: number;
}

export function mismatchOf(state: State): Mismatch | null {
  const found = otherRun(state);
  if (!found || found.fits) return null;
  return {
    own: state.trace?.encoding.tokens.length ?? 0,
    other: found.trace.encoding.tokens.length,
  };
}

/** The trace on show, where nothing is copied into it; else null. */
function shownUncopied({ trace }: State, request: EncodeRequest): Trace | null {
  if (!trace) return null;
  const { text, masked, run = ownRun } = trace.encoding;
  return requestKey({ text, masked, run }) === requestKey(request) ? trace : null;
}

/** The run of the sentence at hand without what is copied into it; null until it is there. */
export function upperTrace(state: State): Trace | null {
  const request = requestWithoutCopies(state);
  return shownUncopied(state, request) ?? traceFor(state, request);
}

/** The twins; null until both are there, and where they have not the same number of tokens. */
export function twinsOf(state: State): Twins | null {
  const found = otherRun(state);
  const upper = upperTrace(state);
  return found?.fits && upper ? { upper, lower: found.trace } : null;
}

/** The runs of the twins. The upper one's too where it is on show: it is there when a copy takes its place. */
export function twinRequests(state: State): readonly EncodeRequest[] {
  const other = otherRequest(state);
  return other ? [other, requestWithoutCopies(state)] : [];
}

/** A run that can be computed now: with copied numbers, or without copies where there are none to copy. */
export function runnable(state: State, run: Run): { readonly run: Run; readonly numbers: Run } {
  if (copiesIn(run).length === 0) return { run, numbers: run };
  const other = otherRun(state);
  const numbers = other?.fits ? withNumbers(run, other.trace) : null;
  const bare = withoutCopies(run);
  return numbers ? { run, numbers } : { run: bare, numbers: bare };
}

/** Outcomes that are asked for at once, where thousands are. */
const together = 32;

/** Whole words: no parts of words, no signs, nothing in brackets. */
const isWord = (piece: string): boolean => /^\p{L}[\p{L}'’]*$/u.test(piece);

/** Whether a token is a word by itself, so that another one can stand in its place. */
export const isWhole = (tokens: readonly Token[], at: number): boolean =>
  isWord(tokens[at]?.piece ?? '') && !tokens[at + 1]?.piece.startsWith('##');

/** The place in which every word is tried; null where that is not asked, or the word in focus is there. */
function placeOf({ trying, trace, token, sentence }: State): number | null {
  const tokens = trace?.encoding.text === sentence ? trace.encoding.tokens : [];
  return trying !== null && trying !== token && isWhole(tokens, trying) ? trying : null;
}

/** The sentence with a mask in that place: what the model reads there says how well each word fits. */
function fitRequest(state: State, place: number): EncodeRequest {
  const request = requestWithoutCopies(state);
  return { ...request, masked: [...new Set([...request.masked, place])].sort((a, b) => a - b) };
}

const ranked = new WeakMap<Trace, readonly number[]>();

/** The ids of all words, those that fit the place best first. */
function candidates({ model, trace }: State, fit: Trace, place: number): readonly number[] {
  const own = trace?.encoding.tokens[place]?.id;
  const known =
    ranked.get(fit) ??
    bestIds(fit.row('logits', place), model?.vocabulary.length ?? 0).filter(
      (id) => id !== own && isWord(model?.vocabulary[id] ?? ''),
    );
  ranked.set(fit, known);
  return known;
}

/** Everything that a search needs; null while none is on, or the run that ranks the words is not there. */
function searchOf(state: State): { readonly ids: readonly number[]; readonly ask: Ask } | null {
  const place = placeOf(state);
  const fit = place === null ? null : traceFor(state, fitRequest(state, place));
  if (place === null || !fit?.has('logits')) return null;
  const ids = candidates(state, fit, place);
  const { text, masked, run } = requestWithoutCopies(state);
  const ask: Ask = {
    key: JSON.stringify(['search', requestKey({ text, masked, run }), state.token, place]),
    ...{ text, masked, token: state.token, pieces: [], count: ids.length, together },
    variant: (index): Variant => ({ ...run, replaced: [[place, ids[index] ?? 0]] }),
  };
  return { ids, ask };
}

export function searchWants(state: State): Wants {
  const place = placeOf(state);
  if (place === null || !state.trace?.has('logits')) return { traces: [], asks: [] };
  const search = searchOf(state);
  return {
    traces: [requestWithoutCopies(state), fitRequest(state, place)],
    asks: search ? [search.ask] : [],
  };
}

/** A word that turns the reading, the reading that it leads to, and the sentence with it. */
export interface Turner {
  readonly word: string;
  readonly outcome: Outcome;
  readonly sentence: string;
}

export interface Found {
  readonly place: number;
  readonly tried: number;
  readonly count: number;
  /** Those that fit the place best first. */
  readonly turners: readonly Turner[];
}

/** The words tried so far that turn the reading; a word that is read itself in place of the old one does not. */
export function foundTwins(state: State): Found | null {
  const place = placeOf(state);
  if (place === null) return null;
  const search = searchOf(state);
  const upper = upperTrace(state);
  const at = state.trace?.encoding.tokens[place];
  if (!search || !upper || !at) return { place, tried: 0, count: 0, turners: [] };
  const [reads] = bestIds(upper.row('logits', state.token), 1);
  const answers = answersTo(state, search.ask);
  const turners = answers.flatMap((outcome, i): readonly Turner[] => {
    const id = search.ids[i] ?? 0;
    if (outcome.best === reads || outcome.best === id) return [];
    const word = state.model?.vocabulary[id] ?? '';
    const { sentence } = state;
    return [
      { word, outcome, sentence: sentence.slice(0, at.begin) + word + sentence.slice(at.end) },
    ];
  });
  return { place, tried: answers.length, count: search.ids.length, turners };
}

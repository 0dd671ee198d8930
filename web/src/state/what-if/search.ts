import type { Outcome, Token, Variant } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { bestIds } from '../prediction';
import type { State } from '../state';
import { answersTo, traceFor } from './answers';
import { type Ask, type EncodeRequest, requestKey, type Wants } from './ask';
import { uncopiedRequest, upperTrace } from './twins';

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
  const request = uncopiedRequest(state);
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
  const { text, masked, run } = uncopiedRequest(state);
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
    traces: [uncopiedRequest(state), fitRequest(state, place)],
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

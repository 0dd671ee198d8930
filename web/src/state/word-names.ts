import type { Encoding, Token } from '../model/protocol';
import { later, msg } from '../words/msg';

const ordinals = [
  ...[later('first'), later('second'), later('third'), later('fourth')],
  ...[later('fifth'), later('sixth'), later('seventh'), later('eighth')],
];

/**
 * A token in quotation marks; of several that read the same, which one: “it”, the second “cat”.
 * Beyond the eighth its count among them: “the” number 9.
 */
export function wordName(tokens: readonly Pick<Token, 'piece'>[], token: number): string {
  const piece = tokens[token]?.piece ?? '';
  const name = msg`“${piece}”`;
  const alike = tokens.flatMap((each, i) => (each.piece === piece ? [i] : []));
  if (alike.length < 2) return name;
  const place = alike.indexOf(token);
  const ordinal = ordinals[place];
  return ordinal ? msg`the ${msg(ordinal)} ${name}` : msg`${name} number ${place + 1}`;
}

/** The same at the beginning of a sentence. */
export function wordNameFirst(tokens: readonly Token[], token: number): string {
  return wordName(tokens, token).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** White space, control characters, and what Unicode lets a program draw as nothing. */
const invisible = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Why there is nothing in a text to encode; null where there is something to see. */
export function nothingIn(text: string): string | null {
  if (text.trim() === '') return msg`There is no text to encode.`;
  return invisible.test(text)
    ? msg`The text has only invisible characters: there is nothing to encode.`
    : null;
}

/** Tokens that are pieces of one word: from `first` to before `end`. */
interface Run {
  readonly first: number;
  readonly end: number;
}

/** A word as it was typed, and the tokens that it became. */
export interface TypedWord extends Run {
  readonly text: string;
  /** It is not in the vocabulary: it was cut into pieces, or replaced by [UNK]. */
  readonly unknown: boolean;
}

const goesOn = (token: Token, before: Token | undefined): boolean =>
  token.piece.startsWith('##') && token.end > token.begin && token.begin === before?.end;

/** Tokens that no space parts are pieces of one word. Added tokens stand alone. */
function runs(tokens: readonly Token[]): readonly Run[] {
  const starts = tokens.flatMap((token, i) => (goesOn(token, tokens[i - 1]) ? [] : [i]));
  return starts.map((first, i) => ({ first, end: starts[i + 1] ?? tokens.length }));
}

/** The words that are spelled by several pieces. */
export const spelledRuns = (tokens: readonly Token[]): readonly Run[] =>
  runs(tokens).filter(({ first, end }) => end - first > 1);

/** The words of the text in order; one without a text is a token that the model added. */
export function typedWords({
  tokens,
  text,
}: Pick<Encoding, 'tokens' | 'text'>): readonly TypedWord[] {
  return runs(tokens).map(({ first, end }) => ({
    first,
    end,
    text: text.slice(tokens[first]?.begin, tokens[end - 1]?.end),
    unknown: end - first > 1 || tokens[first]?.piece === '[UNK]',
  }));
}

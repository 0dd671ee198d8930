import type { Token } from '../model/protocol';
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

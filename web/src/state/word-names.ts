import type { Token } from '../model/protocol';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/**
 * A token in quotation marks; of several that read the same, which one: “it”, the second “cat”.
 * Beyond the eighth its count among them: “the” number 9.
 */
export function wordName(tokens: readonly Token[], token: number): string {
  const piece = tokens[token]?.piece ?? '';
  const name = `“${piece}”`;
  const alike = tokens.flatMap((each, i) => (each.piece === piece ? [i] : []));
  if (alike.length < 2) return name;
  const place = alike.indexOf(token);
  const ordinal = ordinals[place];
  return ordinal ? `the ${ordinal} ${name}` : `${name} number ${place + 1}`;
}

/** The same at the beginning of a sentence. */
export function wordNameFirst(tokens: readonly Token[], token: number): string {
  return wordName(tokens, token).replace(/^the /, 'The ');
}

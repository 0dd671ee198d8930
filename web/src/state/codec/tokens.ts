import type { Token } from '../../model/protocol';
import { msg } from '../../words/msg';
import type { State } from '../state';
import type { Reading } from './field';
import { inOrder } from './parse';

/** The tokens of the sentence that is shown; null until they are there. */
export function tokensOf({ trace, sentence }: State): readonly Token[] | null {
  return trace?.encoding.text === sentence ? trace.encoding.tokens : null;
}

/** A token by its place from 1, or by its word: the first of several. A sentence where it is none. */
function findToken(name: string, value: string, tokens: readonly Token[]): number | string {
  if (/^\d{1,4}$/.test(value)) {
    const number = Number(value);
    if (number >= 1 && number <= tokens.length) return number - 1;
    return msg`${name}="${value}" is none of the sentence’s tokens, 1 to ${tokens.length}.`;
  }
  const token = tokens.findIndex((each) => each.piece.toLowerCase() === value.toLowerCase());
  return token >= 0 ? token : msg`${name}="${value}" is no word of this sentence.`;
}

/** One token under the name of its attribute, which is also its key in the state. */
export function readToken(name: 'token' | 'why', value: string, state: State): Reading {
  const tokens = tokensOf(state);
  if (!tokens) return null;
  const found = findToken(name, value, tokens);
  return typeof found === 'string' ? found : { [name]: found };
}

/** Several tokens with commas between them. */
export function readMasked(value: string, state: State): Reading {
  const tokens = tokensOf(state);
  if (!tokens) return null;
  const found = value.split(',').map((part) => findToken('masked', part.trim(), tokens));
  const problem = found.find((each) => typeof each === 'string');
  return problem ?? { masked: inOrder(found as number[]) };
}

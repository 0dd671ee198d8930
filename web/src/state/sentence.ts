import { msg } from '../words/msg';

/** White space, control characters, and what Unicode lets a program draw as nothing. */
const invisible = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Why there is nothing in a text to encode; null where there is something to see. */
export function nothingIn(text: string): string | null {
  if (text.trim() === '') return msg`There is no text to encode.`;
  return invisible.test(text)
    ? msg`The text has only characters that cannot be seen: there is nothing to encode.`
    : null;
}

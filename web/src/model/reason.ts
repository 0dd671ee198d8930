import { msg } from '../words/msg';
import { EncoderError } from './worker-line';

/** What went wrong, as it was said: the core's own messages are English. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Why a model was refused. A language that knows the kind of refusal says that before the core's message. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  const code = error instanceof EncoderError ? error.code : '';
  const kind = msg(code);
  return kind === code ? message : msg`${kind} In detail, in English: ${message}`;
}

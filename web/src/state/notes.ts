import { grouped } from '../words/language';
import { msg } from '../words/msg';
import { isTooLong, longestSentence } from './codec/parse';
import { doubt, spelledNote } from './honesty';
import type { HeadPlace, State } from './state';

const isSaid = (note: string | null): note is string => note !== null;

const limit = (): string => grouped(longestSentence);

/** Of a text that a link cannot hold: that one will cut it, or that one has. */
function lengthNotes({ sentence, cut }: State): string[] {
  if (isTooLong(sentence)) {
    return [msg`The text is too long for a link: a reload opens its first ${limit()} characters.`];
  }
  return cut ? [msg`A link holds ${limit()} characters: the rest of the text was cut off.`] : [];
}

function headNote({ missing, layer, head }: State): string | null {
  const name = (of: HeadPlace) => msg`layer ${of.layer + 1}, head ${of.head + 1}`;
  if (!missing) return null;
  return msg`This model has no ${name(missing)}: ${name({ layer, head })} is shown instead.`;
}

/** What there is to say about how the model read the sentence. */
export function sentenceNotes(state: State): readonly string[] {
  const encoding = state.trace?.encoding;
  if (!encoding || encoding.text !== state.sentence) return [];
  const { tokens, dropped, masked } = encoding;
  const unknown = tokens.filter((token) => token.piece === '[UNK]').length;
  const notes = [doubt(state), headNote(state), ...lengthNotes(state), spelledNote(state)].filter(
    isSaid,
  );
  if (dropped > 0) {
    const [most, all] = [tokens.length, tokens.length + dropped];
    notes.push(
      msg`The model takes ${most} {0:piece|pieces} at most: the last ${dropped} of ${all} are left out.`,
    );
  }
  if (unknown > 0) {
    notes.push(msg`${unknown} {0:piece|pieces} not in the vocabulary: the model sees [UNK] there.`);
  }
  if (masked.length > 0) notes.push(msg`${masked.length} {0:word|words} masked.`);
  return notes;
}

import { isTooLong, longestSentence } from './codec/parse';
import type { State } from './state';

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

const limit = `${longestSentence.toLocaleString('en')} characters`;

/** Of a text that a link cannot hold: that one will cut it, or that one has. */
function lengthNotes({ sentence, cut }: State): string[] {
  if (isTooLong(sentence)) {
    return [`The text is too long for a link: a reload opens its first ${limit}.`];
  }
  return cut ? [`A link holds ${limit}: the rest of the text was cut off.`] : [];
}

/** What there is to say about how the model read the sentence. */
export function sentenceNotes(state: State): readonly string[] {
  const encoding = state.trace?.encoding;
  if (!encoding || encoding.text !== state.sentence) return [];
  const { tokens, dropped, masked } = encoding;
  const unknown = tokens.filter((token) => token.piece === '[UNK]').length;
  const notes = lengthNotes(state);
  if (dropped > 0) {
    const most = count(tokens.length, 'piece');
    notes.push(
      `The model takes ${most} at most: the last ${dropped} of ${tokens.length + dropped} are left out.`,
    );
  }
  if (unknown > 0) {
    notes.push(`${count(unknown, 'piece')} not in the vocabulary: the model sees [UNK] there.`);
  }
  if (masked.length > 0) notes.push(`${count(masked.length, 'word')} masked.`);
  return notes;
}

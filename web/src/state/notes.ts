import { isTooLong, longestSentence } from './codec/parse';
import { doubt, spelledNote } from './honesty';
import type { HeadPlace, State } from './state';

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

const isSaid = (note: string | null): note is string => note !== null;

const limit = `${longestSentence.toLocaleString('en')} characters`;

/** Of a text that a link cannot hold: that one will cut it, or that one has. */
function lengthNotes({ sentence, cut }: State): string[] {
  if (isTooLong(sentence)) {
    return [`The text is too long for a link: a reload opens its first ${limit}.`];
  }
  return cut ? [`A link holds ${limit}: the rest of the text was cut off.`] : [];
}

function headNote({ missing, layer, head }: State): string | null {
  const name = (of: HeadPlace) => `layer ${of.layer + 1}, head ${of.head + 1}`;
  if (!missing) return null;
  return `This model has no ${name(missing)}: ${name({ layer, head })} is shown instead.`;
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

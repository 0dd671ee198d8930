import type { State } from './state';

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** What there is to say about how the model read the sentence. */
export function sentenceNotes(state: State): readonly string[] {
  const encoding = state.trace?.encoding;
  if (!encoding || encoding.text !== state.sentence) return [];
  const { tokens, dropped, masked } = encoding;
  const unknown = tokens.filter((token) => token.piece === '[UNK]').length;
  const notes: string[] = [];
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

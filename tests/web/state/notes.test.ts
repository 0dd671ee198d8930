import { describe, expect, it } from 'vitest';
import type { Encoding } from '../../../web/src/model/protocol';
import { Trace } from '../../../web/src/model/trace';
import { sentenceNotes } from '../../../web/src/state/notes';
import { initialState } from '../../../web/src/state/reduce';
import { makeTokens, makeTrace } from '../fixtures';

const text = 'one two three';

function notesFor(change: Partial<Encoding>, sentence = text): readonly string[] {
  const trace = new Trace({ ...makeTrace(text).encoding, ...change });
  return sentenceNotes({ ...initialState({ sentence }), trace });
}

describe('what is said of a sentence', () => {
  it('is nothing where the model read all of it', () => {
    expect(notesFor({})).toEqual([]);
  });

  it('counts what was cut, of how many', () => {
    expect(notesFor({ dropped: 9_997 })).toEqual([
      'The model takes 3 pieces at most: the last 9997 of 10000 are left out.',
    ]);
  });

  it('counts unknown and masked words', () => {
    const unknown = makeTokens(text).map((token) => ({ ...token, piece: '[UNK]' }));
    expect(notesFor({ tokens: unknown })[0]).toContain('3 pieces not in the vocabulary');
    expect(notesFor({ masked: [1] })).toEqual(['1 word masked.']);
  });

  it('says nothing of an older sentence', () => {
    expect(notesFor({ dropped: 5 }, 'one')).toEqual([]);
  });
});

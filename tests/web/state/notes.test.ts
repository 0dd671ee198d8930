import { describe, expect, it } from 'vitest';
import type { Encoding } from '../../../web/src/model/protocol';
import { Trace } from '../../../web/src/model/trace';
import { sentenceNotes } from '../../../web/src/state/honesty';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { formatHash, parseHash } from '../../../web/src/state/url';
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
      'The model takes at most 3 tokens: the last 9997 of 10000 are left out.',
    ]);
  });

  it('counts unknown and masked words', () => {
    const unknown = makeTokens(text).map((token) => ({ ...token, piece: '[UNK]' }));
    expect(notesFor({ tokens: unknown })[0]).toContain('3 tokens not in the vocabulary');
    expect(notesFor({ masked: [1] })).toEqual(['1 word masked.']);
  });

  it('says before a reload that a link cuts the text, and after it that it did', () => {
    const long = 'one '.repeat(5_001);
    const trace = new Trace({ ...makeTrace(text).encoding, text: long });
    const before = sentenceNotes({ ...initialState({ sentence: long }), trace });
    expect(before[0]).toContain('too long for a link: reloading keeps its first 20,000 characters');
    const read = parseHash(formatHash(initialState({ sentence: long })));
    expect(read).toMatchObject({ sentence: long.slice(0, 20_000), cut: true });
    const reloaded = initialState(read);
    const short = new Trace({ ...trace.encoding, text: reloaded.sentence });
    const after = sentenceNotes({ ...reloaded, trace: short });
    expect(after[0]).toContain('the rest of the text was cut off');
    expect(parseHash(formatHash(reloaded)).cut).toBe(true);
    const typed = reduce(reloaded, { type: 'sentence', text });
    expect(typed.cut).toBe(false);
  });

  it('says nothing of an older sentence', () => {
    expect(notesFor({ dropped: 5 }, 'one')).toEqual([]);
  });
});

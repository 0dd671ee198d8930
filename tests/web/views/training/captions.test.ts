import { describe, expect, it } from 'vitest';
import {
  amongWords,
  headCaption,
  lessonCaption,
  lessonLoss,
  movedMost,
  saysCaption,
  spokenStep,
  unknownWords,
} from '../../../../web/src/views/training/captions';
import { duration } from '../../../../web/src/views/training/controls';
import { atAnimal, atStreet, even, keptAt, learned, readingOf, seenWith } from './fixtures';

const at = (step: number) => {
  const training = learned();
  const seen = training.seen.get(step);
  if (!seen) throw new Error(`nothing is seen of step ${step}`);
  return headCaption(training, step, seen);
};

describe('the caption of a head', () => {
  it('says that nothing is learned yet, and when the word that differs turns it', () => {
    expect(at(0)).toBe(
      'Nothing has been learned yet, as all its parameters are random; it looks at all words almost equally: none of 4 gets more than 25\u202f%. By step 400 the word that differs redirects it.',
    );
  });

  it('says of a rule that looks at one word that the other does not turn it', () => {
    expect(at(100)).toBe(
      'It looks mostly at “animal” in both: 85\u202f% with “tired”, 85\u202f% with “wide”. The word that differs makes no difference. By step 400 the word that differs redirects it.',
    );
  });

  it('says that the word turns it only where both look somewhere', () => {
    expect(at(400)).toBe(
      'The word that differs redirects it: with “tired” it looks mostly at “animal”, 85\u202f%; with “wide”, at “street”, 80\u202f%.',
    );
    const training = learned();
    expect(headCaption(training, 500, seenWith(atAnimal, even))).toBe(
      'With “tired” it looks mostly at “animal”, 85\u202f%; with “wide”, at no word much, 25\u202f% at most.',
    );
  });

  it('of a single sentence says where it looks', () => {
    const training = learned();
    expect(headCaption(training, 500, seenWith(atStreet, null))).toBe(
      'From “it” it looks mostly at “street”, 80\u202f%.',
    );
    expect(headCaption(training, 500, seenWith([0.02, 0.03, 0.9, 0.05], null))).toContain(
      'at the word itself, 90\u202f%',
    );
  });
});

describe('what is said beside it', () => {
  it('is the model’s own answer, in both sentences', () => {
    expect(saysCaption(seenWith(atAnimal, atStreet))).toBe(
      'Asked what “it” stands for, it answers “animal”, 50.0\u00a0% with “tired”, and “animal”, 50.0\u00a0% with “wide”.',
    );
  });

  it('names words that the vocabulary does not have', () => {
    const reading = readingOf('the [UNK] it', [0, 0, 1]);
    const tokens = [
      { id: 1, piece: 'the', begin: 0, end: 3 },
      { id: 0, piece: '[UNK]', begin: 4, end: 10 },
    ];
    expect(unknownWords(reading, 'the [UNK] it')).toContain('“[UNK]”');
    expect(unknownWords({ ...reading, tokens }, 'the trophy')).toBe(
      '“trophy” is not in the vocabulary: the encoder sees an unknown word there.',
    );
    expect(unknownWords({ ...reading, tokens: tokens.slice(0, 1) }, 'the')).toBe('');
  });

  it('says what a loss means', () => {
    expect([3.36, 2.01, 7].map(amongWords)).toEqual(['29', '7.5', '1,097']);
    expect(spokenStep(keptAt(400))).toBe(
      'step 400: 6.60 nats, as unsure as a choice among 735 words; 40.0\u00a0% of held-out pronouns right, 20.0\u00a0% in both sentences of a pair',
    );
  });
});

describe('what a lesson did', () => {
  const lesson = { losses: [5.214, 4, 3.9], moves: [], mended: 0, broken: 0 };
  const [before, after] = [keptAt(400).evaluation, keptAt(200).evaluation];

  it('is said to be nothing where nothing changed', () => {
    expect(lessonCaption({ ...lesson, before, after: before })).toBe(
      'On the test sentences nothing changed: 40.0\u00a0% of pronouns right, 6.600 nats on hidden words.',
    );
  });

  it('is what was measured before and after', () => {
    expect(lessonCaption({ ...lesson, before, after, mended: 1, broken: 12 })).toBe(
      'On the test sentences, 40.0\u00a0% of pronouns were right before and 20.0\u00a0% are now: 1 newly right, 12 no longer. Hidden words: 6.600 nats before, 6.800 now.',
    );
    expect(lessonLoss({ ...lesson, before, after })).toBe(
      'Its loss on this sentence went from 5.21 to 3.90 nats.',
    );
  });

  it('names the tensors that moved furthest', () => {
    const moves = [
      ['a', 1],
      ['b', 3],
      ['c', 2],
    ].map(([name, moved]) => ({ name: String(name), moved: Number(moved), norm: 1 }));
    expect(movedMost(moves, 2).map(({ name }) => name)).toEqual(['b', 'c']);
  });
});

describe('numbers', () => {
  it('of times are written to be read', () => {
    expect([8.2, 99, 130, 4800].map(duration)).toEqual(['8 s', '99 s', '2 min', '1 h 20 min']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Head, Token } from '../../../web/src/model/protocol';
import { Trace } from '../../../web/src/model/trace';
import { doubt, originOf, pronounNote, spelledNote } from '../../../web/src/state/honesty';
import { initialState } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { makeModel, makeTrace } from '../fixtures';

const own = { trained: 'true', training: '{"referenceWeight":0.5}' };

/** A text whose words in capitals are spelled, in two pieces each; "?" are unknown signs. */
function reading(text: string, metadata: Record<string, string> = own): State {
  const words = [...text.matchAll(/[^\s,]+|,/g)];
  const tokens = words.flatMap((match): Token[] => {
    const [word] = match;
    const begin = match.index;
    const end = begin + word.length;
    const whole = { id: 0, piece: word.toLowerCase(), begin, end };
    if (!/\p{Script=Latin}|,/u.test(word)) return [{ ...whole, piece: '[UNK]' }];
    if (word !== word.toUpperCase() || word === ',') return [whole];
    return [
      { ...whole, end: begin + 1 },
      { ...whole, piece: '##x', begin: begin + 1 },
    ];
  });
  const trace = new Trace({ ...makeTrace(text).encoding, tokens });
  return { ...initialState({ sentence: text, token: 0 }), model: makeModel(metadata), trace };
}

describe('words that the model spells', () => {
  it('are named, each once', () => {
    expect(spelledNote(reading('the TRANSFORMERS learn'))).toBe(
      'This model does not know “TRANSFORMERS”: it spells it out, and may misread it.',
    );
    expect(spelledNote(reading('GPU and TPU and GPU'))).toMatch(/does not know “GPU” and “TPU”:/);
    expect(spelledNote(reading('AB CD EF GH'))).toMatch(/does not know “AB”, “CD”, “EF” and “GH”:/);
    expect(spelledNote(reading('AB CD EF GH IJ'))).toMatch(
      /does not know “AB”, “CD”, “EF” and 2 more:/,
    );
  });

  it('are none where all are in the vocabulary', () => {
    expect(spelledNote(reading('the cat sat'))).toBeNull();
  });
});

describe('doubt about a prediction', () => {
  it('is said where more than a quarter of the words are not the model’s', () => {
    expect(doubt(reading('the big , NEURAL cat'))).toBeNull();
    expect(doubt(reading('the big , NEURAL NET'))).toBe(
      'Do not trust the prediction here: the model does not know 2 of 4 words.',
    );
  });

  it('is said where more than a quarter of the letters are of another script', () => {
    expect(doubt(reading('here is my кошка'))).toBe(
      'Do not trust the prediction here: the model does not know 1 of 4 words, and 5 of 13 letters are not Latin.',
    );
    expect(doubt(reading('there stands some cat и'))).toBeNull();
  });

  it('is not said of a model that knows words of another script', () => {
    const state = reading('here is my cat');
    const tokens = [{ id: 0, piece: 'кошка', begin: 0, end: 5 }];
    const trace = new Trace({ ...makeTrace('кошка').encoding, tokens });
    expect(doubt({ ...state, trace })).toBeNull();
  });

  it('is not said of a published model, which reads words by their pieces', () => {
    const state = reading('the big , NEURAL NET');
    const head = { kind: '', labels: [], pooling: 'mean', normalised: false } as unknown as Head;
    const published = state.model && { ...state, model: { ...state.model, head } };
    expect(doubt(state)).not.toBeNull();
    expect(spelledNote(state)).not.toBeNull();
    expect(published && [doubt(published), spelledNote(published)]).toEqual([null, null]);
  });

  it('is not said of a model without training, which predicts nothing', () => {
    expect(doubt(reading('NEURAL NET', { trained: 'false' }))).toBeNull();
  });
});

describe('what the model was trained for', () => {
  it('is said at a pronoun', () => {
    const note = 'Trained to name what a pronoun stands for.';
    expect(pronounNote(reading('it was tired'))).toBe(note);
    expect(pronounNote({ ...reading('it was tired'), token: 1 })).toBeNull();
  });

  it('is not said of a model that was trained otherwise, or elsewhere', () => {
    expect(pronounNote(reading('it', { trained: 'true' }))).toBeNull();
    expect(pronounNote(reading('it', { ...own, training: '{"referenceWeight":0}' }))).toBeNull();
    expect(pronounNote(reading('it', { ...own, training: 'nonsense' }))).toBeNull();
  });
});

describe('what the model was trained on', () => {
  const model = (count: number, metadata: Record<string, string>) => ({
    ...makeModel(metadata),
    vocabulary: ['[UNK]', '##ing', 'x', '!', "don't", ...new Array<string>(count - 1).fill('word')],
  });

  it('is one line with the number of whole words', () => {
    expect(originOf(model(3017, own))).toBe(
      'Trained on made-up sentences; knows about 3,000 words',
    );
    expect(originOf(model(1066, own))).toBe(
      'Trained on made-up sentences; knows about 1,100 words',
    );
    expect(originOf(model(7, own))).toBe('Trained on made-up sentences; knows 7 words');
    expect(originOf(model(1, own))).toBe('Trained on made-up sentences; knows 1 word');
  });

  it('is not claimed where the file does not say it', () => {
    expect(originOf(model(21_764, { trained: 'true' }))).toBe(
      'Its file does not say what it was trained on; it knows about 21,800 words',
    );
  });
});

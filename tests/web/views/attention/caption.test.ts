import { describe, expect, it } from 'vitest';
import type { AttentionRow } from '../../../../web/src/views/attention/attention-row';
import { attentionRowOf } from '../../../../web/src/views/attention/attention-row';
import { captionBeats, captionFor, cellCaption } from '../../../../web/src/views/attention/caption';
import { attentionState } from './fixture';

const piecesOf = "the animal didn't cross the street because it was too tired".split(' ');

/** The row of the design's picture, as far as captions need it. */
function factsWith(weights: readonly number[], focus: number): AttentionRow {
  const row = attentionRowOf(attentionState()) as AttentionRow;
  return { ...row, weights: Float32Array.from(weights), focus };
}

const picture = [0.099, 0.521, 0.041, 0.011, 0.018, 0.019, 0.004, 0.275, 0.004, 0.002, 0.006];
const textOf = (row: AttentionRow, time: number) =>
  captionBeats(row, time)
    .map((beat) => beat.map((part) => part.text).join(''))
    .join(' ');

describe('the caption', () => {
  it('says where the attention goes', () => {
    expect(textOf(factsWith(picture, 7), 4)).toBe(
      'Each word contributes its value, scaled by its weight: “it” takes 52\u202f% from “animal” and 28\u202f% from itself.',
    );
  });

  it('says which of two equal words it means', () => {
    const twins = attentionState('your cat is a lovely cat');
    const row = attentionRowOf({ ...twins, token: 5 }) as AttentionRow;
    const weights = Float32Array.from([0.01, 0.1, 0.01, 0.01, 0, 0.87]);
    expect(textOf({ ...row, weights }, 4)).toBe(
      'Each word contributes its value, scaled by its weight: the second “cat” takes 87\u202f% from itself and 10\u202f% from the first “cat”.',
    );
  });

  it('names the words that it speaks of as handles', () => {
    const handles = captionBeats(factsWith(picture, 7), 4)
      .flat()
      .flatMap((part) => part.token ?? []);
    expect(handles).toEqual([7, 1, 7]);
  });

  it('speaks of the step that is on', () => {
    const row = factsWith(picture, 7);
    const scores = [0.2, 1].map((time) => textOf(row, time));
    expect(scores[0]).toBe(scores[1]);
    expect(scores[0]).toContain('q · k = ');
    expect(textOf(row, 2)).toContain('√16');
    expect(textOf(row, 2.5)).toContain('52\u202f%');
  });

  it('of a word alone is a whole sentence', () => {
    expect(captionFor(attentionState('dog'))?.[1]).toBe('“dog” takes 100\u202f% from itself.');
  });

  it('is empty while there is no trace', () => {
    expect(captionFor({ ...attentionState(), trace: null })).toBeNull();
  });
});

describe('the cell in words', () => {
  const state = attentionState();
  const weights = attentionRowOf(state)?.weights;

  it('speaks the word under the keyboard, with its weight', () => {
    const text = cellCaption({ ...state, hover: 1 });
    expect(text).toMatch(/^“it” attends to “animal”, <?\d+\u202f%$/);
    expect(Number.parseInt(text.split(', ')[1] ?? '', 10) / 100).toBeCloseTo(weights?.[1] ?? 0, 2);
  });

  it('says itself for the focus word, and nothing without a word', () => {
    expect(cellCaption({ ...state, hover: 7 })).toMatch(/^“it” attends to itself/);
    expect(cellCaption(state)).toBe('');
    expect(piecesOf[7]).toBe('it');
  });
});

import { card } from 'fovea-model-card';
import { describe, expect, it, vi } from 'vitest';
import { Trace } from '../../../web/src/model/trace';
import { doubt, hardKindNote } from '../../../web/src/state/honesty';
import { presets } from '../../../web/src/state/presets';
import { initialState } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { makeModel, makeTrace } from '../fixtures';

/** A model that reads everything badly, some kinds worse than others: the shipped one's card changes with each file. */
vi.mock('fovea-model-card', () => {
  const kinds = [
    'two-clauses',
    'what-the-world-knows',
    'containers',
    'passive',
    'they',
    'what-fits-and-what-blocks',
    'the-animal-and-the-street',
    'he-and-she',
  ];
  const hard = kinds.map((kind, i) => ({
    kind,
    of: 26,
    right: 10 + i,
  }));
  return { card: { name: 'fovea-demo', hard } };
});

function reading(text: string, name = card.name): State {
  const tokens = [...text.matchAll(/[^\s,.]+|[,.]/g)].map((match) => {
    const begin = match.index;
    return { id: 0, piece: match[0].toLowerCase(), begin, end: begin + match[0].length };
  });
  const trace = new Trace({ ...makeTrace(text).encoding, text, tokens });
  return { ...initialState({ sentence: text }), model: makeModel({ name }), trace };
}

/** The row of the card whose counts the note gives. */
const said = (text: string): string | null => hardKindNote(reading(text));
const figureOf = (row: string): string => {
  const { right, of } = card.hard.find(({ kind }) => kind === row) ?? { right: -1, of: -1 };
  return `in a test it got ${right} of ${of} such sentences right.`;
};

describe('a typed sentence of a kind that the model reads less well', () => {
  const typed: readonly (readonly [string, string])[] = [
    ['passive', 'The mouse was chased by the cat because it was hungry'],
    ['passive', 'the song is often sung by her, although it is sad'],
    ['they', 'the wolves followed the sheep because they were hungry'],
    ['what-fits-and-what-blocks', "the coat didn't fit because it was long"],
    ['what-fits-and-what-blocks', "the coat didn't fit in the bag because it was long"],
    ['what-fits-and-what-blocks', 'the key fits the lock because it is new'],
    ['two-clauses', 'the king called his son and then he slept'],
    ['the-animal-and-the-street', "the horse couldn't cross the river because it was tired"],
    ['he-and-she', 'the man thanked the woman because she had helped'],
    ['containers', 'the money is in a box because it is safe there'],
    ['what-the-world-knows', 'the dog chased the ball until it was out of breath'],
    ['what-the-world-knows', 'the sun dried the shirt so that it could be worn'],
  ];
  it.each(typed)('is %s: the note says its figure, which is the card’s', (row, text) => {
    expect(figureOf(row)).toContain('of 26 such sentences right');
    expect(said(text)).toContain(figureOf(row));
  });

  it('is told of by the worst of its kinds', () => {
    expect(said('the cat was put in the box by the man and it slept')).toContain(
      figureOf('two-clauses'),
    );
  });

  it('has a pronoun that nothing stands before', () => {
    expect(said('It is raining again')).toBe(
      'There is nothing before the pronoun that it could mean.',
    );
    expect(said('because it was tired the dog slept')).toBeNull();
  });

  it.each([
    'the animal was tired because it was old',
    'the dog stood by the river because it was thirsty',
    'the cat saw the dog',
  ])('is not “%s”', (text) => {
    expect(said(text)).toBeNull();
  });

  it('is none of the page’s own', () => {
    for (const { text } of presets) expect(said(text)).toBeNull();
  });

  it('is not told of another model, whose card the page does not have', () => {
    const text = 'the mouse was chased by the cat because it was hungry';
    expect(hardKindNote(reading(text, 'mine'))).toBeNull();
  });

  it('is not told of beside another doubt, nor while another sentence is shown', () => {
    const state = reading('the mouse was chased by the cat because it was hungry');
    expect(hardKindNote({ ...state, sentence: 'the cat saw the dog' })).toBeNull();
    const model = makeModel({ name: card.name, trained: 'true' });
    const { encoding } = state.trace ?? makeTrace('');
    const tokens = encoding.tokens.map((token) =>
      token.piece === 'it' ? token : { ...token, piece: '[UNK]' },
    );
    const unknown = { ...state, model, trace: new Trace({ ...encoding, tokens }) };
    expect(doubt(unknown)).not.toBeNull();
    expect(hardKindNote(unknown)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { covering, firstHead, firstToken, followToken } from '../../../web/src/state/defaults';
import { makeModel, makeTokens } from '../fixtures';

const piece = (begin: number, end: number) => ({ id: 0, piece: 'x', begin, end });

describe('a word in focus, after a change of the sentence', () => {
  it('is the nearest of the same pieces', () => {
    const before = makeTokens('a cat and b c d e f');
    const after = makeTokens('cat a b cat c d e cat');
    expect(followToken(before, after, 1)).toBe(0);
    expect(followToken(makeTokens('x y z v w cat'), after, 5)).toBe(3);
    expect(followToken(makeTokens('x y z v w u cat'), after, 6)).toBe(7);
  });

  it('is none where the piece is gone', () => {
    expect(followToken(makeTokens('cat'), makeTokens('a b'), 0)).toBeNull();
  });

  it('is the pronoun of a sentence that has one, else its first word', () => {
    expect(firstToken(makeTokens('a b'))).toBe(0);
    expect(firstToken(makeTokens('where is it'))).toBe(2);
    expect(firstToken(makeTokens('she saw that they ran'))).toBe(0);
    expect(firstToken(makeTokens('dogs ran since they saw it'))).toBe(5);
  });
});

describe('the head to look at first', () => {
  const roles = JSON.stringify([{ role: 'antecedent', layer: 1, head: 2, score: 0.9 }]);

  it('is the showcase head that the model names', () => {
    const model = makeModel({ roles, showcase: '{"layer":2,"head":3,"right":0.97}' });
    expect(firstHead(model)).toEqual({ layer: 2, head: 3 });
  });

  it.each(['{"layer":2,"head":4}', '{"layer":-1,"head":0}', '{"layer":1.5,"head":0}', '[]', '{'])(
    'is the antecedent head where the file names none that the model has: %s',
    (showcase) => expect(firstHead(makeModel({ roles, showcase }))).toEqual({ layer: 1, head: 2 }),
  );

  it('is one of the last layer where nothing was measured', () => {
    expect(firstHead(makeModel())).toEqual({ layer: 2, head: 0 });
  });
});

it('pieces that only touch have no letters in common', () => {
  const after = [piece(0, 3), piece(3, 5), piece(6, 9)];
  expect(covering([piece(3, 5)], after, [0])).toEqual([1]);
  expect(covering([piece(2, 4)], after, [0])).toEqual([0, 1]);
  expect(covering([piece(0, 9)], after, [0])).toEqual([0, 1, 2]);
});

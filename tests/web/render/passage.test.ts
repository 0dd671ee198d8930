import { describe, expect, it } from 'vitest';
import { departureOf, durationOf, type Place, wordObject } from '../../../web/src/render/passage';
import { makeTokens } from '../fixtures';

/** Where a box is that a departure has been applied to: scaled and turned about its middle. */
function seenAt(
  to: Place,
  { dx, dy, scaleX, scaleY, turn }: ReturnType<typeof departureOf>,
): Place {
  const [width, height] = [to.width * scaleX, to.height * scaleY];
  const [w, h] = turn ? [height, width] : [width, height];
  const [x, y] = [to.x + to.width / 2 + dx, to.y + to.height / 2 + dy];
  return { x: x - w / 2, y: y - h / 2, width: w, height: h };
}

describe('an object on its way to another view', () => {
  const across = { x: 120, y: 80, width: 700, height: 22 };
  const down = { x: 900, y: 200, width: 30, height: 256 };
  const square = { x: 10, y: 10, width: 40, height: 40 };

  it.each([
    [across, { ...across, y: 300, width: 500 }, 0],
    [down, across, 90],
    [across, down, -90],
    [square, across, 0],
  ])('sets out exactly where it was', (from, to, turn) => {
    const departure = departureOf(from, to, false);
    expect(departure.turn).toBe(turn);
    const seen = seenAt(to, departure);
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(seen[side]).toBeCloseTo(from[side], 9);
  });

  it('that is a word keeps its size', () => {
    expect(departureOf(square, across, true)).toMatchObject({ scaleX: 1, scaleY: 1, turn: 0 });
  });

  it('takes 400 ms, and longer on a long way', () => {
    expect(durationOf({ dx: 30, dy: 40 })).toBe(400);
    expect(durationOf({ dx: 600, dy: 0 })).toBe(540);
    expect(durationOf({ dx: 3000, dy: 0 })).toBe(720);
  });
});

it('a word keeps its name in another sentence, as the first or second of its kind', () => {
  const name = (text: string, token: number) => wordObject(makeTokens(text), token);
  expect(name('the cat saw the dog', 3)).toBe(name('then the cat and the dog', 4));
  expect(name('the cat saw the dog', 0)).not.toBe(name('the cat saw the dog', 3));
});

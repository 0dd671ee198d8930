import { describe, expect, it } from 'vitest';
import { changed, freePlace } from '../../../../web/src/views/patches/edit-panel';
import { readScene, writeThings } from '../../../../web/src/views/patches/picture';
import {
  answerOf,
  canAnswer,
  drawScene,
  questions,
  rightAnswer,
  rightThings,
  side,
  type Thing,
} from '../../../../web/src/views/patches/scene';
import { paint } from '../../../../web/src/views/patches/strokes';

const ring: Thing = { shape: 'ring', colour: 0, direction: 0, x: 4, y: 4, radius: 3 };

describe('a scene of the page', () => {
  it('has one right answer to its question, whatever the number it is drawn by', () => {
    for (const question of questions)
      for (let seed = 1; seed < 60; seed++) {
        const scene = drawScene(question, seed);
        expect(rightThings(scene), `${question} ${seed}`).toHaveLength(1);
        expect(rightAnswer(scene)).not.toBeNull();
        for (const { x, y, radius } of scene.things) {
          expect(Math.min(x, y) - radius).toBeGreaterThanOrEqual(0);
          expect(Math.max(x, y) + radius).toBeLessThanOrEqual(side);
        }
      }
  });

  it('is the same by the same number, and after the address', () => {
    const scene = drawScene('arrow', 5);
    expect(drawScene('arrow', 5)).toEqual(scene);
    expect(drawScene('arrow', 6)).not.toEqual(scene);
    const read = readScene('arrow', writeThings(scene.things));
    expect(read?.things.map(answerOf)).toEqual(scene.things.map(answerOf));
    expect(readScene('odd', writeThings([]))?.things).toEqual([]);
    expect(read && writeThings(read.things)).toBe(writeThings(scene.things));
    for (const text of ['', 'x', '900120120030', '000120120'])
      expect(readScene('odd', text)).toBeNull();
  });

  it('has no right answer where readers leave none', () => {
    expect(rightAnswer({ question: 'odd', things: [ring, { ...ring, colour: 1 }] })).toBeNull();
    const alike = [ring, ring, ring];
    expect(rightAnswer({ question: 'odd', things: alike })).toBeNull();
    expect(rightAnswer({ question: 'arrow', things: alike })).toBeNull();
    const cover: Thing = { ...ring, shape: 'cover', x: 20 };
    expect(rightAnswer({ question: 'covered', things: [ring, cover] })).toBe(answerOf(ring));
    expect(rightAnswer({ question: 'covered', things: [{ ...ring, y: 20 }, cover] })).toBeNull();
  });

  it('follows an arrow in all four directions', () => {
    const middle: Thing = { ...ring, shape: 'arrow', x: 12, y: 12 };
    const around = [
      [20, 12],
      [12, 20],
      [4, 12],
      [12, 4],
    ].map(([x = 0, y = 0], colour) => ({ ...ring, colour, x, y }));
    for (const direction of [0, 1, 2, 3]) {
      const things = [{ ...middle, direction }, ...around];
      expect(rightAnswer({ question: 'arrow', things })).toBe(direction * 3);
    }
  });

  it('is painted as in the training: shapes on a dark ground, from 0 to 1', () => {
    const pixels = paint([ring]);
    const at = (x: number, y: number) =>
      pixels.subarray((y * side + x) * 3, (y * side + x) * 3 + 3);
    expect(pixels).toHaveLength(side * side * 3);
    expect(at(6, 4)[0]).toBeGreaterThan(0.7);
    expect(at(4, 4)[0]).toBeLessThan(0.3);
    expect(at(20, 20)[0]).toBeLessThan(0.12);
    const own = new Float32Array(side * side * 3).fill(0.5);
    expect(paint([], own)).toEqual(own);
    expect(paint([ring], own)[(4 * side + 6) * 3]).toBeGreaterThan(0.7);
  });

  it('keeps what is moved inside, and has room for more', () => {
    const [moved] = changed([ring], 0, { x: -5, y: 40 });
    expect(moved).toMatchObject({ x: 3, y: side - 3 });
    const place = freePlace([ring]);
    expect(Math.hypot(place.x - 4, place.y - 4)).toBeGreaterThan(8);
    expect(canAnswer({ ...ring, shape: 'cover' })).toBe(false);
  });
});

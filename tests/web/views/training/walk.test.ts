import { describe, expect, it } from 'vitest';
import { isWhole, walkOf } from '../../../../web/src/views/training/walk';
import { walkCaption } from '../../../../web/src/views/training/walk-panel';
import { look, pieces } from './walk-fixtures';

describe('a step that is walked through', () => {
  const walk = walkOf(look(), pieces);

  it('has the lengths of each word’s vectors and of their gradients, from the words to the end', () => {
    expect(walk.levels).toHaveLength(2);
    expect(walk.levels[0]?.sizes).toEqual([5, 1, 2]);
    expect(walk.levels[1]?.gradients).toEqual([0, 0, 10]);
  });

  it('has what passes between words: mean weights, and what each query hands back to the values', () => {
    const [links] = walk.links;
    expect(links?.forward[2 * 3]).toBeCloseTo(0.75);
    // Head 1 has .5 of a gradient of 3, head 2 all of one of 4.
    expect(links?.back[2 * 3]).toBeCloseTo(Math.hypot(1.5, 4));
    expect(links?.back[0]).toBe(0);
  });

  it('says what was asked and answered, before and after', () => {
    expect(walk.asked).toEqual([
      { token: 1, right: 'cat', reference: false, before: 0.25, after: 0.5 },
      { token: 2, right: 'animal', reference: true, before: 0.1, after: 0.05 },
    ]);
    const forward = walkCaption(walk, 'forward');
    expect(forward).toContain('one hidden word and what one pronoun means');
    expect(forward).toContain(
      'before the step: “cat” at word 2, 25.0\u00a0%; that “it” means “animal”, 10.0\u00a0%. That is a loss, −ln p, of 1.39 and 2.30 nats',
    );
    expect(walkCaption(walk, 'backward')).toContain('10.000 at “it”');
    expect(walkCaption(walk, 'update')).toContain(
      '“cat” from 25.0\u00a0% to 50.0\u00a0%; “animal” from 10.0\u00a0% to 5.0\u00a0%. 1 of 2 right answers became more probable.',
    );
  });

  it('says so where nothing changed, and where numbers are no longer finite', () => {
    const same = walkOf({ ...look(), after: look().before }, pieces);
    expect(walkCaption(same, 'update')).toContain('Nothing changed here.');
    const broken = look();
    broken.encoding.data[0] = Number.NaN;
    expect(isWhole(walkOf(broken, pieces))).toBe(false);
    expect(walkCaption(walkOf(broken, pieces), 'forward')).toContain('too large for a float');
  });
});

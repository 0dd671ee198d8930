// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { blurred } from '../../../../web/src/render/blur';
import { percent, weight } from '../../../../web/src/state/format';
import { firstSentence, swapOf } from '../../../../web/src/state/presets';
import { requestKey } from '../../../../web/src/state/what-if/ask';
import { otherRequest } from '../../../../web/src/state/what-if/twins';
import { figure as gaze } from '../../../../web/src/views/gaze';
import { acuity, blurDegrees, halfAt, levelAt } from '../../../../web/src/views/gaze/eye-canvas';
import { eyeText, fixationsAmong, thingTowards } from '../../../../web/src/views/gaze/eye-panel';
import { captionOf } from '../../../../web/src/views/gaze/index';
import { things } from '../../../../web/src/views/gaze/street';
import {
  blur,
  ink,
  rowsOf,
  sharpFrom,
  sharpnessOf,
} from '../../../../web/src/views/gaze/words-panel';
import { Drawn, makeTrace, weightsOf } from '../figure-context';

const text = 'the dog saw it and slept';
const n = 6;
const trace = makeTrace(
  text,
  [0, 1, 2].map((layer) => weightsOf(layer, 4, n, layer + 3)),
);

describe('how a word looks', () => {
  it('is sharper and darker the more weight it has, and all there from .6 on', () => {
    const weights = [0, 0.001, 0.01, 0.1, 0.3, 0.59, sharpFrom, 0.9];
    for (const [i, w] of weights.slice(1).entries()) {
      expect(ink(w)).toBeGreaterThanOrEqual(ink(weights[i] ?? 0));
      expect(blur(w, 28)).toBeLessThanOrEqual(blur(weights[i] ?? 0, 28));
    }
    expect([sharpnessOf(sharpFrom), ink(0.9), blur(0.9, 28)]).toEqual([1, 1, 0]);
    expect(blur(0, 28)).toBeCloseTo(5.2, 9);
    expect(blur(0, 14)).toBeCloseTo(2.6, 9);
  });
});

describe('the eye', () => {
  it('has half its acuity where the ring is', () => {
    expect(acuity(0)).toBe(1);
    expect(acuity(halfAt)).toBe(0.5);
    expect(blurDegrees(0)).toBe(0);
    expect(levelAt(0)).toBe(0);
    expect(levelAt(400)).toBeGreaterThan(levelAt(100));
  });

  it('blurs without making light or dark', () => {
    const pixels = new Uint8ClampedArray(9 * 9 * 4);
    pixels.set([255, 255, 255, 255], (4 * 9 + 4) * 4);
    const soft = blurred(pixels, 9, 9, 1.2);
    const sum = soft.filter((_, i) => i % 4 === 0).reduce((total, x) => total + x, 0);
    expect(Math.abs(sum - 255)).toBeLessThan(40);
    expect(soft[(4 * 9 + 4) * 4]).toBeLessThan(120);
  });

  it('goes from thing to thing by arrow keys, and says what it rests on', () => {
    const [dog] = things.filter(({ name }) => name.includes('dog'));
    if (!dog) throw new Error('no dog');
    expect(thingTowards(dog, [0, -1], things)?.name).toBe('the tree');
    expect(thingTowards(dog, [-1, 0], things)?.name).not.toBe('the sleeping dog');
    expect(eyeText(dog)).toMatch(
      /^The eye rests on the sleeping dog\. It sees the .*, \d+° away, \d+ times less sharply\.$/,
    );
  });
});

describe('the way of the eye', () => {
  it('has four rests, from left to right, each a thing on show', () => {
    const rests = fixationsAmong(things);
    expect(rests.map(({ x }) => x)).toEqual([...rests].map(({ x }) => x).sort((a, b) => a - b));
    expect(new Set(rests).size).toBe(4);
    expect(fixationsAmong(things.slice(0, 2))).toEqual(things.slice(0, 2));
  });

  it('is there at once where motion is to be reduced, and is told', () => {
    const drawn = new Drawn(gaze, trace);
    drawn.all('.play')[0]?.click();
    expect(drawn.all('.eye .rest')).toHaveLength(4);
    expect(drawn.texts('.under [role=status]')[0]).toMatch(
      /^It rested on the tree, .* and the car, one/,
    );
    expect(drawn.all('.eye')[0]?.getAttribute('aria-valuetext')).toContain('on the car');
  });
});

describe('the figure', () => {
  it('writes under each word the weight of the trace, in the head at hand', () => {
    const drawn = new Drawn(gaze, trace);
    const { layer, head, token } = drawn.state;
    const row = trace.row(`layers.${layer}.attention.weights`, head, token);
    expect(drawn.texts('.number')).toEqual(Array.from(row, (w) => weight(w)));
    drawn.state = { ...drawn.state, layer: 0, head: 2 };
    drawn.draw();
    const other = trace.row('layers.0.attention.weights', 2, token);
    expect(drawn.texts('.number')).toEqual(Array.from(other, (w) => weight(w)));
  });

  it('looks out from the word under the pointer, and comes back; a click chooses', () => {
    const drawn = new Drawn(gaze, trace);
    const { layer, head, token } = drawn.state;
    drawn.all('.type')[1]?.dispatchEvent(new PointerEvent('pointerenter'));
    const row = trace.row(`layers.${layer}.attention.weights`, head, 1);
    expect(drawn.texts('.number')).toEqual(Array.from(row, (w) => weight(w)));
    drawn.all('.sentence')[0]?.dispatchEvent(new PointerEvent('pointerleave'));
    expect(drawn.all('.seen.own span').map((each) => each.dataset.word)).toEqual([
      trace.encoding.tokens[token]?.piece,
    ]);
    drawn.all('.type')[1]?.click();
    expect(drawn.acts).toEqual([{ type: 'focus', token: 1 }]);
  });

  it('asks a weight why', () => {
    const drawn = new Drawn(gaze, trace);
    const { layer, head, token } = drawn.state;
    drawn.all('.number')[4]?.click();
    const name = `layers.${layer}.attention.weights`;
    expect(drawn.state.trail).toEqual([{ name, index: [head, token, 4] }]);
  });

  it('has a line for each word, as dark as its row says', () => {
    const drawn = new Drawn(gaze, trace);
    const { layer, head } = drawn.state;
    expect(drawn.all('.line')).toHaveLength(n);
    drawn.all('.line').forEach((line, query) => {
      const row = trace.row(`layers.${layer}.attention.weights`, head, query);
      const inks = [...line.querySelectorAll('span')].map((span) => Number(span.style.opacity));
      inks.forEach((each, key) => {
        expect(each).toBeCloseTo(key === query ? 1 : ink(row[key] ?? 0), 3);
      });
    });
  });

  it('says what was measured, and of an even row that it has no fovea', () => {
    const drawn = new Drawn(gaze, trace);
    const rows = rowsOf(trace, drawn.state, 3);
    const row = rows.of(3);
    expect(captionOf(rows)).toContain(percent(Math.max(...row)));
    const axes = [
      ['head', 1],
      ['query', 4],
      ['key', 4],
    ] as const;
    const name = 'layers.0.attention.weights';
    const even = makeTrace('a b c d', [{ name, axes, values: new Array(16).fill(0.25) }]);
    const state = { ...drawn.state, layer: 0, head: 0 };
    expect(captionOf(rowsOf(even, state, 0))).toContain('this row has no fovea');
  });
});

it('what was guessed is told of the word that was guessed about alone', () => {
  const swap = swapOf(firstSentence);
  if (!swap) throw new Error('no swap');
  const of = (sentence: string) =>
    makeTrace(
      sentence,
      [0, 1, 2].map((layer) => weightsOf(layer, 4, 11, layer + 3)),
    );
  const drawn = new Drawn(gaze, of(firstSentence), 640);
  const other = otherRequest(drawn.state);
  if (!other) throw new Error('no other');
  const beside = { type: 'beside', key: requestKey(other), trace: of(swap.text) } as const;
  drawn.context.dispatch(beside);
  const button = drawn.all('.question button')[0];
  button?.focus();
  button?.click();
  drawn.context.dispatch({ type: 'trace', trace: of(swap.text) });
  expect(drawn.texts('[role=status] b').join()).toMatch(/^You said: .+ (Right|The answer: .+)\.$/);
  expect(drawn.box.contains(document.activeElement)).toBe(true);
  const { token } = drawn.state;
  drawn.context.dispatch({ type: 'focus', token: token - 1 });
  expect(drawn.texts('[role=status] b')).toEqual([]);
  drawn.context.dispatch({ type: 'focus', token });
  expect(drawn.texts('[role=status] b')).toHaveLength(1);
});

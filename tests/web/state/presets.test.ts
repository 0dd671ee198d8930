import { describe, expect, it } from 'vitest';
import { presetGroups, presets, swapOf } from '../../../web/src/state/presets';

describe('the presets', () => {
  it('show pronouns, order, meaning and heads: one of each two, and not the sentence that is there', () => {
    const texts = (sentence: string) =>
      presetGroups(sentence).map(([shows, group]) => [shows, group.map(({ text }) => text)]);
    const all = texts('');
    expect(all.map(([shows]) => shows)).toEqual(['pronouns', 'order', 'meaning', 'heads']);
    const listed = all.flatMap(([, group]) => group);
    const twins = presets.filter(({ text }) => !listed.includes(text));
    expect(twins.every(({ swap }) => swap && listed.includes(swap.text))).toBe(true);
    expect(listed.length + twins.length).toBe(presets.length);
    const [, , , heads] = all;
    expect(texts(String(heads?.[1]))).toEqual(all.slice(0, 3));
  });
});

describe('swapOf', () => {
  it('changes one word of the first sentence', () => {
    const text = "The animal didn't cross the street because it was too tired";
    const swap = swapOf(text);
    expect(swap?.label).toBe('wide');
    expect(text.slice(swap?.begin, swap?.end)).toBe('tired');
    expect(swap?.text).toBe(text.replace('tired', 'wide'));
  });

  it('comes back to where it started', () => {
    for (const { text, swap } of presets) {
      if (swap) expect(swapOf(swap.text)?.text).toBe(text);
    }
  });

  it('knows a preset whatever its case, apostrophe and full stop', () => {
    const text = 'the animal didn’t cross the street because it was too TIRED.';
    const swap = swapOf(text);
    expect(text.slice(swap?.begin, swap?.end)).toBe('TIRED');
  });

  it('has nothing to offer for other sentences', () => {
    expect(swapOf('your cat is a lovely cat')).toBeNull();
    expect(swapOf('I am tired')).toBeNull();
    expect(swapOf('')).toBeNull();
  });
});

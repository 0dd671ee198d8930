import { describe, expect, it } from 'vitest';
import {
  chosenValue,
  settingsOf,
  sliders,
  stopsOf,
  withValue,
} from '../../../../../web/src/views/cost/settings';
import {
  flopParts,
  knownPresets,
  parameterParts,
  scoreBytes,
  total,
  usedParameters,
} from '../../../../../web/src/views/kit/cost';

const preset = (id: string) => {
  const found = knownPresets.find((each) => each.id === id);
  if (!found) throw new Error(id);
  return found;
};

describe('the count of parameters', () => {
  it.each([
    ['bert', 109_514_298],
    ['gpt2', 124_439_808],
  ])('of %s is the one that is known of its files', (id, known) => {
    expect(total(parameterParts(preset(id).shape))).toBe(known);
  });

  it('of GPT-3 is the published one, two thirds of it feed-forward', () => {
    const parts = parameterParts(preset('gpt3').shape);
    expect(total(parts) / 1e9).toBeCloseTo(175, 0);
    expect(parts.feedForward / (parts.attention + parts.feedForward)).toBeCloseTo(2 / 3, 3);
  });
});

describe('other kinds of blocks', () => {
  const billions = (count: number) => count / 1e9;

  it('Llama 3 8B is the published 8.03 billion with its second table', () => {
    const { shape } = preset('llama3');
    const table = shape.vocab_size * shape.hidden_size;
    expect(billions(total(parameterParts(shape)) + table)).toBeCloseTo(8.03, 2);
  });

  it('of Mixtral’s published 46.7 billion a word uses 12.9', () => {
    const { shape } = preset('mixtral');
    const table = shape.vocab_size * shape.hidden_size;
    expect(billions(total(parameterParts(shape)) + table)).toBeCloseTo(46.7, 1);
    expect(billions(usedParameters(shape) + table)).toBeCloseTo(12.9, 1);
    expect(usedParameters(preset('bert').shape)).toBe(total(parameterParts(preset('bert').shape)));
  });

  it('fewer heads keep heads of keys that serve them evenly', () => {
    const fewer = withValue(settingsOf(preset('llama3'), 1e9), 'h', 12).shape;
    expect(fewer.num_attention_heads % (fewer.num_key_value_heads ?? 1)).toBe(0);
  });
});

describe('the operations of a pass', () => {
  const { shape } = preset('bert');

  it('are as many in attention as in the feed-forward network where n = d_ff', () => {
    const at = flopParts(shape, shape.intermediate_size);
    expect(at.attention).toBe(at.feedForward);
  });

  it('grow fourfold in attention and twofold elsewhere with twice as many words', () => {
    const [one, two] = [flopParts(shape, 100), flopParts(shape, 200)];
    expect(two.attention).toBe(4 * one.attention);
    expect(two.feedForward + two.projections).toBe(2 * (one.feedForward + one.projections));
  });

  it('leave memory n²·h numbers of four bytes', () => {
    expect(scoreBytes(shape, 512)).toBe(512 * 512 * 12 * 4);
  });
});

describe('the sliders', () => {
  it('set what they are called after, and nothing else', () => {
    for (const { id, stops } of sliders) {
      const before = settingsOf(preset('bert'), 1e9);
      const after = withValue(before, id, stops[2] ?? 0);
      expect(chosenValue(after, id)).toBe(stops[2]);
      for (const other of sliders)
        if (other.id !== id && !(id === 'd' && other.id === 'h'))
          expect(chosenValue(after, other.id)).toBe(chosenValue(before, other.id));
    }
  });

  it('cut a vector only into heads of the same width', () => {
    const narrow = withValue(settingsOf(preset('gpt3'), 1e9), 'd', 128);
    expect(128 % chosenValue(narrow, 'h')).toBe(0);
    const heads = sliders.find(({ id }) => id === 'h');
    for (const h of heads ? stopsOf(heads, narrow) : []) expect(128 % h).toBe(0);
  });
});

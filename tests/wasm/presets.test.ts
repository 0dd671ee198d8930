import { beforeAll, describe, expect, it } from 'vitest';
import { topGuesses } from '../../web/src/state/prediction';
import { presets } from '../../web/src/state/presets';
import { typedWords } from '../../web/src/state/word-names';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know } from './variants';

/** What the shipped model makes of the sentences to start from. */
let read: ReadonlyMap<string, Known>;

beforeAll(async () => {
  const fovea = await loadShipped();
  read = new Map(presets.map(({ text }) => [text, know(fovea, modelBytes(), text)]));
});

function of(text: string): Known {
  const known = read.get(text);
  if (!known) throw new Error(`no preset “${text}”`);
  return known;
}

describe.each(presets.map((preset) => [preset.text, preset] as const))('%s', (text, preset) => {
  it('has no word that the model does not know', () => {
    const unknown = typedWords(of(text).trace.encoding).filter((word) => word.unknown);
    expect(unknown).toEqual([]);
  });

  it('is looked at where it says', () => {
    const { token } = preset.look;
    const { tokens } = of(text).trace.encoding;
    if (token !== undefined) expect(tokens[token]?.piece).toBe('[MASK]');
    expect(text.includes('[MASK]')).toBe(token !== undefined);
  });
});

it.each(presets.filter(({ shows }) => shows === 'pronouns'))(
  'the pronoun of “$text” stands for another word than in its twin',
  ({ text, swap }) => {
    const guess = (sentence: string) => {
      const { trace, info } = of(sentence);
      const pronoun = trace.encoding.tokens.findIndex(({ piece }) => piece === 'it');
      return topGuesses(trace, info.vocabulary, pronoun, 1)[0]?.piece;
    };
    const [here, there] = [guess(text), guess(swap?.text ?? '')];
    expect(here).not.toBe(there);
    expect(text.split(' ')).toContain(here);
    expect(text.split(' ')).toContain(there);
  },
);

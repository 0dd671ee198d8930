import { describe, expect, it } from 'vitest';
import {
  amount,
  bytesText,
  nothingMeasured,
  timeText,
} from '../../../../web/src/views/cost/amounts';
import { crossing, crossingFormula, trainingText } from '../../../../web/src/views/cost/caption';
import { costScene } from '../../../../web/src/views/cost/scene';
import { presetSettings, settingsOf, withValue } from '../../../../web/src/views/cost/settings';
import { flopParts, knownPresets } from '../../../../web/src/views/kit/cost';
import { plainly } from '../../../../web/src/views/kit/derivation';
import { textWidth } from '../../../../web/src/views/kit/frame';
import { withGuess } from '../../../../web/src/views/kit/question';
import type { SvgMark, TextMark } from '../../../../web/src/views/kit/scene';
import { askedIn } from '../arithmetic';

const [paper, bert] = knownPresets as [
  (typeof knownPresets)[number],
  (typeof knownPresets)[number],
];

const sceneAt = (width: number, settings = settingsOf(bert, 1e9), written = 'crossing=-1') =>
  costScene({
    ...{ model: null, settings, written, width },
    measured: {
      ...nothingMeasured,
      times: new Map([
        [8, 2],
        [16, 3],
        [512, 90],
      ]),
    },
  });

const textsOf = (marks: readonly SvgMark[]): readonly TextMark[] =>
  marks.flatMap((mark) =>
    mark.kind === 'text' ? [mark] : mark.kind === 'group' ? textsOf(mark.marks) : [],
  );

describe('the figure of costs', () => {
  it('tells what it counts', () => {
    const { texts, parameters, parts } = sceneAt(900);
    expect(parameters).toBe(109_514_298);
    expect(parts.map(({ share }) => share).reduce((a, b) => a + b)).toBeCloseTo(1);
    expect(texts.parameters).toContain('12·L·d² = 84.9\u00a0million');
    expect(plainly(texts.flops)).toContain('the lines cross at 3,072 words');
    expect(plainly(texts.memory)).toContain('12.6\u00a0MB in one layer, 151\u00a0MB in all;');
    expect(texts.times).toContain('64 times as many words as 8, in 45 times the time');
  });

  it('says what a decoder keeps of the words before, and what shared keys save of it', () => {
    expect(plainly(sceneAt(900).texts.cache)).toMatch(
      /keeps every word’s keys and values: .* 18\.9\u00a0MB\.$/,
    );
    const { texts } = sceneAt(900, presetSettings(null, 'llama3'));
    expect(plainly(texts.cache)).toMatch(
      /1\.07\u00a0GB; with separate keys for each head, 4 times that\.$/,
    );
  });

  it('takes no training over from another model: where none was published it asks for D', () => {
    const known = plainly(sceneAt(900, presetSettings(null, 'bert')).texts.training);
    expect(known).toContain('131\u00a0billion words');
    for (const id of ['gpt2', 'mixtral']) {
      const settings = presetSettings(null, id);
      const written = (of: typeof settings) => sceneAt(900, of).sliders.at(-1)?.written;
      expect(written(settings)).toBe('?');
      expect(written(withValue(settings, 'D', 2e9))).toBe('2\u00a0billion');
      expect(plainly(sceneAt(900, settings).texts.training)).toMatch(
        /D is not known: set it above\.$/,
      );
      expect(askedIn(trainingText(settings))).toEqual([]);
      expect(plainly(sceneAt(900, withValue(settings, 'D', 2e9)).texts.training)).toContain(
        '2\u00a0billion',
      );
    }
  });

  it.each([
    ['bert', '4·n·d·d_ff', 'd_ff', 1],
    ['llama3', '6·n·d·d_ff', '1.5·d_ff', 1.5],
    ['mixtral', '2·n·d·(6·d_ff + E)', '(6·d_ff + E)/2', 3],
  ])('says where the lines of %s cross by its own formula', (id, operations, n, times) => {
    const settings = presetSettings(null, id);
    expect(crossingFormula(settings)).toEqual([operations, n]);
    const { num_local_experts: experts = 0, intermediate_size: f } = settings.shape;
    expect(crossing(settings)).toBe(times * f + experts / 2);
    const { attention, feedForward } = flopParts(settings.shape, crossing(settings));
    expect(attention).toBe(feedForward);
  });

  it('follows its sliders', () => {
    const wide = withValue(settingsOf(paper, 1e9), 'f', 4096);
    expect(sceneAt(900, wide).texts.parameters).toContain('L·(4·d² + 2·d·d_ff)');
    expect(sceneAt(900, wide).question?.options).toEqual(['1,024', '4,096', '16,384']);
    // What was guessed of another shape is no guess about this one.
    const guess = sceneAt(900, undefined, '').question;
    const written = guess ? withGuess('', guess, 1) : '';
    expect(sceneAt(900, undefined, written).question).not.toBeNull();
    expect(sceneAt(900, wide, written).question).toBeNull();
  });

  it('leaves attention out until the reader has guessed', () => {
    const names = (written: string) =>
      textsOf(sceneAt(900, undefined, written).flops.marks).map(({ text }) => text);
    expect(names('')).not.toContain('attention');
    expect(names('crossing=-1')).toContain('attention');
  });

  it.each([296, 328, 456, 700, 872, 1232])('keeps its texts within a width of %i', (width) => {
    const { flops, memory, times } = sceneAt(width);
    for (const drawing of [flops, memory, times])
      for (const { text, x, size, anchor } of textsOf(drawing?.marks ?? [])) {
        const whole = textWidth(text, size);
        const left = x - { start: 0, middle: whole / 2, end: whole }[anchor];
        expect(left, text).toBeGreaterThanOrEqual(-1);
        expect(left + whole, text).toBeLessThanOrEqual((drawing?.width ?? 0) + 1);
      }
  });
});

describe('amounts', () => {
  it('are written as they are said', () => {
    expect([512, 22400, 1245747, 999_900_000, 1.75e11, 3.14e23].map(amount)).toEqual([
      '512',
      '22,400',
      '1.25\u00a0million',
      '1\u00a0billion',
      '175\u00a0billion',
      '3.14\u00a0·\u00a010²³',
    ]);
    expect([61440, 5, 1.61e9].map(bytesText)).toEqual([
      '61.4\u00a0kB',
      '5\u00a0bytes',
      '1.61\u00a0GB',
    ]);
    expect([75, 0.16, 3.15e9].map(timeText)).toEqual([
      '75\u00a0seconds',
      '160\u00a0milliseconds',
      '100\u00a0years',
    ]);
  });
});

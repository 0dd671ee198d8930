import { describe, expect, it } from 'vitest';
import {
  cacheText,
  flopsText,
  memoryText,
  trainingText,
} from '../../../../web/src/views/cost/caption';
import { costDerivations } from '../../../../web/src/views/cost/derivations';
import { settingsOf } from '../../../../web/src/views/cost/settings';
import { knownPresets } from '../../../../web/src/views/kit/cost';
import { askedIn, computed, numberIn } from '../arithmetic';

/** Seconds. */
const lengths: Readonly<Record<string, number>> = {
  years: 365.25 * 86400,
  ...{ days: 86400, hours: 3600, minutes: 60, seconds: 1 },
};

const parts = ['embedding', 'attention', 'feedForward', 'norms', 'prediction'];

const keys = [
  ...parts.flatMap((part) => [part, `${part} share`]),
  ...['flops attention', 'flops feed-forward', 'flops projections', 'flops', 'flops share'],
  ...['scores', 'scores-all', 'cache', 'training', 'training time'],
];

describe.each(knownPresets.map((preset) => [preset.id, preset] as const))(
  'the arithmetic of %s',
  (_, preset) => {
    const settings = settingsOf(preset, 1e9);
    const derive = costDerivations(settings);

    it.each(keys)('%s comes to what is written', (key) => {
      const of = derive(key);
      const value = of?.how?.value ?? Number.NaN;
      const written = of?.how?.written;
      if (!of || !written) throw new Error(`nothing says how ${key} is computed`);
      // The line has amounts of three digits.
      expect(Math.abs(computed(written) - value)).toBeLessThanOrEqual(0.03 * Math.abs(value));
      const time = /^(.+)\u00a0(years|days|hours|minutes|seconds)$/.exec(of.text);
      const said = numberIn(time?.[1] ?? of.text) * (time ? (lengths[time[2] ?? ''] ?? 1) : 1);
      if (of.text.startsWith('<')) expect(value).toBeLessThan(0.01);
      else expect(Math.abs(said - value)).toBeLessThan(0.03 * Math.abs(value) + 0.0051);
    });

    it('is there for each number of the texts that can be asked', () => {
      for (const told of [flopsText, memoryText, cacheText, trainingText])
        for (const { text, key } of askedIn(told(settings)))
          expect(derive(key)?.text, key).toBe(text);
      expect(askedIn(flopsText(settings))).toHaveLength(2);
      expect(askedIn(memoryText(settings))).toHaveLength(2);
      expect(askedIn(cacheText(settings))).toHaveLength(1);
    });
  },
);

import { describe, expect, it } from 'vitest';
import { askedOfFlops, askedOfMemory, askedOfTraining } from '../../../../web/src/views/cost/asked';
import { flopsText, memoryText, trainingText } from '../../../../web/src/views/cost/caption';
import { costReckonings } from '../../../../web/src/views/cost/reckonings';
import { settingsOf } from '../../../../web/src/views/cost/settings';
import { knownPresets } from '../../../../web/src/views/kit/cost/shape';
import { lineOf, reckonedTo } from '../arithmetic';

/** Seconds. */
const lengths: Readonly<Record<string, number>> = {
  years: 365.25 * 86400,
  ...{ days: 86400, hours: 3600, minutes: 60, seconds: 1 },
};

describe.each(knownPresets.map((preset) => [preset.id, preset] as const))(
  'the arithmetic of %s',
  (_, preset) => {
    const settings = settingsOf(preset, 1e9);

    it('comes to what is written', () => {
      for (const [key, how] of costReckonings(settings)) {
        const { value } = how();
        const time = /^(.+)\u00a0(years|days|hours|minutes|seconds)$/.exec(value);
        const mine = reckonedTo(lineOf(how())) / (time ? (lengths[time[2] ?? ''] ?? 1) : 1);
        const written = reckonedTo((time?.[1] ?? value).replace('<', ''));
        if (value.startsWith('<')) expect(mine, key).toBeLessThan(0.01);
        else expect(Math.abs(mine - written), key).toBeLessThan(0.03 * Math.abs(written) + 0.0051);
      }
    });

    it('is there for each number of the texts that can be asked', () => {
      const texts = [
        [flopsText(settings), askedOfFlops(settings)],
        [memoryText(settings), askedOfMemory(settings)],
        [trainingText(settings), askedOfTraining(settings)],
      ] as const;
      const known = costReckonings(settings);
      for (const [text, asked] of texts)
        for (const [written, key] of asked) {
          expect(text).toContain(written);
          expect(known.get(key)?.().value, key).toBe(written);
        }
    });
  },
);

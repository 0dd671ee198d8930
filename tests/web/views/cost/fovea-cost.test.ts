import { describe, expect, it } from 'vitest';
import { EncoderError } from '../../../../web/src/model/worker-line';
import { Timing } from '../../../../web/src/views/cost';
import { type Measured, timedWords } from '../../../../web/src/views/cost/amounts';
import { knownPresets } from '../../../../web/src/views/kit/cost';

const [{ shape }] = knownPresets as [(typeof knownPresets)[number]];

/** Answers with the number of words as milliseconds, after `hold` where it is given. */
function timing(answer: (tokens: number) => Promise<number>) {
  const heard: Measured[] = [];
  const counts = { opened: 0, ended: 0 };
  const made = new Timing(
    () => {
      counts.opened++;
      return {
        passTime: ({ tokens }) => answer(tokens),
        end: () => {
          counts.ended++;
        },
      };
    },
    (measured) => heard.push(measured),
  );
  return { made, heard, counts };
}

describe('the timing of passes', () => {
  it('goes from few words to many, tells of each, and ends its worker', async () => {
    const { made, heard, counts } = timing((tokens) => Promise.resolve(tokens));
    await made.run(shape);
    expect([...(heard.at(-1)?.times ?? [])]).toEqual(timedWords.map((n) => [n, n]));
    expect(heard.map(({ times }) => times.size)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 7]);
    expect(heard.at(-1)?.running).toBe(false);
    expect(counts).toEqual({ opened: 1, ended: 1 });
  });

  it('stops where it is told to, and keeps what was measured', async () => {
    const { made, heard } = timing((tokens) => {
      if (tokens === 32) made.stop();
      return Promise.resolve(tokens);
    });
    await made.run(shape);
    expect(heard.at(-1)?.times.size).toBe(2);
    expect(heard.at(-1)?.running).toBe(false);
    made.forget();
    expect(heard.at(-1)?.times.size).toBe(0);
  });

  it('says why it could not go on', async () => {
    const { made, heard } = timing((tokens) =>
      tokens > 8
        ? Promise.reject(new EncoderError({ code: 'worker', message: 'out of memory' }))
        : Promise.resolve(tokens),
    );
    await made.run(shape);
    expect(heard.at(-1)).toMatchObject({ running: false, problem: 'out of memory' });
  });
});

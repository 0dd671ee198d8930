import { expect, it } from 'vitest';
import { earlyLogits } from '../../web/src/state/stream';
import { graphOf } from '../../web/src/state/why';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

const sentence = "The animal didn't cross the street because it was too tired";

/** The core sums in another order, in F32: a few units of 10⁻⁶ of logits of up to 20. */
const tolerance = 1e-4;

it.each([
  [4, ''],
  [3, 'layer@3=off'],
  [1, 'layer@1=off,layer@2=off,layer@3=off'],
])(
  'read after layer %i, a word has the logits of a run without the layers above',
  async (after, off) => {
    const fovea = await loadShipped();
    const whole = await know(fovea, modelBytes(), sentence);
    const cut = await know(fovea, modelBytes(), sentence, off || undefined);
    const graph = graphOf(whole.info, whole.trace);
    const read = { trace: whole.trace, graph, config: whole.info.config };
    const token = 7;
    const logits = earlyLogits(read, whole.parameters, token, after);
    const wanted = cut.trace.row('logits', token);
    const apart = wanted.reduce(
      (most, x, i) => Math.max(most, Math.abs(x - (logits?.[i] ?? 0))),
      0,
    );
    expect(logits).toHaveLength(wanted.length);
    expect(apart).toBeLessThan(tolerance);
    expect(earlyLogits(read, new Map(), token, after)).toBeNull();
  },
);

import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import type { Reckoning, Reckonings } from '../kit/reckoning';
import { type Comparison, layerParameters, measured } from './measured';

function encoderReckoning(of: Comparison): Reckoning {
  const { width: d, layers } = of;
  const line = `${layers} × (4 × ${d} × ${d + 1} + ${4 * d} × ${d + 1} + ${d} × ${4 * d + 1} + 4 × ${d})`;
  return {
    value: grouped(layerParameters(of, 'encoder')),
    what: msg`What the encoder's layers have learned, embedding and head apart.`,
    formula: msg`layers × (queries, keys, values and output of d × (d + 1) each, the network of 4d × (d + 1) and d × (4d + 1), and two norms of 2d)`,
    line: [line],
  };
}

function recurrentReckoning(of: Comparison): Reckoning {
  const { width: d, layers } = of;
  const h = (d / 4) * 3;
  const line = `${layers} × (2 × 4 × ${h} × (${d} + ${h} + 2) + ${d} × ${2 * h + 1} + 2 × ${d})`;
  return {
    value: grouped(layerParameters(of, 'recurrent')),
    what: msg`What the recurrent layers have learned, embedding and head apart.`,
    formula: msg`layers × (two LSTMs with 4 gates of h × (d + h + 2) each, where h = ¾ · d states, an output of d × (2h + 1), and a norm of 2d)`,
    line: [line],
  };
}

/** How many parameters each network has in its layers. */
export const measuredReckonings = (of: Comparison = measured): Reckonings =>
  new Map([
    ['parameters encoder', () => encoderReckoning(of)],
    ['parameters recurrent', () => recurrentReckoning(of)],
  ]);

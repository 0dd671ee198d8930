import { numbersOfHead, relations } from '../../relatives/head-relations';
import type { FigureContext } from '../kit/hosted-figure';
import { relationsOf } from './find';
import { type Study, studyOf } from './habits';

/** By relation, which keys of a query have it. */
function keysByRelation(m: FigureContext, query: number): ReadonlyMap<number, readonly number[]> {
  const keys = new Map<number, number[]>();
  for (const key of m.trace.encoding.tokens.keys())
    for (const relation of relationsOf(m, { query, key, weight: 1 }))
      keys.set(relation, [...(keys.get(relation) ?? []), key]);
  return keys;
}

const entropy = (weights: Float32Array): number =>
  weights.reduce((sum, p) => (p > 0 ? sum - p * Math.log2(p) : sum), 0);

/** What one head does in the sentence, in the order of head-relations.ts; not how its answer changes. */
function numbersIn(
  m: FigureContext,
  at: number,
  keys: readonly ReturnType<typeof keysByRelation>[],
) {
  const perLayer = m.model.config.num_attention_heads;
  const name = `layers.${Math.floor(at / perLayer)}.attention.weights`;
  const rows = keys.map((_, query) => m.trace.row(name, at % perLayer, query));
  const numbers = new Float32Array(numbersOfHead).fill(Number.NaN);
  for (let relation = 0; relation < relations; relation++) {
    const sums = keys.flatMap((of, query) => {
      const looked = of.get(relation);
      return looked ? [looked.reduce((sum, key) => sum + (rows[query]?.[key] ?? 0), 0)] : [];
    });
    if (sums.length > 0) numbers[relation] = sums.reduce((a, b) => a + b, 0) / sums.length;
  }
  numbers[relations] = rows.reduce((sum, row) => sum + entropy(row), 0) / Math.max(1, rows.length);
  return numbers;
}

/** What all heads do in the sentence on show alone: what stands there before others are studied. */
export function ofThisSentence(m: FigureContext): Study {
  const known = m.kept('alone', new WeakMap<object, Study>());
  const there = known.get(m.trace);
  if (there) return there;
  const { tokens } = m.trace.encoding;
  const { num_hidden_layers: layers, num_attention_heads: perLayer } = m.model.config;
  const keys = tokens.map((_, query) => keysByRelation(m, query));
  const heads = new Float32Array(layers * perLayer * numbersOfHead);
  for (let at = 0; at < layers * perLayer; at++)
    heads.set(numbersIn(m, at, keys), at * numbersOfHead);
  const queries = new Float32Array(relations);
  const study = studyOf(m, {
    ...{ texts: 1, tokens: tokens.length, measured: 0, queries, heads, sure: [], unsure: [] },
  });
  known.set(m.trace, study);
  return study;
}

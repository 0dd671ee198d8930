import { numbersOfHead, relations } from '../../relatives/head-relations';
import type { FigureContext } from '../kit/hosted-figure';
import { inTasks } from '../kit/in-tasks';
import { relationsOf } from './find';
import { type Study, studyOf } from './habits';

/** By relation, which keys of a query have it. */
function keysByRelation(m: FigureContext, query: number): ReadonlyMap<number, readonly number[]> {
  const keys = new Map<number, number[]>();
  for (const key of m.trace.encoding.tokens.keys())
    for (const relation of relationsOf(m, { query, key, weight: 1 })) {
      const found = keys.get(relation);
      if (found) found.push(key);
      else keys.set(relation, [key]);
    }
  return keys;
}

function entropy(weights: Float32Array): number {
  let bits = 0;
  for (const p of weights) if (p > 0) bits -= p * Math.log2(p);
  return bits;
}

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
      const row = rows[query];
      if (!looked || !row) return [];
      let sum = 0;
      for (const key of looked) sum += row[key] ?? 0;
      return [sum];
    });
    if (sums.length > 0) numbers[relation] = sums.reduce((a, b) => a + b, 0) / sums.length;
  }
  numbers[relations] = rows.reduce((sum, row) => sum + entropy(row), 0) / Math.max(1, rows.length);
  return numbers;
}

/** Measures all heads, a word and then a head at a time. */
function* measured(m: FigureContext): Generator<void, Study> {
  const { tokens } = m.trace.encoding;
  const { num_hidden_layers: layers, num_attention_heads: perLayer } = m.model.config;
  const keys = [];
  for (const query of tokens.keys()) {
    keys.push(keysByRelation(m, query));
    yield;
  }
  const heads = new Float32Array(layers * perLayer * numbersOfHead);
  for (let at = 0; at < layers * perLayer; at++) {
    heads.set(numbersIn(m, at, keys), at * numbersOfHead);
    yield;
  }
  const queries = new Float32Array(relations);
  return studyOf(m, {
    ...{ texts: 1, tokens: tokens.length, measured: 0, queries, heads, sure: [], unsure: [] },
  });
}

/**
 * What all heads do in the sentence on show alone: what stands there before others are studied. Null while
 * that is being measured, of long texts in several tasks; the figure is drawn again when it is.
 */
export function ofThisSentence(m: FigureContext): Study | null {
  const known = m.kept('alone', new WeakMap<object, Study | null>());
  const { trace } = m;
  const there = known.get(trace);
  if (there !== undefined) return there;
  known.set(trace, null);
  const study = inTasks(measured(m), (late) => {
    known.set(trace, late);
    m.keep('measured', trace);
  });
  known.set(trace, study);
  return study;
}

import { initialState } from '../../../../web/src/state/reduce';
import type { State } from '../../../../web/src/state/state';
import { makeModel, makeTrace, type TensorValues } from '../../fixtures';

/** A trace of one layer whose attention is computed here, in plain loops, from random projections. */

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return (state / 2147483648) * 2 - 1;
  };
}

const softmax = (row: readonly number[]) => {
  const top = Math.max(...row);
  const powers = row.map((s) => Math.exp(s - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
};

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

export interface Shape {
  readonly heads: number;
  readonly dK: number;
  /** How far apart the scores lie. */
  readonly gain: number;
}

function layer(n: number, { heads, dK, gain }: Shape): TensorValues[] {
  const d = heads * dK;
  const next = random(11);
  const matrix = (scale: number) =>
    Array.from({ length: n }, () => Array.from({ length: d }, () => scale * next()));
  const [query, key, value, input] = [matrix(gain), matrix(gain), matrix(1), matrix(1)];
  const part = (row: readonly number[] | undefined, h: number) =>
    (row ?? []).slice(h * dK, (h + 1) * dK);
  const perHead = <T>(map: (h: number) => T) => Array.from({ length: heads }, (_, h) => map(h));
  const scores = perHead((h) => query.map((q) => key.map((k) => dot(part(q, h), part(k, h)))));
  const weights = scores.map((m) => m.map((row) => softmax(row.map((s) => s / Math.sqrt(dK)))));
  const output = query.map((_, i) =>
    perHead((h) =>
      Array.from({ length: dK }, (_, c) =>
        dot(
          weights[h]?.[i] ?? [],
          value.map((v) => v[h * dK + c] ?? 0),
        ),
      ),
    ).flat(),
  );
  const rows = (name: string, values: readonly (readonly number[])[]): TensorValues => ({
    name,
    axes: [
      ['token', n],
      ['dModel', d],
    ],
    values: values.flat(),
  });
  const cubes = (name: string, values: readonly (readonly (readonly number[])[])[]) => ({
    name,
    axes: [['head', heads] as const, ['query', n] as const, ['key', n] as const],
    values: values.flat(2),
  });
  const at = 'layers.0.attention';
  return [
    rows('embedding.output', input),
    rows(`${at}.query`, query),
    rows(`${at}.key`, key),
    rows(`${at}.value`, value),
    cubes(`${at}.scores`, scores),
    cubes(`${at}.weights`, weights),
    rows(`${at}.heads`, output),
  ];
}

export const sentence = "The animal didn't cross the street because it was too tired";

/** Heads of few numbers, for tests that draw: what is drawn grows with their width. */
export const smallHeads: Shape = { heads: 3, dK: 4, gain: 3 };

/** What a reader asks of that state: the weight that its focus word gives a key. */
export const asks = (key: number, head = 2): Partial<State> => ({
  trail: [{ name: 'layers.0.attention.weights', index: [head, 7, key] }],
});

/** A state that shows the attention of `text`'s token 7, or of its last one. */
export function attentionState(
  text = sentence,
  shape: Shape = { heads: 4, dK: 16, gain: 1.5 },
  over: Partial<State> = {},
): State {
  const n = text.split(' ').length;
  const trace = makeTrace(text, layer(n, shape));
  const made = makeModel({}, shape.heads, 1);
  const config = { ...made.config, hidden_size: shape.heads * shape.dK };
  const model = { ...made, config };
  const place = { layer: 0, head: 2 % shape.heads, token: Math.min(7, n - 1), time: 4 };
  return { ...initialState(), sentence: text, model, trace, ...place, ...over };
}

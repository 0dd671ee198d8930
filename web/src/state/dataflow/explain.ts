import { type Cell, cell, isParameter } from './cell';
import type { ActivationId, Formula } from './formula';
import { inputsOf } from './formula';
import type { Graph } from './graph';
import type { Values } from './values';

/** A number that another was computed from. */
export interface Operand {
  readonly cell: Cell;
  readonly value: number;
}

export interface Product {
  readonly a: Operand;
  readonly b: Operand;
  readonly value: number;
}

/** Where a number comes from: its arithmetic with the real operands. */
export type Explanation =
  /** Not computed: learned in training, or what the tokenizer found. */
  | { readonly kind: 'given'; readonly by: 'training' | 'tokenizer'; readonly value: number }
  | {
      readonly kind: 'lookup';
      readonly id: Operand;
      readonly entry: Operand;
      readonly scale: number;
    }
  | {
      readonly kind: 'position';
      readonly wave: {
        readonly position: number;
        readonly pair: number;
        readonly d: number;
        readonly fn: 'sin' | 'cos';
      } | null;
      readonly entries: readonly Operand[];
    }
  | { readonly kind: 'sum'; readonly a: Operand; readonly b: Operand }
  | { readonly kind: 'dot'; readonly products: readonly Product[]; readonly bias: Operand | null }
  | {
      readonly kind: 'softmax';
      readonly scores: readonly Operand[];
      /** Which of the scores is this cell's own. */
      readonly own: number;
      readonly divisor: number;
    }
  | { readonly kind: 'mean'; readonly terms: readonly Operand[] }
  | {
      readonly kind: 'rstd';
      readonly terms: readonly Operand[];
      readonly mean: Operand;
      readonly eps: number;
    }
  | {
      readonly kind: 'norm';
      readonly x: Operand;
      readonly mean: Operand;
      readonly rstd: Operand;
      readonly gamma: Operand;
      readonly beta: Operand;
    }
  | { readonly kind: 'activation'; readonly x: Operand; readonly activation: ActivationId }
  | { readonly kind: 'same'; readonly x: Operand };

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

/** Binds the values, so that each formula reads as mathematics. */
class Reader {
  readonly values: Values;

  constructor(values: Values) {
    this.values = values;
  }

  operand(name: string, ...index: number[]): Operand {
    const place = cell(name, ...index);
    return { cell: place, value: this.values.at(place) };
  }

  width(name: string): number {
    return this.values.shape(name).at(-1) ?? 0;
  }

  row(name: string, ...leading: number[]): readonly Operand[] {
    return range(this.width(name)).map((j) => this.operand(name, ...leading, j));
  }

  /** Σ a·b over pairs of cells. */
  dot(pairs: readonly (readonly [Operand, Operand])[], bias: Operand | null = null): Explanation {
    const products = pairs.map(([a, b]) => ({ a, b, value: a.value * b.value }));
    return { kind: 'dot', products, bias };
  }
}

type Of<Kind extends Formula['kind']> = Extract<Formula, { kind: Kind }>;

function scores(
  r: Reader,
  f: Of<'scores'>,
  [h = 0, i = 0, k = 0]: readonly number[],
  heads: number,
) {
  const dK = r.width(f.query) / heads;
  const columns = range(dK).map((j) => h * dK + j);
  return r.dot(columns.map((j) => [r.operand(f.query, i, j), r.operand(f.key, k, j)] as const));
}

function mixture(r: Reader, f: Of<'mixture'>, [i = 0, j = 0]: readonly number[]): Explanation {
  const [heads = 1, , tokens = 0] = r.values.shape(f.weights);
  const h = Math.floor(j / (r.width(f.value) / heads));
  return r.dot(
    range(tokens).map((k) => [r.operand(f.weights, h, i, k), r.operand(f.value, k, j)] as const),
  );
}

function position(
  r: Reader,
  f: Of<'position'>,
  [i = 0, j = 0]: readonly number[],
  d: number,
): Explanation {
  const fn = j % 2 === 0 ? 'sin' : 'cos';
  const wave = f.sinusoidal ? ({ position: i, pair: j - (j % 2), d, fn } as const) : null;
  const entries: Operand[] = [];
  if (f.table) entries.push(r.operand(f.table, i, j));
  if (f.segments) entries.push(r.operand(f.segments, 0, j));
  return { kind: 'position', wave, entries };
}

function arithmetic(r: Reader, name: string, f: Formula, index: readonly number[]): Explanation {
  const [i = 0, j = 0, k = 0] = index;
  switch (f.kind) {
    case 'ids':
      return { kind: 'given', by: 'tokenizer', value: r.values.at({ name, index }) };
    case 'lookup': {
      const id = r.operand(f.ids, i);
      return { kind: 'lookup', id, entry: r.operand(f.table, id.value, j), scale: f.scale };
    }
    case 'position':
      return position(r, f, index, r.width(name));
    case 'add':
      return { kind: 'sum', a: r.operand(f.a, ...index), b: r.operand(f.b, ...index) };
    case 'linear': {
      const x = r.row(f.x, i);
      const w = r.row(f.weight, j);
      return r.dot(
        x.map((a, at) => [a, w[at] as Operand] as const),
        r.operand(f.bias, j),
      );
    }
    case 'scores':
      return scores(r, f, index, r.values.shape(name)[0] ?? 1);
    case 'softmax':
      return { kind: 'softmax', scores: r.row(f.x, i, j), own: k, divisor: f.divisor };
    case 'mixture':
      return mixture(r, f, index);
    case 'mean':
      return { kind: 'mean', terms: r.row(f.x, i) };
    case 'rstd':
      return { kind: 'rstd', terms: r.row(f.x, i), mean: r.operand(f.mean, i), eps: f.eps };
    case 'norm':
      return {
        kind: 'norm',
        x: r.operand(f.x, i, j),
        mean: r.operand(f.mean, i),
        rstd: r.operand(f.rstd, i),
        gamma: r.operand(f.gamma, j),
        beta: r.operand(f.beta, j),
      };
    case 'activation':
      return { kind: 'activation', x: r.operand(f.x, i, j), activation: f.activation };
    case 'same':
      return { kind: 'same', x: r.operand(f.x, ...index) };
  }
}

/** Every number that an explanation reads, in its order. */
export function operandsOf(e: Explanation): readonly Operand[] {
  switch (e.kind) {
    case 'given':
      return [];
    case 'lookup':
      return [e.id, e.entry];
    case 'position':
      return e.entries;
    case 'sum':
      return [e.a, e.b];
    case 'dot':
      return [...e.products.flatMap((p) => [p.a, p.b]), ...(e.bias ? [e.bias] : [])];
    case 'softmax':
      return e.scores;
    case 'mean':
      return e.terms;
    case 'rstd':
      return [...e.terms, e.mean];
    case 'norm':
      return [e.x, e.mean, e.rstd, e.gamma, e.beta];
    case 'activation':
    case 'same':
      return [e.x];
  }
}

/** Whether the model computes with a parameter of that name. */
export function hasParameter(graph: Graph, name: string): boolean {
  return isParameter(name) && [...graph.values()].some((f) => inputsOf(f).includes(name));
}

/** The parameters that a cell's explanation reads; the page fetches them when asked. */
export function parametersOf(graph: Graph, name: string): readonly string[] {
  if (isParameter(name)) return hasParameter(graph, name) ? [name] : [];
  const formula = graph.get(name);
  return formula ? inputsOf(formula).filter(isParameter) : [];
}

/**
 * The arithmetic behind one cell.
 * @throws {Error} where the cell is not in the trace, or a parameter it reads is not fetched yet.
 */
export function explain(graph: Graph, values: Values, { name, index }: Cell): Explanation {
  const value = values.at({ name, index });
  if (isParameter(name)) return { kind: 'given', by: 'training', value };
  const formula = graph.get(name);
  if (!formula) throw new Error(`Nothing says how "${name}" is computed`);
  return arithmetic(new Reader(values), name, formula, index);
}

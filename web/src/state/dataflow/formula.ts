import type { ModelConfig } from '../../model/protocol';

export type ActivationId = ModelConfig['hidden_act'];

/**
 * How a tensor is computed, and from which others. Names are those of the trace and of the model
 * file; i is a token, j a dimension, h a head.
 */
export type Formula =
  /** The tokenizer's answer. */
  | { readonly kind: 'ids' }
  /** y[i,j] = table[ids[i], j] · scale */
  | {
      readonly kind: 'lookup';
      readonly ids: string;
      readonly table: string;
      readonly scale: number;
    }
  /** y[i,j] = position i's number j, learned or a sine; plus segment 0's, where there are segments */
  | {
      readonly kind: 'position';
      readonly sinusoidal: boolean;
      readonly table: string | null;
      readonly segments: string | null;
    }
  /** y[i,j] = a[i,j] + b[i,j] */
  | { readonly kind: 'add'; readonly a: string; readonly b: string }
  /** y[i,o] = Σ_j x[i,j] · weight[o,j] + bias[o] */
  | {
      readonly kind: 'linear';
      readonly x: string;
      readonly weight: string;
      readonly bias: string;
    }
  /** y[h,i,k] = Σ_j query[i, h·dK+j] · key[k, h·dK+j] */
  | { readonly kind: 'scores'; readonly query: string; readonly key: string }
  /** y[h,i,k] = e^(x[h,i,k] ÷ divisor) ÷ Σ_k e^(x[h,i,k] ÷ divisor) */
  | { readonly kind: 'softmax'; readonly x: string; readonly divisor: number }
  /** y[i, h·dK+j] = Σ_k weights[h,i,k] · value[k, h·dK+j] */
  | { readonly kind: 'mixture'; readonly weights: string; readonly value: string }
  /** y[i] = (Σ_j x[i,j]) ÷ d */
  | { readonly kind: 'mean'; readonly x: string }
  /** y[i] = 1 ÷ √((Σ_j (x[i,j] − mean[i])²) ÷ d + eps) */
  | { readonly kind: 'rstd'; readonly x: string; readonly mean: string; readonly eps: number }
  /** y[i,j] = (x[i,j] − mean[i]) · rstd[i] · gamma[j] + beta[j] */
  | {
      readonly kind: 'norm';
      readonly x: string;
      readonly mean: string;
      readonly rstd: string;
      readonly gamma: string;
      readonly beta: string;
    }
  | { readonly kind: 'activation'; readonly x: string; readonly activation: ActivationId }
  /** y = x: another name of the same tensor. */
  | { readonly kind: 'same'; readonly x: string };

/** The names that a formula reads, tensors of the trace first, then parameters. */
export function inputsOf(formula: Formula): readonly string[] {
  switch (formula.kind) {
    case 'ids':
      return [];
    case 'lookup':
      return [formula.ids, formula.table];
    case 'position':
      return [formula.table, formula.segments].filter((name) => name !== null);
    case 'add':
      return [formula.a, formula.b];
    case 'linear':
      return [formula.x, formula.weight, formula.bias];
    case 'scores':
      return [formula.query, formula.key];
    case 'mixture':
      return [formula.weights, formula.value];
    case 'rstd':
      return [formula.x, formula.mean];
    case 'norm':
      return [formula.x, formula.mean, formula.rstd, formula.gamma, formula.beta];
    case 'softmax':
    case 'mean':
    case 'activation':
    case 'same':
      return [formula.x];
  }
}

import { activate } from './activation';
import type { Explanation, Operand } from './explain';

const total = (terms: readonly number[]): number => terms.reduce((sum, term) => sum + term, 0);

const mean = (terms: readonly number[]): number => total(terms) / terms.length;

const numbers = (operands: readonly Operand[]): readonly number[] => operands.map((o) => o.value);

/** e to the scaled scores, with the largest taken off as the model does, so that none overflows. */
export function exponentials(scores: readonly Operand[], divisor: number): readonly number[] {
  const scaled = scores.map((score) => score.value / divisor);
  const largest = Math.max(...scaled);
  return scaled.map((s) => Math.exp(s - largest));
}

/** The angle of a position's sine or cosine. */
export function angle(wave: { position: number; pair: number; d: number }): number {
  return wave.position / 10000 ** (wave.pair / wave.d);
}

/** The sine or cosine of a position, also of one between two words. */
export function waveAt(position: number, j: number, d: number): number {
  const at = angle({ position, pair: j - (j % 2), d });
  return j % 2 === 0 ? Math.sin(at) : Math.cos(at);
}

/** The number that an explanation arrives at, computed from its operands alone. */
export function recompute(e: Explanation): number {
  switch (e.kind) {
    case 'given':
      return e.value;
    case 'lookup':
      return e.entry.value * e.scale;
    case 'position':
      return total([...(e.wave ? [Math[e.wave.fn](angle(e.wave))] : []), ...numbers(e.entries)]);
    case 'sum':
      return e.a.value + e.b.value;
    case 'dot':
      return total(e.products.map((product) => product.value)) + (e.bias?.value ?? 0);
    case 'softmax': {
      const shares = exponentials(e.scores, e.divisor);
      return (shares[e.own] ?? Number.NaN) / total(shares);
    }
    case 'mean':
      return mean(numbers(e.terms));
    case 'rstd':
      return 1 / Math.sqrt(mean(e.terms.map((t) => (t.value - e.mean.value) ** 2)) + e.eps);
    case 'norm':
      return (e.x.value - e.mean.value) * e.rstd.value * e.gamma.value + e.beta.value;
    case 'activation':
      return activate(e.activation, e.x.value);
    case 'same':
      return e.x.value;
  }
}

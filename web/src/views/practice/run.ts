import type { ModelInfo } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { bestAt } from '../../state/defaults';
import { probabilityOf, topGuesses } from '../../state/prediction';
import { lengthOf } from '../../state/vector';
import { wordName } from '../../state/word-names';

type Vector = ArrayLike<number>;

export const dot = (a: Vector, b: Vector): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

export const softmax = (scores: readonly number[]): readonly number[] => {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
};

/** Σ wᵢ·vᵢ of vectors, or of numbers as vectors of one. */
export function weightedSum(weights: Vector, vectors: readonly Vector[]): readonly number[] {
  const width = vectors[0]?.length ?? 0;
  return Array.from({ length: width }, (_, at) =>
    dot(
      weights,
      vectors.map((vector) => vector[at] ?? 0),
    ),
  );
}

export const total = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, x) => sum + x, 0);

export const difference = (a: Vector, b: Vector): readonly number[] =>
  Array.from(a, (x, i) => x - (b[i] ?? 0));

export const distance = (a: Vector, b: Vector): number => lengthOf(difference(a, b));

/** Rounding apart, the same numbers. */
export const alike = (a: Vector, b: Vector): boolean => distance(a, b) < 1e-3 * (1 + lengthOf(a));

/** One run of the model, as questions read it: by the words of its text. */
export class Run {
  readonly model: ModelInfo;
  readonly trace: Trace;

  constructor(model: ModelInfo, trace: Trace) {
    this.model = model;
    this.trace = trace;
  }

  get config() {
    return this.model.config;
  }

  get heads(): number {
    return this.config.num_attention_heads;
  }

  get layers(): number {
    return this.config.num_hidden_layers;
  }

  get d(): number {
    return this.config.hidden_size;
  }

  get dK(): number {
    return this.d / this.heads;
  }

  get words(): readonly number[] {
    return this.trace.encoding.tokens.map((_, i) => i);
  }

  get n(): number {
    return this.words.length;
  }

  /** The head that looks from a pronoun at its noun. */
  get head() {
    return bestAt(this.model, 'antecedent') ?? { layer: this.layers - 1, head: 0 };
  }

  /** The first or `count`-th token that reads so; the first token for none. */
  at(piece: string, count = 1): number {
    const places = this.words.filter((i) => this.trace.encoding.tokens[i]?.piece === piece);
    return places[count - 1] ?? 0;
  }

  /** The pronoun: the word that most questions are about. */
  get it(): number {
    return this.at('it');
  }

  word(token: number): string {
    return wordName(this.trace.encoding.tokens, token);
  }

  piece(token: number): string {
    return this.trace.encoding.tokens[token]?.piece ?? '';
  }

  row(name: string, ...leading: number[]): Float32Array {
    return this.trace.row(name, ...leading);
  }

  size(name: string): number {
    return this.trace.tensor(name).data.length;
  }

  /** What a word gives the others in a head. */
  weights(query: number, { layer, head } = this.head): readonly number[] {
    return [...this.row(`layers.${layer}.attention.weights`, head, query)];
  }

  /** Products of its query with all keys, not divided yet. */
  scores(query: number, { layer, head } = this.head): readonly number[] {
    return [...this.row(`layers.${layer}.attention.scores`, head, query)];
  }

  /** The same divided by √dₖ: what the softmax reads. */
  divided(query: number, at = this.head): readonly number[] {
    return this.scores(query, at).map((score) => score / Math.sqrt(this.dK));
  }

  vector(of: 'query' | 'key' | 'value' | 'heads', token: number, { layer, head } = this.head) {
    return this.trace.headRow(`layers.${layer}.attention.${of}`, token, head, this.heads);
  }

  /** All heads, layer by layer. */
  get allHeads() {
    return Array.from({ length: this.layers * this.heads }, (_, i) => ({
      layer: Math.floor(i / this.heads),
      head: i % this.heads,
    }));
  }

  /** What a layer passes on for a word; after layer −1 is the input. */
  after(layer: number, token: number): Float32Array {
    if (layer < 0) return this.row('embedding.output', token);
    const { run } = this.trace.encoding;
    const isPost =
      this.config.norm_order === 'post' && !/norm=(pre|none)/.test(run?.structure ?? '');
    return this.row(`layers.${layer}.feedForward.${isPost ? 'norm' : 'residual'}`, token);
  }

  guess(token: number): string {
    return topGuesses(this.trace, this.model.vocabulary, token, 1)[0]?.piece ?? '';
  }

  probability(piece: string, token: number): number {
    return probabilityOf(this.row('logits', token), this.model.vocabulary.indexOf(piece));
  }
}

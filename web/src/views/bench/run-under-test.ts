import type { ModelInfo } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import type { Cell } from '../../state/dataflow/cell';
import { range } from '../../state/dataflow/cell';
import { type Guess, topGuesses } from '../../state/prediction';
import { lengthOf } from '../../state/vector';
import { graphOf, weightCell } from '../../state/why';
import { wordName } from '../../state/word-names';

/** Where a run is looked at. */
export interface LookedAt {
  readonly layer: number;
  readonly head: number;
  readonly token: number;
}

/** What a case reads off one run: the encoder broken, or right. */
export class RunUnderTest implements LookedAt {
  readonly model: ModelInfo;
  readonly trace: Trace;
  /** The case's second text, run the same way; null where it has none. */
  readonly other: Trace | null;
  readonly layer: number;
  readonly head: number;
  readonly token: number;

  constructor(model: ModelInfo, trace: Trace, other: Trace | null, at: LookedAt) {
    this.model = model;
    this.trace = trace;
    this.other = other;
    this.layer = at.layer;
    this.head = at.head;
    this.token = at.token;
  }

  /** The same run, looked at elsewhere. */
  at(place: Partial<LookedAt>): RunUnderTest {
    const { layer, head, token } = { ...this, ...place };
    return new RunUnderTest(this.model, this.trace, this.other, { layer, head, token });
  }

  get tokens() {
    return this.trace.encoding.tokens;
  }

  get layers(): readonly number[] {
    return range(this.model.config.num_hidden_layers);
  }

  get heads(): readonly number[] {
    return range(this.model.config.num_attention_heads);
  }

  get dModel(): number {
    return this.model.config.hidden_size;
  }

  get dK(): number {
    return this.dModel / this.model.config.num_attention_heads;
  }

  /** The word looked at, or that of another token, in quotation marks. */
  word(token = this.token): string {
    return wordName(this.tokens, token);
  }

  /** A row of a tensor; "{l}" in its name is the layer looked at. */
  row(name: string, ...leading: number[]): Float32Array {
    return this.trace.row(name.replace('{l}', String(this.layer)), ...leading);
  }

  tensor(name: string) {
    return this.trace.tensor(name.replace('{l}', String(this.layer)));
  }

  /** Who looks at whom in a head, row by row. */
  weights(layer = this.layer, head = this.head): readonly Float32Array[] {
    const name = `layers.${layer}.attention.weights`;
    return this.tokens.map((_, query) => this.trace.row(name, head, query));
  }

  /** The same of all heads of all layers. */
  allWeights(): readonly (readonly Float32Array[])[] {
    return this.layers.flatMap((layer) => this.heads.map((head) => this.weights(layer, head)));
  }

  /** Where the run has its norms. */
  get normAt(): 'post' | 'pre' | 'none' {
    return graphOf(this.model, this.trace).structure.norm;
  }

  /** The tensor that a layer passes on; layer −1 is the embedding. */
  handedOn(layer: number): string {
    return graphOf(this.model, this.trace).layerInputs[layer + 1] ?? 'output';
  }

  /** What a layer passes on for the word looked at. */
  after(layer: number): Float32Array {
    return this.trace.row(this.handedOn(layer), this.token);
  }

  /** The model's guess for the word looked at; null where it has no head for that, or NaN came out. */
  answer(trace = this.trace, token = this.token): Guess | null {
    if (!trace.has('logits')) return null;
    return topGuesses(trace, this.model.vocabulary, token, 1)[0] ?? null;
  }
}

/** The weight that the word looked at gives to a key. */
export const weightOf = ({ layer, head, token }: RunUnderTest, key: number): Cell =>
  weightCell({ layer, head, token }, key);

/** The least and the largest of some numbers; NaN where one of them is NaN. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

export const rangeOf = (values: readonly number[]): Range =>
  values.reduce(({ least, most }, x) => ({ least: Math.min(least, x), most: Math.max(most, x) }), {
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
  });

export const sumOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((total, x) => total + x, 0);

export const meanOf = (values: ArrayLike<number>): number => sumOf(values) / values.length;

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return rangeOf(Array.from(a, (x, i) => Math.abs(x - (b[i] ?? Number.NaN)))).most;
}

/** How far two vectors are apart. */
export const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  lengthOf(Array.from(a, (x, i) => x - (b[i] ?? Number.NaN)));

const column = (rows: readonly Float32Array[], key: number): readonly number[] =>
  rows.map((row) => row[key] ?? Number.NaN);

/** What each row of a head's weights adds to, and each column. */
export const rowSums = (rows: readonly Float32Array[]): readonly number[] => rows.map(sumOf);

export const columnSums = (rows: readonly Float32Array[]): readonly number[] =>
  rows.map((_, key) => sumOf(column(rows, key)));

/** How near 1 counts as 1. */
export const nearOne = 0.01;

export const addsToOne = (sum: number): boolean => Math.abs(sum - 1) <= nearOne;

/** Weights below this tell little of the scores that they were made of. */
const leastWeight = 1e-6;

/** What scores were divided by, read off two of them and their weights; NaN where they tell nothing. */
function dividedBy(scores: readonly number[], weights: readonly number[]): number {
  const places = weights.map((_, i) => i).filter((i) => (weights[i] ?? 0) > leastWeight);
  const by = (i: number) => scores[i] ?? 0;
  const sorted = [...places].sort((a, b) => by(a) - by(b));
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const logs = Math.log((weights[high] ?? 0) / (weights[low] ?? 0));
  return (by(high) - by(low)) / logs;
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * What the scores of the head looked at were divided by before the softmax. It is read off the weights:
 * of two scores s and t of one softmax, w_s ÷ w_t = e^((s − t) ÷ divisor).
 */
export function divisorOf(run: RunUnderTest): number {
  const weights = run.weights();
  const scores = run.tokens.map((_, query) =>
    run.row('layers.{l}.attention.scores', run.head, query),
  );
  const over = (line: (rows: readonly Float32Array[], i: number) => readonly number[]) => {
    const found = run.tokens.map((_, i) => dividedBy(line(scores, i), line(weights, i)));
    return found.filter((each) => Number.isFinite(each) && each > 0);
  };
  const spread = (found: readonly number[]) =>
    found.length > 1 ? Math.max(...found) / Math.min(...found) : Number.POSITIVE_INFINITY;
  const byRows = over((rows, i) => Array.from(rows[i] ?? []));
  const byColumns = over(column);
  return middle(spread(byRows) <= spread(byColumns) ? byRows : byColumns);
}

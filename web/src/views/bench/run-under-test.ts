import type { ModelInfo } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import type { Cell } from '../../state/dataflow/cell';
import { type Guess, topGuesses } from '../../state/prediction';
import { graphOf, weightCell } from '../../state/why';
import { wordName } from '../../state/word-names';

/** Where a run is looked at. */
export interface LookedAt {
  readonly layer: number;
  readonly head: number;
  readonly token: number;
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

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
    return upTo(this.model.config.num_hidden_layers);
  }

  get heads(): readonly number[] {
    return upTo(this.model.config.num_attention_heads);
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

  /** The tensor that a layer hands on; layer −1 is the embedding. */
  handedOn(layer: number): string {
    return graphOf(this.model, this.trace).layerInputs[layer + 1] ?? 'output';
  }

  /** What a layer hands on for the word looked at. */
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

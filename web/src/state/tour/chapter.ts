import type { Choice } from '../actions';
import { type Graph, normAfter } from '../dataflow/graph';
import { bestAt, type HeadRole } from '../defaults';
import { type Guess, topGuesses } from '../prediction';
import type { State } from '../state';
import { graphOf } from '../why';

/** Where a reader stands in the tour. */
export interface Tour {
  /** From 0. */
  readonly chapter: number;
  /** What the reader expects: an option's place, or null before that. */
  readonly guess: number | null;
  /** The answer has been looked at. */
  readonly shown: boolean;
}

/**
 * One stop of the tour. It puts the explorer where its text is about, asks what the reader expects,
 * and leads to the place where the answer is to be seen. Words and numbers come from the trace.
 */
export interface Chapter {
  readonly title: string;
  readonly text: (facts: Facts) => string;
  /** Step of the timeline that the chapter opens, and that plays as the answer. */
  readonly step: string;
  readonly question: (facts: Facts) => string;
  readonly options: (facts: Facts) => readonly string[];
  /** Place of the option that the trace bears out. */
  readonly right: (facts: Facts) => number;
  /** What shows the answer, beside the step as it plays. */
  readonly look: Choice;
  readonly reveal: (facts: Facts) => string;
}

/** What the chapters read off a trace. */
export class Facts {
  readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  private get trace() {
    const { trace } = this.state;
    if (!trace) throw new Error('The tour needs a trace');
    return trace;
  }

  get config() {
    const { model } = this.state;
    if (!model) throw new Error('The tour needs a model');
    return model.config;
  }

  private get graph(): Graph {
    const { model } = this.state;
    if (!model) throw new Error('The tour needs a model');
    return graphOf(model);
  }

  get dK(): number {
    return this.config.hidden_size / this.config.num_attention_heads;
  }

  get tokens() {
    return this.trace.encoding.tokens;
  }

  get focus(): number {
    return this.state.token;
  }

  /** The focus word, or that of another token, in quotation marks. */
  word(token = this.focus): string {
    return `“${this.tokens[token]?.piece ?? ''}”`;
  }

  /** Tokens that read the same as an earlier one. */
  get twins(): readonly [number, number] | null {
    const pieces = this.tokens.map((token) => token.piece);
    const second = pieces.findIndex((piece, i) => pieces.indexOf(piece) < i);
    return second < 0 ? null : [pieces.indexOf(pieces[second] ?? ''), second];
  }

  row(name: string, ...leading: number[]): Float32Array {
    return this.trace.row(name.replace('{l}', String(this.state.layer)), ...leading);
  }

  /** The focus word's row of an attention tensor in a head. */
  attention(tensor: 'scores' | 'weights', head = this.state.head): Float32Array {
    return this.row(`layers.{l}.attention.${tensor}`, head, this.focus);
  }

  /**
   * The mean of the focus word's numbers, or 1 over their deviation, in the norm that reads the sum
   * after attention.
   */
  statistic(name: 'mean' | 'rstd'): number {
    const norm = normAfter(this.graph, `layers.${this.state.layer}.attention.residual`);
    return norm ? (this.row(`${norm}.${name}`)[this.focus] ?? Number.NaN) : Number.NaN;
  }

  /** The head that does something best, by the measurements in the model's file. */
  role(name: string): HeadRole | null {
    return this.state.model ? bestAt(this.state.model, name) : null;
  }

  /** Whether a token is a word of the text, or a piece of it. */
  isOf(token: number, word: string): boolean {
    const { text } = this.trace.encoding;
    const from = text.indexOf(word);
    const { begin = 0, end = 0 } = this.tokens[token] ?? {};
    return from >= 0 && end > begin && begin >= from && end <= from + word.length;
  }

  /** What the model reads at the focus word, where it has a head for that. */
  guess(): Guess | null {
    const { model } = this.state;
    if (!model || !this.trace.has('logits')) return null;
    return topGuesses(this.trace, model.vocabulary, this.focus, 1)[0] ?? null;
  }

  /** What a layer hands on for the focus word; layer −1 is the embedding. */
  after(layer: number): Float32Array {
    return this.row(this.graph.layerInputs[layer + 1] ?? '', this.focus);
  }
}

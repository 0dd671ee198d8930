import type { Encoding, Head, Token } from '../model/protocol';

/** A token of a text, or of one of two. */
export interface PairToken extends Token {
  readonly text: number;
}

/** What is asked of a model's head. */
export interface TextQuestion {
  readonly text: string;
  /** The second text, such as a passage that has the answer. */
  readonly pair?: string;
  /** Indices of tokens to hide behind a mask. */
  readonly masked?: readonly number[];
  /** How the logit in this row and column comes about. */
  readonly why?: { readonly row: number; readonly label: number };
}

/** Rows: one for the text (kind text), or one for each token. */
export interface TextAnswerOf {
  readonly tokens: readonly PairToken[];
  readonly dropped: number;
  readonly columns: number;
  readonly logits: Float32Array;
  readonly probabilities: Float32Array;
  /** Of the logit that is asked why: the products that it is the sum of, then the bias. */
  readonly terms: Float32Array;
  /** What each token adds to that logit. */
  readonly shares: Float32Array;
  readonly head: Head;
}

/** Everything that a pass over a text, or over two, computes. */
export interface PairEncoding extends Omit<Encoding, 'tokens'> {
  readonly tokens: readonly PairToken[];
}

/** A text's last hidden state, tokens × d, and its vector. */
export interface SentenceOf {
  readonly tokens: readonly PairToken[];
  readonly dropped: number;
  readonly hidden: Float32Array;
  readonly vector: Float32Array;
}

type OfModel<Asked> = Asked & { readonly model: number };

export interface Requests {
  answer: OfModel<TextQuestion>;
  pass: OfModel<Pick<TextQuestion, 'text' | 'pair'>>;
  embed: OfModel<{ readonly texts: readonly string[] }>;
  sentence: OfModel<{ readonly text: string }>;
}

export interface Answers {
  answer: TextAnswerOf;
  pass: PairEncoding;
  embed: { readonly data: Float32Array };
  sentence: SentenceOf;
}

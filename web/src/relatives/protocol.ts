/** Messages between the page and the worker that runs the encoder's relatives. */
import type { Asked, ModelInfo, Parameter, TensorInfo } from '../model/protocol';
import type { Tensor } from '../model/trace';

/** The models that the fourth file has inside. */
export type ShippedModel = WritingModel | 'pictures' | 'experts';

/** Those that write text. */
export type WritingModel = 'rewrite' | 'next-word';

/** What a decoder is to write. */
export interface DecodeRequest {
  readonly model: WritingModel;
  /** The sentence that the encoder reads; of rewrite alone. */
  readonly source?: string;
  /** What the text begins with, as the reader typed it; of next-word alone. Its pieces count as taken, before `taken`. */
  readonly prefix?: string;
  /** Ids of the words chosen so far, after the start token. */
  readonly taken: readonly number[];
  /** How many words to add by itself, at most; 0: the answer ends with the step after `taken`. */
  readonly steps: number;
  /** Draws each word from softmax(logits ÷ temperature). Default: 0, which takes the likeliest. */
  readonly temperature?: number;
  /** Of what is drawn. Default: 1. */
  readonly seed?: number;
}

/** A word that could come next, with its probability over the whole vocabulary. */
export interface NextWord {
  readonly id: number;
  readonly token: string;
  readonly probability: number;
}

/** One position of the text that is written. */
export interface DecodeStep {
  /** Counts from 0: the one after the start token. */
  readonly position: number;
  /** The word put there: taken by the reader, drawn, or the likeliest. */
  readonly token: string;
  readonly id: number;
  /** Weights of masked self-attention, [layers, heads, position + 1]: over the start token and the words before this one. */
  readonly self: Float32Array;
  /** Weights of cross-attention, [layers, heads, pieces of the source]; of a model with an encoder. */
  readonly cross?: Float32Array;
  /** The ten likeliest, the likeliest first, whatever was taken. */
  readonly next: readonly NextWord[];
}

export interface DecodeAnswer {
  /** Pieces of the source as the encoder reads them; of a model with an encoder. */
  readonly source?: { readonly tokens: readonly string[]; readonly ids: readonly number[] };
  /**
   * For each word taken, then for each that was added, then for the one that would come next: so many
   * + 1, fewer where the text came to its end. The last one's token is that of the end, [SEP], where it did.
   */
  readonly steps: readonly DecodeStep[];
  readonly model: { readonly layers: number; readonly heads: number; readonly dModel: number };
}

/** The tensors of a pass, by their names. */
export interface PassTensors {
  readonly names: readonly string[];
  /** @throws {Error} if the pass has no tensor of that name. */
  tensor(name: string): Tensor;
}

/** Every tensor of a pass, by the names of the core: `decoder.layers.0.crossAttention.weights`. */
export interface PassTrace {
  readonly tensors: readonly TensorInfo[];
  readonly data: Float32Array;
}

/** The pass over a text and, where there is an encoder, over its source. */
export interface TraceRequest {
  readonly model: WritingModel;
  readonly source?: string;
  /** The whole text so far, after the start token. */
  readonly taken: readonly number[];
}

/** An encoder of any kind over a text. */
export interface VariantRequest {
  readonly file: ShippedModel;
  readonly text: string;
}

export interface VariantAnswer extends PassTrace {
  readonly tokens: readonly { readonly id: number; readonly piece: string }[];
}

/** A picture for the model of pictures to read. */
export interface PictureRequest {
  /** Rows × columns × red, green and blue, from 0 to 1, of the size that the model reads. */
  readonly pixels: Float32Array;
  /** One of the model's vocabulary: odd, arrow, covered. */
  readonly question: string;
}

/** The pass over it; on the axis of tokens the question comes first, then the patches, row by row. */
export interface PictureAnswer extends PassTrace {
  /** All that the model can answer, in its order. */
  readonly answers: readonly { readonly name: string; readonly probability: number }[];
}

/** A learned parameter, by its name in the file. */
export interface ParameterRequest {
  readonly model: ShippedModel;
  readonly name: string;
}

/**
 * What a model, by its number, answers to a text at a token, and not to its twin; or, where there are
 * texts to average in place of a twin, more than its second answer.
 */
export interface CircuitQuestion {
  readonly model: number;
  readonly text: string;
  readonly twin: string;
  readonly averaged?: readonly string[];
  readonly masked: readonly number[];
  readonly token: number;
  /** Answers are measured in probabilities, not in logits. */
  readonly probability?: boolean;
  /** Parts are at all words, not at one. */
  readonly whole?: boolean;
  /** In place of a piece: a label of the model's head, by its place, or −1 for the likeliest. */
  readonly label?: number;
}

/** Parts of a pass, 0 or 1 each, and how much of the answer these keep. */
export interface KeptParts {
  /** By (layer · (heads + 1) + head) · tokens + token; the head after the last is the feed-forward network. */
  readonly kept: readonly number[];
  readonly share: number;
}

/** How much of the answer goes from a part to a later one; null: straight to the answer. */
export interface CircuitEdge {
  readonly from: number;
  readonly to: number | null;
  readonly share: number;
}

export interface CircuitAnswer {
  /** Pieces by id, of the text and of the twin; or twice the label that was asked about. */
  readonly answer: number;
  readonly other: number;
  /** How far the logit of the first is above that of the second, in each. */
  readonly ofText: number;
  readonly ofTwin: number;
  /** After each round of the search, all parts first; then parts taken until little is left. */
  readonly frames: readonly KeptParts[];
  /** The frame of which no part can be taken. */
  readonly found: number;
  /** What is left without each part that it keeps, in their order. */
  readonly without: readonly number[];
  readonly edges: readonly CircuitEdge[];
  /** Shares of random sets of that size. */
  readonly random: readonly number[];
  /** What all other parts keep together. */
  readonly rest: number;
  /** A circuit among the others, where they keep enough. */
  readonly second: KeptParts | null;
}

/** Two sentences as core/train/data/pairs.txt has them, each with its pronoun marked and what that means. */
export interface CircuitPairQuestion {
  readonly model: number;
  readonly one: string;
  readonly two: string;
  readonly keep: number;
}

/** What adds up over circuits of many pairs. */
export interface CircuitPairAnswer {
  /** How many parts the circuit has, and how many there are. */
  readonly kept: number;
  readonly nodes: number;
  /** By (layer · (heads + 1) + part) · 5 + role: 1 for a part that the circuit has at a word of that role. */
  readonly found: Float32Array;
  /** By (layer · heads + head) · 25 + reader · 5 + read: mean weights; NaN where no word has the reader's role. */
  readonly reads: Float32Array;
}

/** What the heads of a model, by its number, do in texts. */
export interface HeadStudyQuestion {
  readonly model: number;
  readonly texts: readonly string[];
  /** In how many of them, spread evenly, the answer without each head is measured. */
  readonly effects: number;
}

/** A text and how sure a head is in it. */
export interface SureText {
  /** Its place among the texts. */
  readonly text: number;
  /** The mean entropy of the head's weights, as a share of the most that is possible. */
  readonly spread: number;
}

export interface HeadStudyAnswer {
  readonly texts: number;
  readonly tokens: number;
  /** Texts in which effects were measured. */
  readonly measured: number;
  /** Queries that have such a key, by relation (head-relations.ts). */
  readonly queries: Float32Array;
  /** For each head its weights by relation, its entropy in bits and its effect. */
  readonly heads: Float32Array;
  /** For each head the texts in which its weights are least and most spread. */
  readonly sure: readonly (readonly SureText[])[];
  readonly unsure: readonly (readonly SureText[])[];
}

/** A text's pieces, and the weights of one head: n × n. */
export interface HeadArches {
  readonly pieces: readonly string[];
  readonly weights: Float32Array;
}

export interface HeadPlacesQuestion {
  readonly model: number;
  readonly texts: readonly string[];
  readonly layer: number;
  readonly head: number;
  /** The piece that is looked at. */
  readonly piece: string;
}

/** A place where a piece was looked at. */
export interface HeadPlace {
  readonly text: number;
  readonly pieces: readonly string[];
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

export interface HeadPlacesAnswer {
  /** How often the piece stands in the texts, and the mean weight that a word there gives it. */
  readonly count: number;
  readonly mean: number;
  /** Those with the largest weights, the largest first. */
  readonly places: readonly HeadPlace[];
}

/** What workers are asked about the parts of a model that is open: of this file, and of published models. */
export type PartKind =
  | 'circuit'
  | 'circuitShare'
  | 'circuitPair'
  | 'headStudy'
  | 'headArches'
  | 'headPlaces';

export type PartsRequests = Pick<Requests, PartKind>;
export type PartsAnswers = Pick<Answers, PartKind>;

/** What the worker is asked for. */
export interface Requests {
  /** Config, vocabulary and metadata of a model. */
  info: { readonly model: ShippedModel };
  /** The bytes of a model's file. */
  file: { readonly model: ShippedModel };
  decode: DecodeRequest;
  trace: TraceRequest;
  variant: VariantRequest;
  picture: PictureRequest;
  modelParameter: ParameterRequest;
  /** Few parts that keep this share of the answer. */
  circuit: CircuitQuestion & { readonly keep: number };
  /** What other parts keep. */
  circuitShare: CircuitQuestion & { readonly kept: readonly number[] };
  circuitPair: CircuitPairQuestion;
  headStudy: HeadStudyQuestion;
  /** One head's weights in a few texts. */
  headArches: Omit<HeadPlacesQuestion, 'piece'>;
  headPlaces: HeadPlacesQuestion;
}

/** The answers to them. */
export interface Answers {
  info: ModelInfo;
  file: { readonly data: Uint8Array<ArrayBuffer> };
  decode: DecodeAnswer;
  trace: PassTrace;
  variant: VariantAnswer;
  picture: PictureAnswer;
  modelParameter: Parameter;
  circuit: CircuitAnswer;
  circuitShare: { readonly share: number };
  /** Null where the model does not read both sentences rightly. */
  circuitPair: CircuitPairAnswer | null;
  headStudy: HeadStudyAnswer;
  headArches: readonly HeadArches[];
  headPlaces: HeadPlacesAnswer;
}

export type Request = Asked<Requests>;

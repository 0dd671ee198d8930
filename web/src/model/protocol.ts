/** Messages between the page and the worker. */

/** The model's shape and options, under the keys of its `config.json`. */
export interface ModelConfig {
  readonly hidden_size: number;
  readonly num_attention_heads: number;
  readonly intermediate_size: number;
  readonly num_hidden_layers: number;
  readonly vocab_size: number;
  readonly max_position_embeddings: number;
  /** Segments, as BERT has them; the encoder uses the first. 0 for a model without. */
  readonly type_vocab_size: number;
  readonly hidden_act: 'relu' | 'gelu' | 'gelu_tanh' | 'silu';
  readonly position_embedding_type: 'sinusoidal' | 'absolute' | 'none' | 'rotary' | 'alibi';
  readonly norm_order: 'post' | 'pre';
  readonly layer_norm_eps: number;
  readonly embedding_norm: boolean;
  readonly embedding_scale: boolean;
  readonly masked_word_head: boolean;
  readonly add_special_tokens: boolean;
  /** How many heads keys and values have, each for as many of the queries; 0, or left out: as many. */
  readonly num_key_value_heads?: number;
  /** Feed-forward networks of a layer, of which a router chooses for each token; 0, or left out: one for all. */
  readonly num_local_experts?: number;
  /** How many of them a token takes. Default: 2. */
  readonly num_experts_per_tok?: number;
  /** Whether hidden units are multiplied by a second projection: with silu SwiGLU. */
  readonly gated_feed_forward?: boolean;
  /** Of every norm. Default: layer_norm. */
  readonly norm_type?: 'layer_norm' | 'rms_norm';
  /** The base of rotary positions, and that of layers whose attention is local. Default: 10,000. */
  readonly rope_theta?: number;
  readonly local_rope_theta?: number;
  /** Words that a local layer sees; 0, or left out: no layer is local. */
  readonly local_attention?: number;
  /** Every such layer, from the first on, is not. */
  readonly global_attn_every_n_layers?: number;
  /** Whether the first layer has a norm for its attention. Default: true. */
  readonly first_norm?: boolean;
  /** Rows of a table of biases by distance, which all layers add to their scores; 0, or left out: none. */
  readonly relative_attention_num_buckets?: number;
  /** Layers of the decoder, where there is one. */
  readonly decoder_layers?: number;
  /** Side in pixels of the pictures that it reads; 0, or left out: it reads text. */
  readonly image_size?: number;
  readonly patch_size?: number;
  /** Id of the piece that a padding mask hides. Default: 0. */
  readonly pad_token_id?: number;
}

export interface ModelInfo {
  readonly config: ModelConfig;
  /** Number of learned parameters. */
  readonly parameters: number;
  /** Pieces by id. */
  readonly vocabulary: readonly string[];
  /** The model file's metadata other than config and vocabulary: name, trained, roles, … */
  readonly metadata: Readonly<Record<string, string>>;
  /** What a published model can say of a text. */
  readonly head?: Head;
}

export interface Head {
  /** Of a text or a pair, of each token, of each word whether it was replaced, where an answer stands; none. */
  readonly kind: 'text' | 'token' | 'replaced' | 'span' | '';
  readonly labels: readonly string[];
  /** Each label is true or not by itself. */
  readonly severalLabels: boolean;
  /** How a text becomes a vector. */
  readonly pooling: 'first' | 'mean' | 'max';
  readonly normalised: boolean;
  /** Whether its folder says so. */
  readonly saysHowToPool: boolean;
}

export interface Token {
  readonly id: number;
  /** As in the vocabulary: "##ing", "[UNK]". */
  readonly piece: string;
  /** First and one-past-last UTF-16 unit in the text; equal for pieces that were added. */
  readonly begin: number;
  readonly end: number;
}

export interface TensorInfo {
  /** The name in the trace, e.g. "layers.3.attention.scores". */
  readonly name: string;
  readonly axes: readonly { readonly name: string; readonly size: number }[];
  /** First element in `Encoding.data`. */
  readonly offset: number;
  readonly length: number;
}

/** How a text is run, beside the model's own way; in the words of the core, which checks them. */
export interface Run {
  /** Options that differ from the model's own: "scale=off,norm=pre". */
  readonly structure: string;
  /** Changes of tensors on the way: "layers.2.attention.weights[2,7,:]=0". */
  readonly changes: readonly string[];
}

export const ownRun: Run = { structure: '', changes: [] };

/** The loss whose gradients are wanted: −ln of the probability of a piece, by id, at a token. */
export interface Loss {
  readonly token: number;
  readonly piece: number;
}

/** One of many runs of a text, beside the model's own way; what is left out is as it is there. */
export interface Variant extends Partial<Run> {
  /** Tokens that give way to other pieces: the token's index and the piece's id. */
  readonly replaced?: readonly (readonly [token: number, piece: number])[];
}

/** What a variant predicts at the token that was asked for. */
export interface Outcome {
  /** Id of the most probable piece, and its probability. */
  readonly best: number;
  readonly probability: number;
  /** Probabilities of the pieces that were asked for. */
  readonly asked: readonly number[];
}

/** One forward pass: every tensor of the trace in one array. */
export interface Encoding {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Number of pieces left out because the model takes no more. */
  readonly dropped: number;
  /** Indices of the tokens replaced by [MASK]. */
  readonly masked: readonly number[];
  /** How it was run; as the model is where it is left out. */
  readonly run?: Run;
  /** Whose gradients are behind the other tensors, as "grad.<name>"; none where it is left out. */
  readonly loss?: Loss | undefined;
  readonly tensors: readonly TensorInfo[];
  readonly data: Float32Array;
  /** Time for tokenising and the forward pass. */
  readonly milliseconds: number;
}

export interface Parameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** An error as it crosses the worker boundary; `code` is one of the core's, or "worker". */
export interface ProtocolError {
  readonly code: string;
  readonly message: string;
}

/** Stands for the model that the worker was started with. */
export const shipped = 'shipped';

/** A published folder: its files by their names in it, "1_Pooling/config.json". */
export interface Folder {
  readonly name: string;
  readonly files: Readonly<Record<string, Blob>>;
  /** In place of its files: where it is on the disk that Node's worker reads. */
  readonly path?: string;
  /** Bytes that the model takes once it is read, about. */
  readonly memory: number;
}

/**
 * Bytes, which are copied to the worker; a file, which the worker reads piece by piece; a folder; or
 * the model that the worker was started with.
 */
export type ModelFile = ArrayBuffer | Blob | Folder | typeof shipped;

/** Bytes that a module may have: MAXIMUM_MEMORY of wasm/CMakeLists.txt. */
export const mostMemory = 2 ** 31;

/** The first message to a worker: the model file that comes with the page, in base64. */
export interface Start {
  readonly kind: 'start';
  readonly model: string;
}

/** The core as dist/index.html holds it: packed, the one with fused multiply-add as a patch of the other. */
export interface PackedCore {
  readonly kind: 'core';
  readonly plain: string;
  readonly relaxed: string;
}

/** The core, where it is not inside the worker's script. */
export interface SentCore {
  readonly kind: 'core';
  readonly module: WebAssembly.Module;
}

/** Has the worker hold a lock of that name, which is free once the worker has ended. */
export interface Watch {
  readonly kind: 'watch';
  readonly name: string;
}

/** The messages with which a worker is asked what a map of requests has. */
export type Asked<Requests> = {
  [Kind in keyof Requests]: Requests[Kind] & { readonly id: number; readonly kind: Kind };
}[keyof Requests];

/** What a worker of encoders is asked for. Requests name a model by a number that the page chooses. */
export interface Requests {
  load: { readonly model: number; readonly file: ModelFile };
  encode: {
    readonly model: number;
    readonly text: string;
    readonly masked: readonly number[];
    readonly run: Run;
    readonly loss: Loss | undefined;
  };
  parameter: { readonly model: number; readonly name: string };
  outcomes: {
    readonly model: number;
    readonly text: string;
    readonly masked: readonly number[];
    readonly variants: readonly Variant[];
    readonly token: number;
    readonly pieces: readonly number[];
  };
  unload: { readonly model: number };
}

/** The answers to them. */
export interface Answers {
  load: ModelInfo;
  encode: Encoding;
  parameter: Parameter;
  outcomes: readonly Outcome[];
  unload: null;
}

export type Request = Asked<Requests>;

/** Passes of untrained encoders that are timed: what is asked of a worker. */
export interface PassAsk {
  /** A `config.json`. */
  readonly config: string;
  readonly tokens: number;
  /** Passes are repeated for so long. */
  readonly milliseconds: number;
}

/** Studies of untrained encoders: what is asked of a worker, and what it answers. */

/** An encoder as it is before any training, and with how many seeds it is made. */
export interface DepthAsk {
  readonly depth: number;
  /** Options in the words of the core: "norm=pre,residual=off". */
  readonly structure: string;
  readonly seeds: number;
  /** Numbers of a word; 32 where it is left out. */
  readonly width?: number;
  /** Of the layers' matrices, which are normal then; Xavier-uniform where it is left out. */
  readonly deviation?: number;
}

/** One encoder: at the words, at index 0, and after each layer. What left the range of a float is ∞ or NaN. */
export interface LayerMeasures {
  /** How large a gradient still is where it arrives that was 1 at the end. */
  readonly gradient: Float64Array<ArrayBuffer>;
  /** How different the words are: 1 − their mean cosine. */
  readonly difference: Float64Array<ArrayBuffer>;
  /** Mean norm of a word's vector. */
  readonly stream: Float64Array<ArrayBuffer>;
  /** Norm of the gradient of the layer's own parameters, and of the word table's. */
  readonly weights: Float64Array<ArrayBuffer>;
}

/** The softmax of as many random queries as keys. */
export interface SoftmaxAsk {
  readonly dK: number;
  readonly keys: number;
  /** Whether scores are divided by √dK. */
  readonly scaled: boolean;
  readonly seeds: number;
}

export interface SoftmaxMeasures {
  /** The largest weight of a row, mean over the rows. */
  readonly largest: number;
  /** What is left of the length of a random gradient that goes back through it, mean over the rows. */
  readonly passed: number;
}

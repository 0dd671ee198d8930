import type { Shape } from './shape';

/// The formulas of the core's cost.h, which a test holds these against.

/** How many numbers a model has to learn, by part. */
export interface ParameterParts {
  readonly embedding: number;
  readonly attention: number;
  readonly feedForward: number;
  readonly norms: number;
  readonly prediction: number;
}

/** Floating-point operations of the matrix products of a pass, two for each multiply-add. */
export interface FlopParts {
  /** Query, key, value and output. */
  readonly projections: number;
  /** Query times key, and weights times value. */
  readonly attention: number;
  readonly feedForward: number;
  readonly prediction: number;
}

export function parameterParts(shape: Shape): ParameterParts {
  const { hidden_size: d, intermediate_size: f, num_hidden_layers: layers } = shape;
  const positions =
    shape.position_embedding_type === 'absolute' ? shape.max_position_embeddings : 0;
  const norms = 2 * layers + Number(shape.embedding_norm) + Number(shape.norm_order === 'pre');
  return {
    embedding: (shape.vocab_size + positions + shape.type_vocab_size) * d,
    attention: layers * (4 * d * d + 4 * d),
    feedForward: layers * (2 * d * f + f + d),
    norms: 2 * d * norms,
    prediction: shape.masked_word_head ? d * d + 3 * d + shape.vocab_size : 0,
  };
}

export function flopParts(shape: Shape, n: number): FlopParts {
  const { hidden_size: d, intermediate_size: f, num_hidden_layers: layers } = shape;
  const table = shape.masked_word_head || shape.tied_output ? shape.vocab_size : 0;
  return {
    projections: layers * 8 * n * d * d,
    attention: layers * 4 * n * n * d,
    feedForward: layers * 4 * n * d * f,
    prediction: 2 * n * d * (table + (shape.masked_word_head ? d : 0)),
  };
}

export const total = (parts: ParameterParts | FlopParts): number =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);

const bytesOfFloat = 4;

/** Bytes of one layer's scores: a number for each head, query and key. */
export const scoreBytes = ({ num_attention_heads: h }: Shape, n: number): number =>
  h * n * n * bytesOfFloat;

/** Scores that are there at a time where the core computes tile by tile: 60 queries by 256 keys. */
export const tileBytes = 60 * 256 * bytesOfFloat;

/** Operations of a training: about six for each parameter and piece (Kaplan et al. 2020). */
export const trainingFlops = (parameters: number, pieces: number): number =>
  6 * parameters * pieces;

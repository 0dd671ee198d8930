import trained from './model.json';

/** Rows of numbers: a row a word, or a single row. */
export type Table = readonly (readonly number[])[];

/** y = W·x + b: a row of W for each number of y. */
export interface Linear {
  readonly weight: Table;
  readonly bias: readonly number[];
}

/** What an answer needs of web/models/fovea-hand.safetensors. */
export interface HandModel {
  readonly words: readonly string[];
  readonly embeddings: Table;
  readonly positions: Table;
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly output: Linear;
}

export const handModel: HandModel = trained;

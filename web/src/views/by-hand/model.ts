import bytes from '../../../models/fovea-hand.safetensors?bytes';

/** Rows of numbers: a row a word, or a single row. */
export type Table = readonly (readonly number[])[];

/** y = W·x + b: a row of W for each number of y. */
export interface Linear {
  readonly weight: Table;
  readonly bias: readonly number[];
}

/** What an answer needs of a model file. */
export interface HandModel {
  readonly words: readonly string[];
  readonly embeddings: Table;
  readonly positions: Table;
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly output: Linear;
}

interface Entry {
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** Reads a safetensors file of 32-bit numbers. */
export function readHandModel(file: Uint8Array<ArrayBuffer>): HandModel {
  const begin = 8 + Number(new DataView(file.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, begin)));
  const rows = (name: string): Table => {
    const { shape, data_offsets: range } = header[name] as Entry;
    const [from, to] = range.map((offset) => begin + offset);
    const numbers = [...new Float32Array(file.slice(from, to).buffer)];
    const width = shape.at(-1) ?? 1;
    return Array.from({ length: numbers.length / width }, (_, i) =>
      numbers.slice(i * width, (i + 1) * width),
    );
  };
  const linear = (part: string): Linear => {
    const name = `encoder.layer.0.attention.${part}`;
    return { weight: rows(`${name}.weight`), bias: rows(`${name}.bias`)[0] ?? [] };
  };
  return {
    words: header.__metadata__.vocab.trim().split('\n'),
    embeddings: rows('embeddings.word_embeddings.weight'),
    positions: rows('embeddings.position_embeddings.weight'),
    ...{ query: linear('self.query'), key: linear('self.key') },
    ...{ value: linear('self.value'), output: linear('output.dense') },
  };
}

export const handModel: HandModel = readHandModel(bytes());

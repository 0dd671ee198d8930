import { tokenizers } from '../wasm/published-files';

/// Folders as models are published, in shapes larger than the fixtures': random weights, and narrow.

interface Shape {
  readonly layers: number;
  readonly heads: number;
  readonly architecture: 'BertForSequenceClassification' | 'BertForMaskedLM';
}

/** Numbers from −1 to 1, the same each time. */
function random(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const { json = '', size = 0 } = tokenizers['bert-uncased'] ?? {};
const width = 4;
const mostTokens = 512;

/** Each tensor's shape by its published name. */
function tensorsOf({ layers, heads, architecture }: Shape): Map<string, readonly number[]> {
  const [d, dFf] = [width * heads, width * heads];
  const all = new Map<string, readonly number[]>();
  const linear = (name: string, to: number, from: number) => {
    all.set(`${name}.weight`, [to, from]);
    all.set(`${name}.bias`, [to]);
  };
  const norm = (name: string) => {
    all.set(`${name}.LayerNorm.weight`, [d]);
    all.set(`${name}.LayerNorm.bias`, [d]);
  };
  const rows = { word: size, position: mostTokens, token_type: 2 };
  for (const [name, count] of Object.entries(rows))
    all.set(`bert.embeddings.${name}_embeddings.weight`, [count, d]);
  norm('bert.embeddings');
  for (let l = 0; l < layers; l++) {
    const layer = `bert.encoder.layer.${l}`;
    for (const part of ['query', 'key', 'value']) linear(`${layer}.attention.self.${part}`, d, d);
    linear(`${layer}.attention.output.dense`, d, d);
    norm(`${layer}.attention.output`);
    linear(`${layer}.intermediate.dense`, dFf, d);
    linear(`${layer}.output.dense`, d, dFf);
    norm(`${layer}.output`);
  }
  if (architecture === 'BertForMaskedLM') {
    linear('cls.predictions.transform.dense', d, d);
    norm('cls.predictions.transform');
    all.set('cls.predictions.bias', [size]);
  } else {
    linear('bert.pooler.dense', d, d);
    linear('classifier', 3, d);
  }
  return all;
}

function weightsOf(shape: Shape): Buffer {
  const next = random();
  const header: Record<string, object> = {};
  const numbers: number[] = [];
  for (const [name, sizes] of tensorsOf(shape)) {
    const begin = 4 * numbers.length;
    const count = sizes.reduce((all, n) => all * n, 1);
    const isGain = name.endsWith('LayerNorm.weight');
    for (let i = 0; i < count; i++) numbers.push(isGain ? 1 : 0.7 * next());
    header[name] = { dtype: 'F32', shape: sizes, data_offsets: [begin, 4 * numbers.length] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, Buffer.from(Float32Array.from(numbers).buffer)]);
}

/** The files of a folder by their names. */
export const largeFolder = (shape: Shape): Readonly<Record<string, Buffer>> => ({
  'config.json': Buffer.from(
    JSON.stringify({
      ...{ model_type: 'bert', architectures: [shape.architecture], hidden_act: 'gelu' },
      ...{ hidden_size: width * shape.heads, intermediate_size: width * shape.heads },
      ...{ num_hidden_layers: shape.layers, num_attention_heads: shape.heads },
      ...{ vocab_size: size, max_position_embeddings: mostTokens, type_vocab_size: 2 },
      ...{ layer_norm_eps: 1e-12, id2label: { 0: 'calm', 1: 'glad', 2: 'sad' } },
    }),
  ),
  'tokenizer.json': Buffer.from(json),
  'model.safetensors': weightsOf(shape),
});

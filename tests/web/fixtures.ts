import type {
  Encoding,
  ModelConfig,
  ModelInfo,
  TensorInfo,
  Token,
} from '../../web/src/model/protocol';
import { Trace } from '../../web/src/model/trace';

/** Small stand-ins for what the worker answers, for tests that are about state and layout alone. */

export function makeModel(metadata: Record<string, string> = {}, heads = 4, layers = 3): ModelInfo {
  const config: ModelConfig = {
    hidden_size: 4 * heads,
    num_attention_heads: heads,
    intermediate_size: 32,
    num_hidden_layers: layers,
    vocab_size: 8,
    max_position_embeddings: 24,
    type_vocab_size: 0,
    hidden_act: 'relu',
    position_embedding_type: 'sinusoidal',
    norm_order: 'post',
    layer_norm_eps: 1e-5,
    embedding_norm: false,
    embedding_scale: true,
    masked_word_head: true,
    add_special_tokens: false,
  };
  return {
    config,
    parameters: 1234,
    vocabulary: ['the', 'it', 'a', 'b', 'c', 'd', 'e', 'f'],
    metadata,
  };
}

export function makeTokens(text: string): Token[] {
  return [...text.matchAll(/\S+/g)].map((match, index) => ({
    id: index,
    piece: match[0].toLowerCase(),
    begin: match.index,
    end: match.index + match[0].length,
  }));
}

export interface TensorValues {
  readonly name: string;
  readonly axes: readonly (readonly [name: string, size: number])[];
  readonly values: readonly number[];
}

export function makeTrace(text: string, tensors: readonly TensorValues[] = []): Trace {
  const infos: TensorInfo[] = [];
  let offset = 0;
  for (const { name, axes, values } of tensors) {
    const named = axes.map(([axis, size]) => ({ name: axis, size }));
    infos.push({ name, axes: named, offset, length: values.length });
    offset += values.length;
  }
  const encoding: Encoding = {
    text,
    tokens: makeTokens(text),
    dropped: 0,
    masked: [],
    tensors: infos,
    data: Float32Array.from(tensors.flatMap((tensor) => tensor.values)),
    milliseconds: 1,
  };
  return new Trace(encoding);
}

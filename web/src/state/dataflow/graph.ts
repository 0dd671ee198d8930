import type { ModelConfig } from '../../model/protocol';
import type { Formula } from './formula';

/** Every tensor of a model's trace and what it is computed from, in the order of computation. */
export type Graph = ReadonlyMap<string, Formula>;

type Entry = readonly [name: string, formula: Formula];

function linear(x: string, parameter: string): Formula {
  return { kind: 'linear', x, weight: `${parameter}.weight`, bias: `${parameter}.bias` };
}

/** A layer norm and the two statistics of each of its rows. */
function norm(name: string, x: string, parameter: string, eps: number): Entry[] {
  const mean = `${name}.mean`;
  const rstd = `${name}.rstd`;
  const gamma = `${parameter}.weight`;
  const beta = `${parameter}.bias`;
  return [
    [mean, { kind: 'mean', x }],
    [rstd, { kind: 'rstd', x, mean, eps }],
    [name, { kind: 'norm', x, mean, rstd, gamma, beta }],
  ];
}

const wordTable = 'embeddings.word_embeddings.weight';

function embedding(config: ModelConfig): Entry[] {
  const scale = config.embedding_scale ? Math.sqrt(config.hidden_size) : 1;
  const learned = config.position_embedding_type === 'absolute';
  const sum: Formula = { kind: 'add', a: 'embedding.tokens', b: 'embedding.positions' };
  const positions: Formula = {
    kind: 'position',
    sinusoidal: config.position_embedding_type === 'sinusoidal',
    table: learned ? 'embeddings.position_embeddings.weight' : null,
    segments: config.type_vocab_size > 0 ? 'embeddings.token_type_embeddings.weight' : null,
  };
  const output: Entry[] = config.embedding_norm
    ? [
        ['embedding.sum', sum],
        ...norm('embedding.output', 'embedding.sum', 'embeddings.LayerNorm', config.layer_norm_eps),
      ]
    : [['embedding.output', sum]];
  return [
    ['tokens.ids', { kind: 'ids' }],
    ['embedding.tokens', { kind: 'lookup', ids: 'tokens.ids', table: wordTable, scale }],
    ['embedding.positions', positions],
    ...output,
  ];
}

function attention(name: string, parameter: string, x: string, config: ModelConfig): Entry[] {
  const query = `${name}.query`;
  const key = `${name}.key`;
  const value = `${name}.value`;
  const dK = config.hidden_size / config.num_attention_heads;
  const softmax: Formula = { kind: 'softmax', x: `${name}.scores`, divisor: Math.sqrt(dK) };
  const mixture: Formula = { kind: 'mixture', weights: `${name}.weights`, value };
  return [
    [query, linear(x, `${parameter}.self.query`)],
    [key, linear(x, `${parameter}.self.key`)],
    [value, linear(x, `${parameter}.self.value`)],
    [`${name}.scores`, { kind: 'scores', query, key }],
    [`${name}.weights`, softmax],
    [`${name}.heads`, mixture],
    [`${name}.output`, linear(`${name}.heads`, `${parameter}.output.dense`)],
  ];
}

function feedForward(name: string, parameter: string, x: string, config: ModelConfig): Entry[] {
  const activation = config.hidden_act;
  return [
    [`${name}.hidden`, linear(x, `${parameter}.intermediate.dense`)],
    [`${name}.activated`, { kind: 'activation', x: `${name}.hidden`, activation }],
    [`${name}.output`, linear(`${name}.activated`, `${parameter}.output.dense`)],
  ];
}

/** What layer l reads: the embedding, or what the layer before it hands on. */
export function layerInput(config: ModelConfig, layer: number): string {
  if (layer === 0) return 'embedding.output';
  const last = config.norm_order === 'post' ? 'norm' : 'residual';
  return `layers.${layer - 1}.feedForward.${last}`;
}

function layer(config: ModelConfig, l: number): Entry[] {
  const input = layerInput(config, l);
  const parameter = `encoder.layer.${l}`;
  const a = `layers.${l}.attention`;
  const f = `layers.${l}.feedForward`;
  const pre = config.norm_order === 'pre';
  const normed = (name: string, x: string, of: string) =>
    norm(`${name}.norm`, x, `${parameter}.${of}output.LayerNorm`, config.layer_norm_eps);
  const normA = normed(a, pre ? input : `${a}.residual`, 'attention.');
  const normF = normed(f, pre ? `${a}.residual` : `${f}.residual`, '');
  const sublayerA = attention(a, `${parameter}.attention`, pre ? `${a}.norm` : input, config);
  const sublayerF = feedForward(f, parameter, pre ? `${f}.norm` : `${a}.norm`, config);
  const addA: Entry = [`${a}.residual`, { kind: 'add', a: input, b: `${a}.output` }];
  const around = pre ? `${a}.residual` : `${a}.norm`;
  const addF: Entry = [`${f}.residual`, { kind: 'add', a: around, b: `${f}.output` }];
  return pre
    ? [...normA, ...sublayerA, addA, ...normF, ...sublayerF, addF]
    : [...sublayerA, addA, ...normA, ...sublayerF, addF, ...normF];
}

function output(config: ModelConfig): Entry[] {
  const last = layerInput(config, config.num_hidden_layers);
  return config.norm_order === 'pre'
    ? norm('output', last, 'encoder.LayerNorm', config.layer_norm_eps)
    : [['output', { kind: 'same', x: last }]];
}

function prediction(config: ModelConfig): Entry[] {
  const parameter = 'cls.predictions';
  const activation = config.hidden_act;
  const x = 'prediction.activated';
  return [
    ['prediction.hidden', linear('output', `${parameter}.transform.dense`)],
    [x, { kind: 'activation', x: 'prediction.hidden', activation }],
    ...norm('prediction.norm', x, `${parameter}.transform.LayerNorm`, config.layer_norm_eps),
    [
      'logits',
      { kind: 'linear', x: 'prediction.norm', weight: wordTable, bias: `${parameter}.bias` },
    ],
  ];
}

/** The data flow of a model: one formula for each tensor that its trace holds. */
export function dataflow(config: ModelConfig): Graph {
  const layers = Array.from({ length: config.num_hidden_layers }, (_, l) => layer(config, l));
  const head = config.masked_word_head ? prediction(config) : [];
  return new Map([...embedding(config), ...layers.flat(), ...output(config), ...head]);
}

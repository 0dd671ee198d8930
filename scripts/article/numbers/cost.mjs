// Parameters and multiplications, counted from the model's configuration.
import { fixed, millions, share, whole } from '../format.mjs';

/** Multiplications of one layer for n tokens: attention's part that grows with n², and the rest. */
function work(d, dFf, n) {
  return { pairs: 2 * n * n * d, words: n * (4 * d * d + 2 * d * dFf) };
}

/** From so many tokens on, what grows with n² is the larger part. */
const crossing = (d, dFf) => (4 * d * d + 2 * d * dFf) / (2 * d);

/** Matrices of the layers alone, as 12·L·d² counts them. */
const inLayers = (layers, d) => 12 * layers * d * d;

/** Numbers that begin at 0 or 1: the biases, and what the norms learn. */
const fixedAtFirst = (d, dFf, layers, pieces) =>
  layers * (4 * d + dFf + d + 4 * d) + d + 2 * d + pieces;

/** Keys and values of all layers, in numbers of two bytes. */
const cache = (layers, width, n) => `${fixed((2 * layers * width * n * 2) / 1e9, 1)}\u202fGB`;

export function numbers(model) {
  const { config } = model;
  const { hidden_size: d, intermediate_size: dFf, num_hidden_layers: layers } = config;
  const square = d * d;
  const words = config.vocab_size * d;
  const short = work(d, dFf, 11);
  const long = work(d, dFf, config.max_position_embeddings);
  return {
    parameters: whole(model.info.parameters),
    'parameters-short': millions(model.info.parameters),
    d: whole(d),
    'd-k': whole(model.dK),
    'd-ff': whole(dFf),
    heads: whole(config.num_attention_heads),
    layers: whole(layers),
    vocabulary: whole(config.vocab_size),
    longest: whole(config.max_position_embeddings),
    'word-table-share': share(words / model.info.parameters),
    'attention-matrices': whole(4 * square * layers),
    'feed-forward-matrices': whole(2 * d * dFf * layers),
    'layer-matrices': whole(inLayers(layers, d)),
    'pairs-share-11': share(short.pairs / (short.pairs + short.words)),
    'pairs-share-64': share(long.pairs / (long.pairs + long.words)),
    crossing: whole(crossing(d, dFf)),
    'scores-11': whole(11 * 11 * config.num_attention_heads),
    'scores-22': whole(22 * 22 * config.num_attention_heads),
    'begin-random': whole(model.info.parameters - fixedAtFirst(d, dFf, layers, config.vocab_size)),
    'cache-own': cache(32, 4096, 8192),
    'cache-shared': cache(32, 1024, 8192),
    'bert-layers': millions(inLayers(12, 768), 0),
    'gpt3-layers': `${fixed(inLayers(96, 12288) / 1e9, 0)} billion`,
  };
}

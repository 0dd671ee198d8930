// What becomes of the answer when a part is switched off; the sums, the norms, the feed-forward network.
import { fixed, power, share, whole } from '../format.mjs';
import { cosine, deviation, length, mean } from '../vector.mjs';
import { tired, wide } from './sentences.mjs';

const layersOf = (model) => Array.from({ length: model.config.num_hidden_layers }, (_, l) => l);

const pieceAnd = (run) => {
  const { piece, probability } = run.guess(run.at('it'));
  return `“${piece}” (${share(probability)})`;
};

/** Other structures than the model's own, and the sentence in which the answer is asked for. */
const structures = {
  'no-residual-tired': [tired, 'residual=off'],
  'no-norm-tired': [tired, 'norm=none'],
  'no-bend-tired': [tired, 'activation=none'],
  'gelu-tired': [tired, 'activation=gelu'],
  'gelu-wide': [wide, 'activation=gelu'],
  'causal-tired': [tired, 'mask=causal'],
  'pre-norm-tired': [tired, 'norm=pre'],
  'pre-norm-wide': [wide, 'norm=pre'],
  'columns-tired': [tired, 'softmax=columns'],
  'reshaped-tired': [tired, 'heads=reshaped'],
  'no-output-tired': [tired, 'output=off'],
  'batch-like-tired': [tired, 'norm_axis=tokens'],
};

/** What is named at "it" then. */
const named =
  (model) =>
  ([name, [text, structure]]) => [name, pieceAnd(model.run(text, { structure }))];

/** One head muted at a time: how often either answer turns. */
function muted(model) {
  const heads = Array.from({ length: model.config.num_attention_heads }, (_, h) => h);
  const outcomes = layersOf(model).flatMap((layer) =>
    heads.map((head) => {
      const changes = [`layers.${layer}.attention.weights[${head},:,:]=0`];
      return [tired, wide].map((text) => {
        const [own, run] = [model.run(text), model.run(text, { changes })];
        const it = own.at('it');
        const { piece } = own.guess(it);
        return { turned: run.guess(it).piece !== piece, probability: run.probability(it, piece) };
      });
    }),
  );
  const count = outcomes.filter((pair) => pair.some(({ turned }) => turned)).length;
  const cases = count === 1 ? 'one case' : `${whole(count)} cases`;
  return {
    'muted-turned': whole(count),
    'muted-cases': count === 0 ? 'Never' : `In ${cases}`,
    'muted-lowest': share(Math.min(...outcomes.flat().map(({ probability }) => probability))),
  };
}

/** The parts of all layers, or of one, set to 0. */
function removed(model) {
  const without = (part, layers) => ({
    changes: layers.map((layer) => `layers.${layer}.${part}.output[:,:]=0`),
  });
  const of = (part, layers) => pieceAnd(model.run(tired, without(part, layers)));
  return {
    'no-attention': of('attention', layersOf(model)),
    'no-feed-forward': of('feedForward', layersOf(model)),
  };
}

/** The prediction read out after each layer: the layers behind it are passed over. */
function readOut(model) {
  return Object.fromEntries(
    [0, ...layersOf(model).map((l) => l + 1)].flatMap((depth) => {
      const structure = layersOf(model)
        .filter((l) => l >= depth)
        .map((l) => `layer@${l}=off`)
        .join();
      const [one, two] = [tired, wide].map((text) => model.run(text, { structure }));
      return [
        [`read-${depth}`, pieceAnd(one)],
        [`read-${depth}-wide`, pieceAnd(two)],
      ];
    }),
  );
}

/** The fourth moment of numbers of mean 0 and deviation 1: 3 where they are normal. */
function kurtosis(row) {
  const [mu, sigma] = [mean(row), deviation(row)];
  return mean(Array.from(row, (x) => ((x - mu) / sigma) ** 4));
}

/** The sums that all norms of the sentence read: what share lies outside 0 … 1, and their shape; and what γ has become. */
function beforeNorms(model) {
  const run = model.run(tired);
  const rows = layersOf(model).flatMap((l) =>
    ['attention', 'feedForward'].flatMap((part) =>
      run.tokens.map((_, token) => Array.from(run.row(`layers.${l}.${part}.residual`, token))),
    ),
  );
  const all = rows.flat();
  const shapes = rows.map(kurtosis);
  const gammas = layersOf(model).flatMap((l) =>
    ['attention.output', 'output'].flatMap((part) =>
      Array.from(model.parameter(`encoder.layer.${l}.${part}.LayerNorm.weight`).data),
    ),
  );
  const epsilon = model.config.layer_norm_eps;
  return {
    'beyond-one': share(all.filter((x) => x < 0 || x > 1).length / all.length),
    'shape-least': fixed(Math.min(...shapes), 1),
    'shape-most': fixed(Math.max(...shapes), 1),
    'gamma-least': fixed(Math.min(...gammas)),
    'gamma-most': fixed(Math.max(...gammas)),
    epsilon: power(epsilon),
    'root-epsilon': fixed(Math.sqrt(epsilon), 4),
  };
}

function norms(model, run, it) {
  const name = `layers.${model.layer}.attention`;
  const sum = run.row(`${name}.residual`, it);
  const [{ data: gamma }, { data: beta }] = ['weight', 'bias'].map((part) =>
    model.parameter(`encoder.layer.${model.layer}.attention.output.LayerNorm.${part}`),
  );
  const plain = run.row(`${name}.norm`, it).map((y, i) => (y - beta[i]) / gamma[i]);
  const bare = model.run(tired, { structure: 'norm=none' });
  const stream = layersOf(model).map((l) =>
    length(bare.row(`layers.${l}.feedForward.residual`, it)),
  );
  return {
    'deviation-before': fixed(deviation(sum)),
    'deviation-after': fixed(deviation(plain)),
    'no-norm-first': fixed(stream[0], 0),
    'no-norm-last': fixed(stream.at(-1), 0),
    ...beforeNorms(model),
  };
}

function units(model, run, it) {
  const row = run.row(`layers.${model.layer}.feedForward.activated`, it);
  return {
    'units-on': whole(row.filter((x) => x > 0).length),
    'units-all': whole(model.config.intermediate_size),
  };
}

export function numbers(model) {
  const run = model.run(tired);
  const it = run.at('it');
  const input = run.row(`layers.${model.layer - 1}.feedForward.norm`, it);
  return {
    'kept-cosine': fixed(cosine(input, run.row(`layers.${model.layer}.attention.residual`, it))),
    'left-cosine': fixed(cosine(run.row('embedding.output', it), run.row(model.lastOutput, it))),
    ...norms(model, run, it),
    ...units(model, run, it),
    ...muted(model),
    ...removed(model),
    ...readOut(model),
    ...Object.fromEntries(Object.entries(structures).map(named(model))),
  };
}

// Tokens, vectors and positions.
import { fixed, share, tiny, whole } from '../format.mjs';
import { cosine, distance, dot, length, mean } from '../vector.mjs';
import { cats, dogFirst, manFirst, strange, tired, wide } from './sentences.mjs';

const piecesOf = (run) => run.tokens.map(({ piece }) => piece);

/** The rows of positions, as many as the model takes. */
function wavesOf(model) {
  const run = model.run(Array(model.config.max_position_embeddings).fill('the').join(' '));
  return run.tokens.map((_, i) => run.row('embedding.positions', i));
}

/** The mean |cosine| of every tenth row of the embedding table and the first rows of positions. */
function overlap(model, waves) {
  const { shape, data } = model.parameter('embeddings.word_embeddings.weight');
  const [rows, d] = shape;
  const row = (i) => data.subarray(i * d, (i + 1) * d);
  const some = Array.from({ length: Math.ceil(rows / 10) }, (_, i) => row(10 * i));
  const places = waves.slice(0, 24);
  return mean(some.map((word) => mean(places.map((place) => Math.abs(cosine(word, place))))));
}

/** The vector of "dog" at the end, in both orders of the words. */
function dogs(model, structure) {
  const last = model.lastOutput;
  const first = model.run(dogFirst, { structure });
  const second = model.run(manFirst, { structure });
  return [first.row(last, first.at('dog')), second.row(last, second.at('dog'))];
}

export function numbers(model) {
  const run = model.run(tired);
  const it = run.at('it');
  const both = model.run(cats);
  const [one, two] = [1, 5];
  const waves = wavesOf(model);
  const alike = (name) => cosine(both.row(name, one), both.row(name, two));
  const like = (a, b) => fixed(cosine(model.embedding(a), model.embedding(b)));
  const odd = model.run(strange);
  return {
    'token-count': whole(run.tokens.length),
    'token-ids': run.tokens.map(({ id }) => id).join(', '),
    'the-id': whole(run.tokens[0].id),
    'it-id': whole(run.tokens[it].id),
    'strange-count': whole(odd.tokens.length),
    'strange-pieces': piecesOf(odd).join(' '),
    'upper-case-same':
      piecesOf(model.run(tired.toUpperCase())).join() === piecesOf(run).join()
        ? 'the same'
        : 'not the same',
    'cat-kitten': like('cat', 'kitten'),
    'cat-dog': like('cat', 'dog'),
    'cat-street': like('cat', 'street'),
    'row-length': fixed(length(run.row('embedding.tokens', it)), 1),
    'unscaled-length': fixed(length(model.embedding('it')), 2),
    'product-3-5': fixed(dot(waves[3], waves[5])),
    'product-10-12': fixed(dot(waves[10], waves[12])),
    'product-20-30': fixed(dot(waves[20], waves[30])),
    'product-40-50': fixed(dot(waves[40], waves[50])),
    'place-word-overlap': fixed(overlap(model, waves)),
    'cats-start': fixed(alike('embedding.tokens')),
    'cats-placed': fixed(alike('embedding.output')),
    'cats-layer-1': fixed(alike('layers.0.feedForward.norm')),
    'cats-end': fixed(alike(model.lastOutput)),
    'order-difference': fixed(distance(...dogs(model, ''))),
    'order-lost': tiny(distance(...dogs(model, 'positions=off'))),
    'lost-guess': model.run(tired, { structure: 'positions=off' }).guess(it).piece,
    'lost-probability': share(
      model.run(tired, { structure: 'positions=off' }).guess(it).probability,
    ),
    'same-it-start': fixed(
      cosine(run.row('embedding.output', it), model.run(wide).row('embedding.output', it)),
    ),
    'same-it-end': fixed(
      cosine(run.row(model.lastOutput, it), model.run(wide).row(model.lastOutput, it)),
    ),
    'unscaled-guess': model.run(tired, { structure: 'embedding_scale=off' }).guess(it).piece,
  };
}

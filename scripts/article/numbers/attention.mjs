// Queries, keys, scores, weights, and what they are made into.
import { fixed, share, tiny, whole } from '../format.mjs';
import { argmax, cosine, dot, entropy, largest, sum } from '../vector.mjs';
import { cats, tired, wide } from './sentences.mjs';

/** One row of the head that the model's file names to be looked at first. */
const rowOf = (model, run, name, token = run.at('it'), head = model.head, layer = model.layer) =>
  run.row(`layers.${layer}.attention.${name}`, head, token);

/** A word's part of a projection in that head. */
function inHead(model, run, name, token) {
  const { dK, head, layer } = model;
  return run.row(`layers.${layer}.attention.${name}`, token).subarray(head * dK, (head + 1) * dK);
}

const layersOf = (model) => Array.from({ length: model.config.num_hidden_layers }, (_, l) => l);
const headsOf = (model) => Array.from({ length: model.config.num_attention_heads }, (_, h) => h);

/** All rows of a tensor of attention, of every layer and head. */
const everyRow = (model, run, name) =>
  layersOf(model).flatMap((layer) =>
    headsOf(model).flatMap((head) =>
      run.tokens.map((_, token) => rowOf(model, run, name, token, head, layer)),
    ),
  );

/** Heads whose largest weight at "it" lies on a word. */
const lookingAt = (model, run, piece) =>
  layersOf(model).flatMap((layer) =>
    headsOf(model).filter(
      (head) => argmax(rowOf(model, run, 'weights', run.at('it'), head, layer)) === run.at(piece),
    ),
  ).length;

function scaling(model, run) {
  const structure = `scale@${model.layer}=off`;
  const plain = rowOf(model, model.run(tired, { structure }), 'weights');
  return {
    'unscaled-largest': share(largest(plain)),
    'entropy-scaled': fixed(entropy(rowOf(model, run, 'weights'))),
    'entropy-unscaled': fixed(entropy(plain)),
  };
}

/** A softmax over random queries and keys, as the core's study makes them. */
function random(studies) {
  const meanOf = (name, dK, scaled) => {
    const runs = studies.studySoftmax({ dK, keys: 11, scaled, seeds: 20 });
    return share(sum(runs.map((run) => run[name])) / runs.length);
  };
  return {
    'random-16-scaled': meanOf('largest', 16, true),
    'random-16-raw': meanOf('largest', 16, false),
    'random-512-scaled': meanOf('largest', 512, true),
    'random-512-raw': meanOf('largest', 512, false),
    'passed-16-scaled': meanOf('passed', 16, true),
    'passed-512-scaled': meanOf('passed', 512, true),
    'passed-512-raw': meanOf('passed', 512, false),
  };
}

/** Rows in which a word would not find itself best if all queries were keys too, or all keys queries. */
function oneVector(model, run) {
  const rows = layersOf(model).flatMap((layer) =>
    headsOf(model).flatMap((head) =>
      ['query', 'key'].flatMap((name) => {
        const parts = run.tokens.map((_, token) =>
          run
            .row(`layers.${layer}.attention.${name}`, token)
            .subarray(head * model.dK, (head + 1) * model.dK),
        );
        return parts.map((part, i) => argmax(parts.map((other) => dot(part, other))) === i);
      }),
    ),
  );
  return {
    'one-vector-rows': whole(rows.length),
    'one-vector-others': whole(rows.filter((own) => !own).length),
  };
}

/** The weight of "animal" when all scores of its row are divided by a temperature first. */
function atTemperature(model, run, temperature) {
  const row = rowOf(model, run, 'scores');
  const powers = Array.from(row, (score) => Math.exp(score / Math.sqrt(model.dK) / temperature));
  return share(powers[run.at('animal')] / sum(powers));
}

export function numbers(model, studies) {
  const run = model.run(tired);
  const other = model.run(wide);
  const it = run.at('it');
  const [animal, street] = [run.at('animal'), run.at('street')];
  const [scores, weights] = ['scores', 'weights'].map((name) => rowOf(model, run, name));
  const otherWeights = rowOf(model, other, 'weights');
  const sums = everyRow(model, run, 'weights').map((row) => Math.abs(sum(row) - 1));
  const all = everyRow(model, run, 'scores').flatMap((row) => Array.from(row));
  const [query, key] = ['query', 'key'].map((name) => inHead(model, run, name, it));
  const twins = model.run(cats);
  return {
    'show-layer': whole(model.layer + 1),
    'score-animal': fixed(scores[animal], 1),
    'score-it': fixed(scores[it], 1),
    'score-street': fixed(scores[street], 1),
    'scaled-animal': fixed(scores[animal] / Math.sqrt(model.dK), 2),
    'scaled-it': fixed(scores[it] / Math.sqrt(model.dK), 2),
    'root-dk': fixed(Math.sqrt(model.dK), 0),
    'score-gap': fixed((scores[animal] - scores[it]) / Math.sqrt(model.dK), 2),
    'weight-ratio': fixed(weights[animal] / weights[it], 1),
    'weight-animal': share(weights[animal]),
    'weight-it': share(weights[it]),
    'weight-tired': share(weights[run.at('tired')]),
    'weight-back': share(rowOf(model, run, 'weights', animal)[it]),
    'other-street': share(otherWeights[street]),
    'query-key-cosine': fixed(cosine(query, key)),
    'sum-error': tiny(largest(sums)),
    'score-count': whole(all.length),
    'score-negative': whole(all.filter((score) => score < 0).length),
    'row-negative': whole(Array.from(scores).filter((score) => score < 0).length),
    'heads-at-animal': whole(lookingAt(model, run, 'animal')),
    'heads-in-all': whole(layersOf(model).length * headsOf(model).length),
    'weight-hot': atTemperature(model, run, 2),
    'weight-cold': atTemperature(model, run, 0.5),
    ...oneVector(model, run),
    'cat-self': share(rowOf(model, twins, 'weights', 1)[1]),
    'cat-twin': share(rowOf(model, twins, 'weights', 1)[5]),
    ...scaling(model, run),
    ...random(studies),
  };
}

// What the questions at the end of the article are answered with.
import { readFileSync, statSync } from 'node:fs';
import { projectPath } from '../../lib/paths.mjs';
import { fixed, millions, share, whole } from '../format.mjs';
import { cosine, entropy, largest, mean, sum } from '../vector.mjs';
import { strange, tired, wide } from './sentences.mjs';

const madeUp = "The wug didn't cross the street because it was too tired";
const cut = "The animal didn't cross the street because it was too";
const shorter = "The animal didn't cross the street because it was";
const shuffled = "cross the animal the street didn't because it was too tired";

const places = (count) => Array.from({ length: count }, (_, i) => i);
const layersOf = (model) => places(model.config.num_hidden_layers);
const headsOf = (model) => places(model.config.num_attention_heads);

function guessAt(model, text, pass = {}) {
  const run = model.run(text, pass);
  const { piece, probability } = run.guess(run.at('it'));
  return `“${piece}” (${share(probability)})`;
}

/** Weights of heads set to 0, except those that are kept. */
const muting = (model, layers, keep) =>
  layers.flatMap((layer) =>
    headsOf(model)
      .filter((head) => head !== keep)
      .map((head) => `layers.${layer}.attention.weights[${head},:,:]=0`),
  );

/** Whether the answers in both sentences are right when each layer has one head left. */
function singleHeads(model) {
  const right = headsOf(model).filter((head) => {
    const changes = muting(model, layersOf(model), head);
    return [tired, wide].every((text, i) => {
      const run = model.run(text, { changes });
      return run.guess(run.at('it')).piece === ['animal', 'street'][i];
    });
  });
  return {
    'single-right': right.length === 0 ? 'None' : whole(right.length),
  };
}

/** Small encoders trained with one head a layer and with four, as `fovea train` made them once. */
function trainedHeads() {
  const path = projectPath('web/src/views/heads/one-head.json');
  const { one, four } = JSON.parse(readFileSync(path, 'utf8'));
  return {
    'one-head-pairs': share(mean(one)),
    'four-heads-pairs': share(mean(four)),
    'head-trainings': whole(one.length),
  };
}

/** With another base than e, all scores are only scaled. */
function otherBase(model, run) {
  const scores = run.row(`layers.${model.layer}.attention.scores`, model.head, run.at('it'));
  const powers = Array.from(scores, (score) => 2 ** (score / Math.sqrt(model.dK)));
  return { 'base-2': share(largest(powers) / sum(powers)) };
}

function spreads(model, run) {
  const most = Math.log2(run.tokens.length);
  const all = layersOf(model).flatMap((layer) =>
    headsOf(model).map((head) => ({
      layer,
      head,
      bits: mean(
        run.tokens.map((_, i) => entropy(run.row(`layers.${layer}.attention.weights`, head, i))),
      ),
    })),
  );
  const bits = all.map((each) => each.bits);
  const broad = JSON.parse(model.info.metadata.roles).find(({ role }) => role === 'broad');
  const broadest = all.find(({ layer, head }) => layer === broad.layer && head === broad.head);
  return {
    'bits-least': fixed(Math.min(...bits), 1),
    'bits-most': fixed(Math.max(...bits), 1),
    'bits-possible': fixed(most, 1),
    'broad-layer': whole(broad.layer + 1),
    'broad-head': whole(broad.head + 1),
    'broad-spread': share(broadest.bits / most),
  };
}

/** Where the model's file says that a role is played best. */
function roles(model) {
  const known = JSON.parse(model.info.metadata.roles);
  return Object.fromEntries(
    ['antecedent', 'next', 'previous'].flatMap((name) => {
      const { layer, head } = known.find(({ role }) => role === name);
      return [
        [`${name}-layer`, whole(layer + 1)],
        [`${name}-head`, whole(head + 1)],
      ];
    }),
  );
}

/** Hidden units of the layer that are above 0 for at least one word. */
function awake(model, run) {
  const name = `layers.${model.layer}.feedForward.activated`;
  const rows = run.tokens.map((_, token) => run.row(name, token));
  return rows[0].filter((_, unit) => rows.some((row) => row[unit] > 0)).length;
}

/** The attention of the layer whose row is shown left out. */
function withoutAttention(model) {
  const changes = [`layers.${model.layer}.attention.output[:,:]=0`];
  const left = (text, noun) => {
    const run = model.run(text, { changes });
    return share(run.probability(run.at('it'), noun));
  };
  return {
    'muted-layer-tired': left(tired, 'animal'),
    'muted-layer-wide': left(wide, 'street'),
  };
}

export function numbers(model) {
  const run = model.run(tired);
  const it = run.at('it');
  const evaluation = JSON.parse(model.info.metadata.evaluation);
  const bytes = statSync(projectPath('web/models/fovea-demo.safetensors')).size;
  return {
    strange,
    'made-up': guessAt(model, madeUp),
    'made-up-pieces': model
      .run(madeUp)
      .tokens.slice(1, 4)
      .map(({ piece }) => piece)
      .join(' '),
    'cut-short': guessAt(model, cut),
    'cut-shorter': guessAt(model, shorter),
    shuffled: guessAt(model, shuffled),
    'half-residual': guessAt(model, tired, { structure: 'residual=0.5' }),
    'double-residual': guessAt(model, tired, { structure: 'residual=2' }),
    'units-any': whole(awake(model, run)),
    'file-size': millions(bytes),
    'wave-pairs': whole(model.config.hidden_size / 2),
    'pairs-one-head': whole(run.tokens.length ** 2),
    'head-right': share(evaluation.heldOut.byHead),
    chain: whole(it - run.at('animal')),
    'big-small': fixed(cosine(model.embedding('big'), model.embedding('small'))),
    'gpt3-crossing': whole(6 * 12288),
    ...singleHeads(model),
    ...trainedHeads(),
    ...otherBase(model, run),
    ...spreads(model, run),
    ...roles(model),
    ...withoutAttention(model),
  };
}

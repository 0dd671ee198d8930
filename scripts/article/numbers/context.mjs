// What cutting shows: which looks the answer at "it" needs, what a head does with weight to spare, and what a place
// does that the model has not read from.
import { fixed, share, whole } from '../format.mjs';
import { cosine, largest, length, mean } from '../vector.mjs';
import { tired, wide } from './sentences.mjs';

const layersOf = (model) => Array.from({ length: model.config.num_hidden_layers }, (_, l) => l);
const headsOf = (model) => Array.from({ length: model.config.num_attention_heads }, (_, h) => h);

/** The heads of a layer do not see one word from another: its score is so low that its weight is 0. */
export const cut = (layer, from, to, heads = ':') =>
  `layers.${layer}.attention.scores[${heads},${from},${to}]=-10000`;

/** How probable the answer still is at "it". */
const left = (model, changes) => {
  const run = model.run(tired, { changes });
  return share(run.probability(run.at('it'), 'animal'));
};

/** Heads of the layer of the row that give most of their weight at "it" to "animal". */
export const lookers = (model, run) =>
  headsOf(model).filter((head) => {
    const row = run.row(`layers.${model.layer}.attention.weights`, head, run.at('it'));
    return row[run.at('animal')] > 0.5;
  });

function cuts(model, run) {
  const [it, animal, tiredAt] = ['it', 'animal', 'tired'].map((piece) => run.at(piece));
  const rows = lookers(model, run).map(
    (head) => run.row(`layers.${model.layer}.attention.weights`, head, it)[animal],
  );
  return {
    lookers: whole(rows.length),
    'lookers-least': share(Math.min(...rows)),
    'lookers-most': share(largest(rows)),
    'cut-tired-here': left(model, [cut(model.layer, it, tiredAt)]),
    'cut-tired-before': left(
      model,
      layersOf(model)
        .slice(0, model.layer)
        .map((layer) => cut(layer, it, tiredAt)),
    ),
    'cut-show-layer': left(model, [cut(model.layer, it, animal)]),
    'cut-all': left(
      model,
      layersOf(model).map((layer) => cut(layer, it, animal)),
    ),
  };
}

/** A word alone is turned as well; what a sentence does shows when another word of it changes. */
function turned(model) {
  const [alone, one, other] = ['it', tired, wide].map((text) => model.run(text));
  const end = (run) => run.row(model.lastOutput, run.at('it'));
  return {
    'alone-cosine': fixed(cosine(alone.row('embedding.output', 0), end(alone))),
    'alone-and-tired': fixed(cosine(end(alone), end(one))),
    'tired-and-wide': fixed(cosine(end(one), end(other))),
  };
}

/** The mean weight that each word gets in a head, of all words of the sentence. */
const received = (run, layer, head) =>
  run.tokens.map((_, to) =>
    mean(run.tokens.map((_, from) => run.row(`layers.${layer}.attention.weights`, head, from)[to])),
  );

/** The head in which the first word gets most. */
export function sinkOf(model, run) {
  const all = layersOf(model).flatMap((layer) =>
    headsOf(model).map((head) => ({ layer, head, first: received(run, layer, head)[0] })),
  );
  return all.sort((a, b) => b.first - a.first)[0];
}

function sink(model, run) {
  const { layer, head, first } = sinkOf(model, run);
  const value = (token) =>
    length(
      run
        .row(`layers.${layer}.attention.value`, token)
        .subarray(head * model.dK, (head + 1) * model.dK),
    );
  const values = run.tokens.map((_, token) => value(token));
  return {
    'sink-layer': whole(layer + 1),
    'sink-head': whole(head + 1),
    'sink-share': share(first),
    'sink-value': fixed(values[0], 1),
    'sink-values': fixed(mean(values), 1),
    'sink-muted': left(model, [`layers.${layer}.attention.weights[${head},:,:]=0`]),
  };
}

/** The sentence begins at a later place, after padding that no word sees. */
const moved = (model, places) => {
  const run = model.run(`${'[PAD] '.repeat(places)}${tired}`, { structure: 'mask=padding' });
  return share(run.probability(run.at('it'), 'animal'));
};

export function numbers(model) {
  const run = model.run(tired);
  return {
    ...cuts(model, run),
    ...turned(model),
    ...sink(model, run),
    'moved-4': moved(model, 4),
    'moved-40': moved(model, 40),
  };
}

// What comes out, how sure it is, what hides and what breaks it; what the model's file says of itself.
import { readFileSync } from 'node:fs';
import { projectPath } from '../../lib/paths.mjs';
import { fixed, share, tiny, whole } from '../format.mjs';
import { cosine, distance, mean } from '../vector.mjs';
import { masked, misread, padded, tired, wide } from './sentences.mjs';

/** How probable "animal" is at "it" when one word gives way to [MASK]. */
function without(model, run, piece) {
  const id = model.info.vocabulary.indexOf('[MASK]');
  const it = run.at('it');
  const animal = model.info.vocabulary.indexOf('animal');
  const variants = [{ replaced: [[run.at(piece), id]] }];
  const outcome = model.model.outcomes(tired, { token: it, pieces: [animal], variants });
  return outcome[2];
}

function pads(model, run) {
  const last = model.lastOutput;
  const it = run.at('it');
  const at = (structure) => model.run(padded, { structure });
  return {
    'pad-seen': fixed(distance(at('').row(last, it), run.row(last, it))),
    'pad-hidden': tiny(distance(at('mask=padding').row(last, it), run.row(last, it))),
    'pad-probability': share(at('').probability(it, 'animal')),
  };
}

/** The sentences that people wrote: how sure the model is of its answer where that is right, and where it is wrong. */
function confidence(model) {
  const lines = readFileSync(projectPath('core/train/data/hand_written_third.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const answers = lines.map((line) => {
    const words = line.split(' ');
    const plain = words.map((word) => word.replace(/^[~+-]/, ''));
    const begins = (mark) => {
      const at = words.findIndex((word) => word.startsWith(mark));
      return plain.slice(0, at).join(' ').length + Math.min(at, 1);
    };
    const run = model.run(plain.join(' '));
    const at = (mark) => run.tokens.findIndex(({ begin }) => begin === begins(mark));
    const guess = run.guess(at('~'));
    return { right: guess.piece === run.tokens[at('+')].piece, sure: guess.probability };
  });
  const [right, wrong] = [true, false].map((is) => answers.filter((each) => each.right === is));
  return {
    'written-right': share(right.length / answers.length),
    'sure-right': share(mean(right.map(({ sure }) => sure))),
    'sure-wrong': share(mean(wrong.map(({ sure }) => sure))),
    'wrong-count': whole(wrong.length),
    'wrong-but-sure': whole(wrong.filter(({ sure }) => sure > 0.8).length),
  };
}

/** One vector for a text: the mean of its words'. */
function pooled(model, text) {
  const run = model.run(text);
  const rows = run.tokens.map((_, token) => run.row(model.lastOutput, token));
  return rows[0].map((_, i) => mean(rows.map((row) => row[i])));
}

function pooling(model) {
  const like = (one, other) => fixed(cosine(pooled(model, one), pooled(model, other)));
  return {
    'pooled-alike': like('the cat chased the mouse', 'the kitten followed the mouse'),
    'pooled-other': like('the cat chased the mouse', 'the king read the letter'),
    'pooled-turned': like('the dog bit the man', 'the man bit the dog'),
    'classifier-numbers': whole(2 * model.config.hidden_size + 2),
  };
}

/** A tenth of the hidden units left out, at random: the least that is left of the answer in some draws. */
function dropped(model) {
  const draws = 20;
  const { num_hidden_layers: layers, intermediate_size: units } = model.config;
  let state = 1;
  const random = () => {
    state = (48271 * state) % 2147483647;
    return state / 2147483647;
  };
  const left = Array.from({ length: draws }, () => {
    const changes = Array.from({ length: layers }, (_, layer) =>
      Array.from({ length: units }, (_, unit) => unit)
        .filter(() => random() < 0.1)
        .map((unit) => `layers.${layer}.feedForward.activated[:,${unit}]=0`),
    ).flat();
    const run = model.anew(tired, { changes });
    return run.probability(run.at('it'), 'animal');
  });
  return { 'dropped-draws': whole(draws), 'dropped-least': share(Math.min(...left)) };
}

/** With a causal mask "it" cannot see the word that decides. */
function causal(model) {
  const [one, two] = [tired, wide].map((text) => model.run(text, { structure: 'mask=causal' }));
  const it = one.at('it');
  return {
    'causal-difference': tiny(
      distance(one.row(model.lastOutput, it), two.row(model.lastOutput, it)),
    ),
  };
}

/** The gradient that reaches a logit is its probability, less 1 at the right piece. */
function learning(model, run, it) {
  const id = model.info.vocabulary.indexOf('animal');
  const slope = model.run(tired, { loss: { token: it, piece: id } });
  const wrong = -Math.log(run.probability(it, 'street'));
  return {
    'loss-animal': fixed(-Math.log(run.probability(it, 'animal')), 4),
    'loss-street': fixed(wrong, 1),
    'loss-chance': fixed(Math.log(model.config.vocab_size)),
    'slope-animal': fixed(slope.row('grad.logits', it)[id], 4),
  };
}

export function numbers(model) {
  const run = model.run(tired);
  const other = model.run(wide);
  const it = run.at('it');
  const gap = model.run(masked);
  const hole = gap.guess(1);
  const failedRun = model.run(misread);
  const failed = failedRun.guess(failedRun.at('it'));
  const evaluation = JSON.parse(model.info.metadata.evaluation);
  const training = JSON.parse(model.info.metadata.training);
  const steps = training.steps + training.softenSteps;
  return {
    'guess-tired': share(run.guess(it).probability),
    'guess-wide': share(other.guess(it).probability),
    'mask-guess': hole.piece,
    'mask-probability': share(hole.probability),
    'fail-guess': failed.piece,
    'fail-probability': share(failed.probability),
    'held-out': share(evaluation.heldOut.byOutput),
    'hand-written': share(evaluation.handWrittenThird.byOutput),
    'clip-norm': fixed(training.clipNorm, 0),
    'warm-up-steps': whole(training.warmupSteps),
    'peak-rate': String(training.peakRate),
    'head-right-others': share(evaluation.otherPronouns.byHead),
    'head-right-written': share(evaluation.handWrittenThird.byHead),
    'hand-written-cases': whole(evaluation.handWrittenThird.cases),
    'everyday-top-1': share(evaluation.everyday.masked.top1),
    'train-steps': whole(steps),
    'train-sentences': whole(training.sentencesPerStep),
    'train-mask-share': share(training.maskShare),
    'twice-difference': tiny(
      distance(run.row(model.lastOutput, it), model.anew(tired).row(model.lastOutput, it)),
    ),
    'without-tired': share(without(model, run, 'tired')),
    'without-cross': share(without(model, run, 'cross')),
    ...pads(model, run),
    ...causal(model),
    ...confidence(model),
    ...pooling(model),
    ...dropped(model),
    ...learning(model, run, it),
  };
}

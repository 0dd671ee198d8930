// What comes out, how sure it is, what hides and what breaks it; what the model's file says of itself.
import { fixed, share, tiny, whole } from '../format.mjs';
import { distance } from '../vector.mjs';
import { masked, padded, tired, twoStreets, wide } from './sentences.mjs';

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
  const far = model.run(twoStreets);
  const failed = far.guess(far.at('it'));
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
    ...learning(model, run, it),
  };
}

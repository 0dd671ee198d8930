import { percent, plain, signed, weight } from '../../../state/format';
import { argmax, cosine } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import { type Concept, chance, numbers } from '../question';
import { type Run, total } from '../run';
import { bothEndings } from '../sentences';

/** Heads whose largest weight from "it" goes to a word. */
const lookingAt = (run: Run, token: number) =>
  run.allHeads.filter((at) => argmax(run.weights(run.it, at)) === token);

export const concept: Concept = {
  title: later('Attention is not an explanation'),
  principles: {
    test: later(
      'You find out whether something matters for an answer by changing it. A weight tells you where a head looked, not what came of it.',
    ),
    places: later(
      'After the first layer, the vector at a word’s place holds more than that word. To attend to the place is to attend to the mixture.',
    ),
  },
  questions: [
    {
      id: 'how-many-heads',
      after: 'heads',
      principle: 'test',
      poses(run) {
        const noun = run.at(run.guess(run.it));
        const looking = lookingAt(run, noun).length;
        const all = run.allHeads.length;
        return {
          asks: msg`The model’s answer for “${run.piece(run.it)}” is ${run.word(noun)}. In how many of its ${all} heads does ${run.word(noun)} have the largest weight in that row?`,
          ...numbers(
            looking,
            { 'all-heads-agree': all, 'majority-decides': Math.ceil(all / 2) + 1 },
            plain,
          ),
          why: msg`In ${looking}. The others do something else, and a picture of one of them would tell a different story.`,
          see: { view: 'heads', token: run.it },
        };
      },
    },
    {
      id: 'other-noun',
      after: 'twins',
      principle: 'test',
      runs: bothEndings,
      poses(run, other = run) {
        const wrong = other.at(run.guess(run.it));
        const heads = lookingAt(other, wrong);
        const key =
          heads.length === 0 ? 'none' : heads.length > other.allHeads.length / 2 ? 'most' : 'some';
        return {
          asks: msg`With “${other.piece(other.n - 1)}” at the end, the model answers “${other.guess(other.it)}”. Are there heads in which “${other.piece(other.it)}” still gives its largest weight to ${other.word(wrong)}?`,
          options: {
            none: msg`No: the answer has changed, so the attention has.`,
            some: msg`Yes, some.`,
            most: msg`Yes, most; the answer is decided elsewhere.`,
          },
          key,
          mistakes: { 'all-heads-agree': 'none', 'attention-is-decoration': 'most' },
          why: msg`In ${heads.length} of ${other.allHeads.length} heads. Such a map would “explain” an answer that the model does not give.`,
          see: { view: 'heads', run: 1, token: other.it },
        };
      },
    },
    {
      id: 'evidence',
      after: 'twins',
      principle: 'test',
      runs: bothEndings,
      poses(run, other = run) {
        const noun = run.guess(run.it);
        const last = run.n - 1;
        const [own, turned] = [run, other].map((each) => each.probability(noun, each.it)) as [
          number,
          number,
        ];
        const w = Math.max(...run.allHeads.map((at) => run.weights(run.it, at)[last] ?? 0));
        const key = Math.abs(own - turned) > 0.3 ? 'replaced' : 'weight';
        return {
          asks: msg`Three observations of “${run.trace.encoding.text}”. Which one shows that the model’s answer depends on “${run.piece(last)}”?`,
          options: {
            weight: msg`In one head, “${run.piece(run.it)}” gives “${run.piece(last)}” ${percent(w)} of its attention.`,
            replaced: msg`With another word in its place, the answer has another probability: ${chance(turned)} instead of ${chance(own)}.`,
            sure: msg`The model is sure of its answer: ${chance(own)}.`,
          },
          key,
          mistakes: { 'weight-is-importance': 'weight', 'confidence-is-reason': 'sure' },
          why: msg`From ${chance(own)} to ${chance(turned)}: only the second one changed the word and measured the answer. A weight may be large and come to nothing in the layers after it.`,
          see: { view: 'twins', token: run.it },
        };
      },
    },
    {
      id: 'average',
      after: 'heads',
      principle: 'test',
      poses(run) {
        const noun = run.at(run.guess(run.it));
        const own = run.allHeads.map((at) => run.weights(run.it, at)[noun] ?? 0);
        const mean = total(own) / own.length;
        const best = argmax(own);
        const at = run.allHeads[best] ?? run.head;
        const right = own[best] ?? 0;
        return {
          asks: msg`To have one map instead of ${own.length}, someone averages all heads. There “${run.piece(run.it)}” gives ${run.word(noun)} the weight ${weight(mean)}. What does it get from the head that looks at it most?`,
          ...numbers(
            right,
            { 'all-heads-agree': mean, 'plain-mean': 1 / run.n, 'linear-growth': 2 * mean },
            weight,
          ),
          why: msg`Layer ${at.layer + 1}, head ${at.head + 1} gives ${weight(right)}. The average hides the few heads that do the work among the many that do something else; no head has those averaged weights.`,
          see: { view: 'heads', ...at, token: run.it },
        };
      },
    },
    {
      id: 'what-is-at-the-place',
      after: 'stack',
      principle: 'places',
      poses(run) {
        const noun = run.at(run.guess(run.it));
        const { layer } = run.head;
        const kept = cosine(run.after(layer - 1, noun), run.after(-1, noun));
        const key = kept > 0.95 ? 'word' : kept > 0.05 ? 'mixed' : 'gone';
        return {
          asks: msg`In layer ${layer + 1}, a head looks from “${run.piece(run.it)}” at ${run.word(noun)}. What does it find at that place?`,
          options: {
            word: msg`the word as it was at the input`,
            mixed: msg`the word, mixed with what earlier layers added to it`,
            gone: msg`nothing of the word: two layers have replaced it`,
          },
          key,
          mistakes: { 'places-keep-words': 'word', 'part-replaces': 'gone' },
          why: msg`The vector at that place has a cosine of ${signed(kept)} with its own input; 1 would be unchanged, 0 unrelated.`,
          see: { view: 'stack', layer, token: noun },
        };
      },
    },
  ],
};

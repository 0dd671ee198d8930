import { plain, positive, weight } from '../../../state/format';
import { argmax } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import { type Concept, chance, numbers } from '../question';
import { alike, distance, total } from '../run';
import { bothEndings, pronounPair, type Wanted } from '../sentences';

/** A sentence as an encoder reads it, and as a decoder would. */
const bothWays = (variant: number): readonly Wanted[] => {
  const { text } = pronounPair(variant);
  return [{ text }, { text, structure: 'mask=causal' }];
};

/** Both endings under a causal mask. */
const endingsCausal = (variant: number): readonly Wanted[] =>
  bothEndings(variant).map((each) => ({ ...each, structure: 'mask=causal' }));

const padded = (variant: number): readonly Wanted[] => {
  const { text } = pronounPair(variant);
  return [{ text }, { text: `${text} [PAD] [PAD] [PAD] [PAD]`, structure: 'mask=padding' }];
};

export const concept: Concept = {
  title: later('Masks'),
  principles: {
    before: later(
      'A mask sets scores to −∞ before the softmax: what is hidden gets 0, and the rest still adds up to 1.',
    ),
    flow: later(
      'What a word cannot see, in any layer, cannot change its numbers. A causal mask lets information flow forward only.',
    ),
  },
  questions: [
    {
      id: 'first-word',
      after: 'masks',
      principle: 'before',
      runs: bothWays,
      poses(run, causal = run) {
        const at = { layer: 0, head: 0 };
        return {
          asks: msg`A causal mask hides all later words. What weight does the first word of a sentence give itself?`,
          ...numbers(
            causal.weights(0, at)[0] ?? 0,
            {
              'mask-after-softmax': run.weights(0, at)[0] ?? 0,
              'plain-mean': 1 / run.n,
              'no-self-attention': 0,
            },
            (x) => (x === 1 || x === 0 ? plain(x) : weight(x)),
          ),
          why: msg`It sees nothing but itself, and its row still adds up to 1: ${plain(total(causal.weights(0, at)))}. Unmasked, it gives itself ${weight(run.weights(0, at)[0] ?? 0)}.`,
          see: { view: 'masks', ...at, token: 0, run: 1 },
        };
      },
    },
    {
      id: 'renormalised',
      after: 'masks',
      principle: 'before',
      runs: bothWays,
      poses(run, causal = run) {
        // In layer 1 both see the same queries and keys.
        const candidates = run.allHeads.filter(({ layer }) => layer === 0);
        const seen = (at: { layer: number; head: number }) =>
          total(run.weights(run.it, at).slice(0, run.it + 1));
        const at = candidates[argmax(candidates.map((each) => -Math.abs(seen(each) - 0.5)))] ?? {
          layer: 0,
          head: 0,
        };
        const most = argmax(run.weights(run.it, at).slice(0, run.it + 1));
        const before = run.weights(run.it, at)[most] ?? 0;
        const after = causal.weights(run.it, at)[most] ?? 0;
        return {
          asks: msg`In layer 1, head ${at.head + 1}, ${run.word(run.it)} gives ${weight(seen(at))} of its attention to the words up to itself, ${weight(before)} of it to ${run.word(most)}. A causal mask now hides all words after it. What does ${run.word(most)} get?`,
          ...numbers(
            after,
            {
              'mask-after-softmax': before,
              'takes-equally': before + (1 - seen(at)) / (run.it + 1),
              'winner-takes-all': before + 1 - seen(at),
            },
            weight,
          ),
          why: msg`It gets ${weight(after)}, which is ${weight(before)} ÷ ${weight(seen(at))}: what is left is divided in the old ratios, since the hidden words leave the denominator.`,
          see: { view: 'masks', ...at, token: run.it, run: 1 },
        };
      },
    },
    {
      id: 'ending-hidden',
      after: 'masks',
      principle: 'flow',
      runs: endingsCausal,
      poses(run, other = run) {
        const last = run.layers - 1;
        const moved = run.words
          .slice(0, -1)
          .map((token) => (alike(run.after(last, token), other.after(last, token)) ? 0 : 1));
        const key = total(moved) === 0 ? 'none' : moved[run.it] ? 'it' : 'near';
        return {
          asks: msg`Every layer has a causal mask. The last word, “${run.piece(run.n - 1)}”, is replaced by “${other.piece(other.n - 1)}”. Which vectors of the words before it change?`,
          options: {
            none: msg`none, after any number of layers`,
            it: msg`that of ${run.word(run.it)}, since the ending decides what it means`,
            near: msg`those next to the last word only`,
          },
          key,
          mistakes: { 'meaning-flows-anyway': 'it', 'neighbours-leak': 'near' },
          why: msg`After layer ${run.layers} the vectors of ${run.word(run.it)} in the two sentences are ${positive(distance(run.after(last, run.it), other.after(last, run.it)), 2)} apart. So a decoder that reads from left to right cannot resolve this pronoun at the pronoun; it has to do it later.`,
          see: { view: 'masks', token: run.it },
        };
      },
    },
    {
      id: 'padding',
      after: 'masks',
      principle: 'before',
      runs: padded,
      poses(run, long = run) {
        const noun = run.guess(run.it);
        const [own, more] = [run, long].map((each) => each.probability(noun, each.it)) as [
          number,
          number,
        ];
        const key = Math.abs(own - more) < 1e-4 ? 'same' : more < own ? 'lower' : 'higher';
        return {
          asks: msg`To fit into a batch, four padding tokens are appended to the sentence, and masked. What becomes of the probability that “${run.piece(run.it)}” stands for “${noun}”?`,
          options: {
            same: msg`It stays exactly the same.`,
            lower: msg`It falls: attention is spread over more words.`,
            higher: msg`It rises: the padding takes attention from the other words.`,
          },
          key,
          mistakes: { 'padding-dilutes': 'lower', 'padding-distracts': 'higher' },
          why: msg`It is ${chance(own)} before and ${chance(more)} after: a masked token gets the weight 0 from every word, in every layer.`,
          see: { view: 'masks', token: run.it, run: 1 },
        };
      },
    },
    {
      id: 'how-many-pairs',
      after: 'masks',
      principle: 'flow',
      runs: bothWays,
      poses(run, causal = run) {
        const { n } = run;
        const left = total(
          causal.words.map(
            (token) => causal.weights(token, { layer: 0, head: 0 }).filter((w) => w > 0).length,
          ),
        );
        return {
          asks: msg`The sentence has ${n} tokens, so a head has ${n} · ${n} = ${n * n} weights. How many of them are above 0 under a causal mask?`,
          ...numbers(
            left,
            {
              'no-self-attention': (n * (n - 1)) / 2,
              'mask-after-softmax': n * n,
              'first-word-only': n,
            },
            plain,
          ),
          why: msg`The model has ${left}: the first word sees 1, the second 2, and the last all ${n}, with itself each time. 1 + 2 + … + ${n} = ${(n * (n + 1)) / 2}.`,
          see: { view: 'masks', layer: 0, head: 0, token: run.n - 1, run: 1 },
        };
      },
    },
  ],
};

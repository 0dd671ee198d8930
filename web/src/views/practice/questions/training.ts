import { fine, plain, signed, weight } from '../../../state/format';
import { lengthOf } from '../../../state/vector';
import { inLanguage } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { total } from '../run';
import { pronounPair, type Wanted } from '../sentences';

const two = (x: number) => signed(x, 2);

/** The loss is −log of the probability of the right noun at "it". */
const withLoss = (variant: number): readonly Wanted[] => {
  const { text, nouns } = pronounPair(variant);
  return [{ text, loss: { of: 'it', piece: nouns[0] } }];
};

export const concept: Concept = {
  title: later('Training and gradients'),
  principles: {
    loss: later(
      'The loss is −log of the probability of the right answer: it looks at that one probability, and punishes confident errors hardest.',
    ),
    slope: later(
      'A gradient is a slope: where a function is flat, nothing is learned, however wrong the answer is.',
    ),
  },
  questions: [
    {
      id: 'loss',
      after: 'training',
      principle: 'loss',
      poses() {
        const [right, confident] = [0.25, 0.7];
        return {
          asks: msg`A model gives the right answer the probability ${inLanguage('0.25')} and a wrong one ${inLanguage('0.70')}. What is its loss?`,
          ...numbers(
            -Math.log(right),
            {
              'loss-is-distance': 1 - right,
              'loss-of-the-wrong': -Math.log(confident),
              'loss-is-all-or-nothing': 1,
            },
            two,
          ),
          why: msg`−log ${inLanguage('0.25')} = ${two(-Math.log(right))}. How the rest is spread does not matter, and guessing wrong costs no fixed price.`,
          see: { view: 'training' },
        };
      },
    },
    {
      id: 'halved',
      after: 'training',
      principle: 'loss',
      poses() {
        const added = -Math.log(0.005) + Math.log(0.01);
        return {
          asks: msg`The probability of the right answer falls from 1 % to half a per cent. By how much does the loss grow?`,
          ...numbers(
            added,
            {
              'loss-is-distance': 0.005,
              'loss-doubles': -Math.log(0.01),
              'loss-is-all-or-nothing': 0,
            },
            (x) => inLanguage(x.toFixed(3)),
          ),
          why: msg`It grows by log 2 = ${inLanguage(added.toFixed(3))}, as much as from 100 % to 50 %: the loss counts factors.`,
          see: { view: 'training' },
        };
      },
    },
    {
      id: 'logit-gradient',
      after: 'gradients',
      principle: 'slope',
      poses() {
        const p = 0.9;
        return {
          asks: msg`The right answer has the probability ${inLanguage('0.9')}. What is the gradient of the loss with respect to the logit of that answer?`,
          ...numbers(
            p - 1,
            { 'gradient-is-probability': p, 'gradient-pushes-whole': -1, 'sign-of-descent': 1 - p },
            two,
          ),
          why: msg`Softmax and −log together have the gradient p − 1 = ${two(p - 1)}. It is negative: a larger logit makes the loss smaller, and training goes against the gradient.`,
          see: { view: 'gradients' },
        };
      },
    },
    {
      id: 'which-weight-learns',
      after: 'scale',
      principle: 'slope',
      poses() {
        const weights = { a: 0.999, b: 0.5, c: 0.001 };
        const slope = (w: number) => w * (1 - w);
        const ids = Object.keys(weights) as (keyof typeof weights)[];
        const best = (by: (w: number) => number) =>
          [...ids].sort((x, y) => by(weights[y]) - by(weights[x]))[0] ?? 'a';
        const key = best(slope);
        return {
          asks: msg`Three attention weights, in three rows. Which one moves most when its own score changes a little?`,
          options: Object.fromEntries(ids.map((id) => [id, weight(weights[id])])),
          key,
          mistakes: {
            'weight-is-importance': best((w) => w),
            'most-room-to-grow': best((w) => -w),
          },
          why: msg`The slope of the softmax is w · (1 − w): ${weight(slope(weights.b))} at ${weight(weights.b)}, but ${weight(slope(weights.a))} at ${weight(weights.a)} and ${weight(slope(weights.c))} at ${weight(weights.c)}. A head that has made up its mind hardly learns, which is why scores are kept small.`,
          see: { view: 'softmax' },
        };
      },
    },
    {
      id: 'who-gets-gradient',
      after: 'gradients',
      principle: 'slope',
      runs: withLoss,
      poses(run) {
        const lengths = run.words.map((token) =>
          lengthOf(run.trace.row('grad.embedding.output', token)),
        );
        const reached = lengths.filter((x) => x > 0).length;
        const attended = run.weights(run.it).filter((w) => w > 0.1).length;
        return {
          asks: msg`The loss asks for one answer, at “${run.piece(run.it)}”. How many of the ${run.n} words get a gradient for their input vectors?`,
          ...numbers(
            reached,
            { 'gradient-stays-at-target': 1, 'gradient-follows-attention': attended },
            plain,
          ),
          why: msg`It is ${reached}: every word has a positive weight somewhere in ${run.layers} layers, so every input plays some part in the answer; the shortest gradient has a length of ${fine(Math.min(...lengths))}, the longest ${fine(Math.max(...lengths))}.`,
          see: { view: 'gradients', token: run.it },
        };
      },
    },
    {
      id: 'sum-of-gradients',
      after: 'gradients',
      principle: 'loss',
      runs: withLoss,
      poses(run) {
        const logits = run.row('logits', run.it);
        const most = logits.reduce((a, b) => Math.max(a, b));
        const powers = Array.from(logits, (x) => Math.exp(x - most));
        const all = total(powers);
        const sum = total(powers.map((p) => p / all)) - 1;
        return {
          asks: msg`Add up the gradients of the loss with respect to all ${logits.length} logits of one word. What is the sum?`,
          ...numbers(
            Math.abs(sum) < 1e-6 ? 0 : sum,
            { 'gradient-pushes-whole': -1, 'gradient-is-probability': 1 },
            plain,
          ),
          why: msg`The probabilities add up to 1, and 1 is subtracted at the right answer: ${plain(Math.round(sum * 1000) / 1000)}. What one answer gains, the others lose; raising all logits by the same amount changes nothing.`,
          see: { view: 'gradients', token: run.it },
        };
      },
    },
  ],
};

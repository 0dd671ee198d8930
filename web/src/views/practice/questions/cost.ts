import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { pronounPair } from '../sentences';

/** A sentence, and the same twice. */
const twice = (variant: number) => {
  const { text } = pronounPair(variant);
  return [{ text }, { text: `${text} ${text}` }];
};

const times = (x: number) => `× ${grouped(x)}`;

export const concept: Concept = {
  title: later('What it costs'),
  principles: {
    pairs: later(
      'Attention has a number for every pair of words; everything else has one for every word. So one grows with the square of the length, the other in step with it.',
    ),
    learned: later(
      'Learned numbers belong to the model, activations to the text: a longer text needs more arithmetic and memory, not more parameters.',
    ),
  },
  questions: [
    {
      id: 'weights',
      after: 'cost',
      principle: 'pairs',
      runs: twice,
      poses(run, long = run) {
        const name = 'layers.0.attention.weights';
        return {
          asks: msg`A text becomes twice as long. How many times as many attention weights does the model compute?`,
          ...numbers(
            long.size(name) / run.size(name),
            { 'linear-growth': 2, 'cost-is-cubic': 8, 'cost-is-fixed': 1 },
            times,
          ),
          why: msg`Layer 1 computes ${grouped(run.size(name))} for ${run.n} tokens and ${grouped(long.size(name))} for ${long.n}: twice as many words ask, and each asks twice as many.`,
          see: { view: 'cost' },
        };
      },
    },
    {
      id: 'network',
      after: 'cost',
      principle: 'pairs',
      runs: twice,
      poses(run, long = run) {
        const name = 'layers.0.feedForward.hidden';
        return {
          asks: msg`The same text, twice as long. How many times as many numbers does the feed-forward network compute?`,
          ...numbers(
            long.size(name) / run.size(name),
            { 'everything-is-quadratic': 4, 'cost-is-fixed': 1 },
            times,
          ),
          why: msg`${grouped(run.size(name))} hidden numbers become ${grouped(long.size(name))}. Each word has its own row, and no pair of words has one.`,
          see: { view: 'cost' },
        };
      },
    },
    {
      id: 'crossover',
      after: 'cost',
      principle: 'pairs',
      poses(run) {
        const { d } = run;
        const hidden = run.config.intermediate_size;
        // Multiplications of a layer: n·(4d² + 2·d·hidden) for matrices, 2·n²·d for pairs.
        const n = (4 * d * d + 2 * d * hidden) / (2 * d);
        return {
          asks: msg`Vectors of ${d} numbers, ${hidden} hidden units. How long must a text be before a layer spends more multiplications on pairs of words than on all its matrices?`,
          ...numbers(
            n,
            {
              'pairs-always-dominate': 2,
              'crosses-at-width': d,
              'half-of-the-layer': (4 * d * d) / (2 * d),
            },
            (x) => msg`${grouped(x)} tokens`,
          ),
          why: msg`Matrices take n · (4 · ${d}² + 2 · ${d} · ${hidden}), scores and sums 2 · n² · ${d}: equal at n = ${grouped(n)}. In short texts the square is the small part.`,
          see: { view: 'cost' },
        };
      },
    },
    {
      id: 'heads',
      after: 'cost',
      principle: 'pairs',
      poses(run) {
        const products = (heads: number) => heads * run.n * run.n * (run.d / heads);
        const ratio = products(2 * run.heads) / products(run.heads);
        return {
          asks: msg`A layer gets twice as many heads, each half as wide. How many times as many multiplications do its scores take?`,
          ...numbers(
            ratio,
            {
              'every-head-full-width': 2,
              'everything-is-quadratic': 4,
              'narrow-heads-are-cheap': 0.5,
            },
            (x) => (x === 0.5 ? '× ½' : times(x)),
          ),
          why: msg`${run.heads} · ${run.n}² · ${run.dK} = ${grouped(products(run.heads))}, and ${2 * run.heads} · ${run.n}² · ${run.dK / 2} is the same. What doubles is the number of weights to keep.`,
          see: { view: 'cost' },
        };
      },
    },
    {
      id: 'parameters',
      after: 'cost',
      principle: 'learned',
      runs: twice,
      poses(run, long = run) {
        const learned = ({ config }: typeof run) =>
          config.num_hidden_layers *
          (4 * config.hidden_size ** 2 + 2 * config.hidden_size * config.intermediate_size);
        const ratio = learned(long) / learned(run);
        return {
          asks: msg`The model has read ${run.n} tokens; now it reads ${long.n}. How many times as many learned numbers does it use?`,
          ...numbers(
            ratio,
            { 'parameters-grow-with-text': 2, 'everything-is-quadratic': 4 },
            times,
          ),
          why: msg`${grouped(learned(run))} in the matrices of its layers both times: the same matrix is applied to every word. Attention weights are computed anew for each text.`,
          see: { view: 'cost' },
        };
      },
    },
  ],
};

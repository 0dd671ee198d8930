import { plain, positive } from '../../../state/format';
import { grouped } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, chance, numbers } from '../question';
import { pronounPair } from '../sentences';

export const concept: Concept = {
  title: later('The feed-forward network'),
  principles: {
    alone: later(
      'The feed-forward network reads one word’s vector and changes that word alone. It is the same network at every place.',
    ),
    bend: later(
      'Without the activation between them, two matrices are one matrix. The bend is what makes detectors out of sums.',
    ),
  },
  questions: [
    {
      id: 'bend',
      after: 'activate',
      principle: 'bend',
      poses() {
        const [expand, compress, x] = [3, 2, -1] as const;
        const through = (f: (h: number) => number) => compress * f(expand * x);
        const right = through((h) => Math.max(0, h));
        return {
          asks: msg`The smallest network there is: times 3, ReLU, times 2. What does it make of ${plain(x)}?`,
          ...numbers(
            right,
            {
              'matrices-do-all': through((h) => h),
              'relu-is-absolute': through(Math.abs),
              'relu-comes-last': x,
            },
            plain,
          ),
          why: msg`3 · (${plain(x)}) = ${plain(expand * x)}, ReLU makes it 0, and twice 0 is ${plain(right)}. Without ReLU the two steps would be one: times ${expand * compress}, for every x.`,
          see: { view: 'activate' },
        };
      },
    },
    {
      id: 'how-many-active',
      after: 'activate',
      principle: 'bend',
      poses(run) {
        const row = run.row('layers.0.feedForward.activated', run.it);
        const active = row.filter((x) => x > 0).length;
        const share = active / row.length;
        const key = share > 0.95 ? 'all' : active > 1 ? 'some' : 'one';
        return {
          asks: msg`The first layer’s feed-forward network has ${row.length} hidden units with ReLU. How many are above 0 for “${run.piece(run.it)}”?`,
          options: {
            one: msg`one: the unit for this word`,
            some: msg`some, but far from all`,
            all: msg`all, to different degrees`,
          },
          key,
          mistakes: { 'one-unit-one-word': 'one', 'matrices-do-all': 'all' },
          why: msg`It is ${active} of ${row.length}. Each unit is a detector: ReLU silences those whose sum is negative, and what the network adds is a mixture of the rest.`,
          see: { view: 'activate', layer: 0, token: run.it },
        };
      },
    },
    {
      id: 'size',
      after: 'expand',
      principle: 'alone',
      poses(run) {
        const { d } = run;
        const hidden = run.row('layers.0.feedForward.hidden', 0).length;
        const [network, attention] = [2 * d * hidden, 4 * d * d];
        const ratio = network / attention;
        const key = ratio > 1.5 ? 'network' : ratio < 0.67 ? 'attention' : 'equal';
        return {
          asks: msg`Vectors of ${d} numbers, ${hidden} hidden units. Which half of a layer has more learned numbers?`,
          options: {
            attention: msg`attention: three vectors for each word, in ${run.heads} heads`,
            equal: msg`Both have about the same.`,
            network: msg`the feed-forward network`,
          },
          key,
          mistakes: { 'attention-is-everything': 'attention', 'sizes-add': 'equal' },
          why: msg`Biases aside, the feed-forward network has 2 · ${d} · ${hidden} = ${grouped(network)}, attention 4 · ${d} · ${d} = ${grouped(attention)}: ${positive(ratio, 1)} times as many in the part that fewer people know.`,
          see: { view: 'cost' },
        };
      },
    },
    {
      id: 'no-bend',
      after: 'activate',
      principle: 'bend',
      runs: (variant) => {
        const { text } = pronounPair(variant);
        return [{ text }, { text, structure: 'activation=none' }];
      },
      poses(run, off = run) {
        const noun = run.guess(run.it);
        const [own, without] = [run, off].map((each) => each.probability(noun, each.it)) as [
          number,
          number,
        ];
        const key = without < own / 2 ? 'falls' : without > own + 0.001 ? 'rises' : 'same';
        return {
          asks: msg`Every activation in the model is replaced by a straight line; the matrices stay. What becomes of the probability of “${noun}” at “${run.piece(run.it)}”?`,
          options: {
            same: msg`It hardly changes: attention has found the noun.`,
            falls: msg`It falls to less than half.`,
            rises: msg`It rises: no unit is silenced any more.`,
          },
          key,
          mistakes: { 'attention-is-everything': 'same', 'zeros-lose-information': 'rises' },
          why: msg`It goes from ${chance(own)} to ${chance(without)}. The matrices were learned with the bend; what the negative sums of silent units now add was never meant to be added.`,
          see: { view: 'activate', token: run.it },
        };
      },
    },
    {
      id: 'who-is-read',
      after: 'feed-forward',
      principle: 'alone',
      poses(run) {
        const hidden = run.trace.tensor('layers.0.feedForward.hidden').shape;
        const [rows = 0, width = 0] = hidden;
        const reads = (rows * width) / (run.n * width);
        return {
          asks: msg`A text has ${run.n} tokens. How many word vectors does the feed-forward network read to compute one word’s new vector?`,
          ...numbers(
            reads,
            { 'network-mixes-words': run.n, 'neighbours-leak': 3, 'no-self-attention': run.n - 1 },
            plain,
          ),
          why: msg`${plain(reads)}, its own: the feed-forward network’s sums form a table of ${rows} rows, one for each word, and no row looks at another. Only in attention do words exchange anything.`,
          see: { view: 'feed-forward', layer: 0, token: run.it },
        };
      },
    },
  ],
};

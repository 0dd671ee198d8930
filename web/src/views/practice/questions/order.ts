import { positive } from '../../../state/format';
import { later, msg } from '../../../words/msg';
import type { Concept } from '../question';
import { alike, distance, type Run, weightedSum } from '../run';
import { orders, type Wanted } from '../sentences';

const pair = (variant: number) => orders[variant % orders.length] ?? orders[0];

const bothOrders =
  (structure = '') =>
  (variant: number): readonly Wanted[] => {
    const [one, other] = pair(variant);
    return [
      { text: one, structure },
      { text: other, structure },
    ];
  };

/** The noun of the first sentence that stands last in the second. */
const nounOf = (run: Run): string =>
  orders.find(([text]) => text === run.trace.encoding.text)?.[2] ?? '';

const final = (run: Run, token: number) => run.after(run.layers - 1, token);

/** How far apart the noun’s vectors are after the last layer. */
function apart(run: Run, other: Run): number {
  const noun = nounOf(run);
  return distance(final(run, run.at(noun)), final(other, other.at(noun)));
}

export const concept: Concept = {
  title: later('Order'),
  principles: {
    set: later(
      'Attention and the feed-forward network treat a sentence as a set: rearrange the words, and the same vectors come out, rearranged.',
    ),
    source: later(
      'Order gets in only where something distinguishes places: position vectors, relative positions, or a causal mask.',
    ),
  },
  questions: [
    {
      id: 'no-positions',
      after: 'position',
      principle: 'set',
      runs: bothOrders('positions=off'),
      poses(run, other = run) {
        const noun = nounOf(run);
        const off = apart(run, other);
        const key = off < 1e-2 ? 'same' : 'differs';
        return {
          asks: msg`“${run.trace.encoding.text}” and “${other.trace.encoding.text}”, read without positions. How do the vectors of “${noun}” after the last layer compare?`,
          options: {
            same: msg`They are the same.`,
            differs: msg`They differ: who acts and who is acted on has changed.`,
            first: msg`They differ, since the words are read one after another.`,
          },
          key,
          mistakes: { 'meaning-flows-anyway': 'differs', 'reads-left-to-right': 'first' },
          why: msg`They are ${positive(off, 2)} apart. Each word sees the same set of words with the same vectors; the model cannot know who does what.`,
          see: { view: 'position', token: run.at(noun) },
        };
      },
    },
    {
      id: 'with-positions',
      after: 'position',
      principle: 'source',
      runs: bothOrders(),
      poses(run, other = run) {
        const noun = nounOf(run);
        const off = apart(run, other);
        const key = off < 1e-2 ? 'same' : 'differs';
        return {
          asks: msg`The same words in another order, “${run.trace.encoding.text}” and “${other.trace.encoding.text}”, now read by the model as it is. How do the vectors of “${noun}” after the last layer compare?`,
          options: {
            same: msg`They are the same: a weighted sum ignores order.`,
            differs: msg`They differ.`,
          },
          key,
          mistakes: { 'attention-is-a-bag': 'same' },
          why: msg`They are ${positive(off, 2)} apart. The sum itself ignores order, but what is summed does not: each vector contains its position.`,
          see: { view: 'position', token: run.at(noun) },
        };
      },
    },
    {
      id: 'mask-tells',
      after: 'masks',
      principle: 'source',
      runs: bothOrders('positions=off,mask=causal'),
      poses(run, other = run) {
        const noun = nounOf(run);
        const off = apart(run, other);
        const key = off < 1e-2 ? 'same' : 'differs';
        return {
          asks: msg`Again without positions, but with a causal mask. “${noun}” stands near the front in one order and last in the other. How do its two vectors compare?`,
          options: {
            same: msg`They are the same: without positions there is no order.`,
            differs: msg`They differ.`,
          },
          key,
          mistakes: { 'positions-alone-order': 'same' },
          why: msg`They are ${positive(off, 2)} apart: under the mask “${noun}” sees fewer words in one order than in the other. That is why decoders work without position vectors, too.`,
          see: { view: 'masks', token: run.at(noun), run: 0 },
        };
      },
    },
    {
      id: 'what-comes-out',
      after: 'position',
      principle: 'set',
      runs: bothOrders('positions=off'),
      poses(run, other = run) {
        const places = run.words.map((token) =>
          other.words.findIndex((i) => alike(final(run, token), final(other, i))),
        );
        const key = places.includes(-1)
          ? 'new'
          : places.every((place, i) => place === i)
            ? 'kept'
            : 'moved';
        return {
          asks: msg`Without positions, the words of a sentence are rearranged. What happens to the rows that come out of the encoder?`,
          options: {
            moved: msg`the same rows, rearranged as the words are`,
            kept: msg`the same rows at the same places`,
            new: msg`different rows`,
          },
          key,
          mistakes: { 'order-is-forgotten': 'kept', 'meaning-flows-anyway': 'new' },
          why: msg`In the two runs, ${places.filter((place) => place >= 0).length} of ${run.n} rows reappear, ${places.filter((place, i) => place !== i && place >= 0).length} of them at a different place. The encoder then maps a set to a set.`,
          see: { view: 'block' },
        };
      },
    },
    {
      id: 'mean-of-words',
      after: 'position',
      principle: 'source',
      runs: bothOrders(),
      poses(run, other = run) {
        const equally = run.words.map(() => 1 / run.n);
        const mean = (of: Run, name: string) =>
          weightedSum(
            equally,
            of.words.map((token) => of.row(name, token)),
          );
        const names = { tokens: 'embedding.tokens', sum: 'embedding.output', last: 'output' };
        const off = Object.entries(names).map(
          ([id, name]) => [id, distance(mean(run, name), mean(other, name))] as const,
        );
        const tells = off.filter(([, x]) => x > 1e-2).map(([id]) => id);
        const key = tells.length === 0 ? 'none' : (tells[0] ?? 'none');
        return {
          asks: msg`Suppose a sentence is represented by the mean of its words’ vectors. From which point on does that mean tell “${run.trace.encoding.text}” from “${other.trace.encoding.text}”?`,
          options: {
            sum: msg`from the input on, as soon as positions are added`,
            last: msg`only after the layers`,
            none: msg`nowhere: a mean has no order`,
          },
          key,
          mistakes: { 'positions-mark-the-sentence': 'sum', 'attention-is-a-bag': 'none' },
          why: msg`The two means are ${positive(off[1]?.[1] ?? 0, 2)} apart at the input, with positions added, and ${positive(off[2]?.[1] ?? 0, 2)} after the last layer. The sum of words and the sum of places are the same in both; only attention ties a word to its place.`,
          see: { view: 'stack' },
        };
      },
    },
  ],
};

import { plain, positive, signed } from '../../../state/format';
import { cosine, lengthOf } from '../../../state/vector';
import { inLanguage } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import { type Concept, numbers } from '../question';
import { pronounPair } from '../sentences';

const three = (x: number) => inLanguage(x.toFixed(3));

export const concept: Concept = {
  title: later('The residual connection'),
  principles: {
    adds: later(
      'A part’s output is added to what it read. It corrects the vector; it does not replace it.',
    ),
    road: later(
      'The path around a part multiplies by 1, forward and backward, however many parts there are.',
    ),
  },
  questions: [
    {
      id: 'one-number',
      after: 'residual',
      principle: 'adds',
      poses() {
        const [x, f] = [3, -5] as const;
        return {
          asks: msg`One number of a word’s vector is 3. Attention passes on ${plain(f)} for it. What is it after the residual connection, before any norm?`,
          ...numbers(
            x + f,
            { 'part-replaces': f, 'path-is-a-choice': x, 'parts-multiply': x * f },
            plain,
          ),
          why: msg`3 + (${plain(f)}) = ${plain(x + f)}. Both paths always count: neither is chosen over the other.`,
          see: { view: 'residual' },
        };
      },
    },
    {
      id: 'silent-part',
      after: 'residual',
      principle: 'adds',
      poses(run) {
        const vector = run.after(-1, run.it);
        const sum = vector.map((x) => x + 0);
        const key = cosine(vector, sum) > 0.999 ? 'stays' : 'zero';
        return {
          asks: msg`In one layer, attention finds nothing and passes on a vector of zeros for a word. What leaves the addition after it?`,
          options: {
            stays: msg`the word’s vector, unchanged`,
            zero: msg`zeros: the word is lost`,
            half: msg`the word’s vector at half its length`,
          },
          key,
          mistakes: { 'part-replaces': 'zero', 'sum-is-a-mean': 'half' },
          why: msg`Nothing is lost, since x + 0 = x: the vector of “${run.piece(run.it)}” keeps its length, ${positive(lengthOf(sum), 2)}. Doing nothing is easy to learn, and a layer with nothing to add does no harm.`,
          see: { view: 'residual', token: run.it },
        };
      },
    },
    {
      id: 'own-vector-left',
      after: 'residual',
      principle: 'road',
      runs: (variant) => {
        const { text } = pronounPair(variant);
        return [{ text }, { text, structure: 'residual=off' }];
      },
      poses(run, off = run) {
        const kept = [run, off].map((each) =>
          cosine(each.after(0, each.it), each.after(-1, each.it)),
        ) as [number, number];
        const [own, without] = kept;
        const key = own > without + 0.02 ? 'with' : own < without - 0.02 ? 'without' : 'same';
        return {
          asks: msg`Compare the vectors of “${run.piece(run.it)}” before and after the first layer. With which wiring are the two more alike, with residual connections or without?`,
          options: {
            with: msg`with them`,
            same: msg`no difference: the attention to itself carries the word along`,
            without: msg`without them: there is less to be added`,
          },
          key,
          mistakes: { 'self-attention-keeps-words': 'same', 'adding-destroys': 'without' },
          why: msg`The cosine of the two is ${signed(own)} with the connections and ${signed(without)} without. On the path around each part, the word itself goes on to the next layer.`,
          see: { view: 'residual', layer: 0, token: run.it },
        };
      },
    },
    {
      id: 'gradient',
      after: 'gradients',
      principle: 'road',
      poses() {
        const slope = 0.1;
        const deep = 3;
        const right = (1 + slope) ** deep;
        return {
          asks: msg`Each of three layers computes x + f(x), and every f has the slope ${inLanguage('0.1')}. What is the slope of all three together?`,
          ...numbers(
            right,
            {
              'part-replaces': slope ** deep,
              'path-is-a-choice': 1,
              'slopes-add': deep * (1 + slope),
            },
            three,
          ),
          why: msg`It is (1 + ${inLanguage('0.1')})³ = ${three(right)}. Without the paths it would be ${inLanguage('0.1')}³ = ${three(slope ** deep)}: the 1 keeps the gradient from fading on its way to the first layer.`,
          see: { view: 'gradients' },
        };
      },
    },
    {
      id: 'longer-part',
      after: 'residual',
      principle: 'adds',
      poses(run) {
        const { layer } = run.head;
        const [read, adds] = [
          lengthOf(run.after(layer - 1, run.it)),
          lengthOf(run.row(`layers.${layer}.attention.output`, run.it)),
        ] as const;
        const sum = lengthOf(run.row(`layers.${layer}.attention.residual`, run.it));
        const rightly =
          Math.abs(sum - read - adds) < 0.01 ? 'sum' : sum < read + adds ? 'less' : 'more';
        return {
          asks: msg`In layer ${layer + 1}, the vector of “${run.piece(run.it)}” has the length ${positive(read, 2)}, what attention adds has the length ${positive(adds, 2)}. How long is the sum?`,
          options: {
            sum: positive(read + adds, 2),
            less: msg`shorter than ${positive(read + adds, 2)}`,
            more: msg`longer than ${positive(read + adds, 2)}`,
          },
          key: rightly,
          mistakes: { 'lengths-add': 'sum', 'parts-multiply': 'more' },
          why: msg`It is ${positive(sum, 2)}. Lengths add up only where both vectors point the same way; attention adds a new direction, and partly takes back what was there.`,
          see: { view: 'residual', layer, token: run.it },
        };
      },
    },
  ],
};

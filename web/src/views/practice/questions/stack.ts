import { plain, positive, signed } from '../../../state/format';
import { argmax, cosine } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import { type Concept, chance, numbers } from '../question';
import { alike, distance, type Run, total } from '../run';
import { bothEndings, pronounPair } from '../sentences';

const meanCosine = (run: Run, layer: number): number => {
  const all = run.words.flatMap((a) =>
    run.words.slice(a + 1).map((b) => cosine(run.after(layer, a), run.after(layer, b))),
  );
  return total(all) / all.length;
};

export const concept: Concept = {
  title: later('Layer upon layer'),
  principles: {
    reads: later(
      'A layer reads what the layer before it wrote. What one layer finds, the next can ask about.',
    ),
    reach: later(
      'In an encoder without a mask, one layer of attention reaches every word. Depth adds steps of thought, not distance.',
    ),
  },
  questions: [
    {
      id: 'first-news',
      after: 'stack',
      principle: 'reach',
      runs: bothEndings,
      poses(run, other = run) {
        const differs = Array.from(
          { length: run.layers },
          (_, layer) => !alike(run.after(layer, 0), other.after(layer, 0)),
        );
        const first = differs.indexOf(true);
        const key = first === 0 ? 'first' : first === run.layers - 1 ? 'last' : 'later';
        return {
          asks: msg`The last of ${run.n} words is replaced. After which layer does the vector of the first word show a difference?`,
          options: {
            first: msg`after the first`,
            later: msg`after some layers: it moves on by a word or two in each`,
            last: msg`after the last, which puts everything together`,
          },
          key,
          mistakes: { 'neighbours-leak': 'later', 'last-layer-decides': 'last' },
          why: msg`After layer 1 it differs by ${positive(distance(run.after(0, 0), other.after(0, 0)), 2)} already. Every word attends to every other one directly: the distance between them costs nothing.`,
          see: { view: 'stack', token: 0 },
        };
      },
    },
    {
      id: 'score-or-weight',
      after: 'stack',
      principle: 'reads',
      runs: bothEndings,
      poses(run, other = run) {
        const change = (head: number) => {
          const at = { layer: 0, head };
          return distance(run.weights(run.it, at), other.weights(other.it, at));
        };
        // The weights of some heads hardly move: of the one whose weights move most.
        const at = {
          layer: 0,
          head: argmax(Array.from({ length: run.heads }, (_, head) => change(head))),
        };
        const noun = argmax(run.weights(run.it));
        const score = [run, other].map((each) => each.scores(each.it, at)[noun] ?? 0) as [
          number,
          number,
        ];
        const share = [run, other].map((each) => each.weights(each.it, at)[noun] ?? 0) as [
          number,
          number,
        ];
        const same = (pair: [number, number]) => Math.abs(pair[0] - pair[1]) < 1e-6;
        const key = same(score) ? (same(share) ? 'neither' : 'weight') : 'both';
        return {
          asks: msg`“… ${run.piece(run.n - 1)}” becomes “… ${other.piece(other.n - 1)}”. In the first layer, what changes between “${run.piece(run.it)}” and ${run.word(noun)}?`,
          options: {
            neither: msg`nothing: neither of the two words was touched`,
            weight: msg`the weight, but not the score`,
            both: msg`score and weight`,
          },
          key,
          mistakes: { 'weights-are-scores': 'neither', 'meaning-flows-anyway': 'both' },
          why: msg`Head ${at.head + 1} scores ${signed(score[0])} and ${signed(score[1])}: query and key are made of the two words alone. The weights are ${chance(share[0])} and ${chance(share[1])}, since the replaced word is part of the denominator.`,
          see: { view: 'softmax', ...at, token: run.it },
        };
      },
    },
    {
      id: 'alike',
      after: 'stack',
      principle: 'reads',
      poses(run) {
        const [before, after] = [-1, run.layers - 1].map((layer) => meanCosine(run, layer)) as [
          number,
          number,
        ];
        const key =
          after > 0.95
            ? 'all'
            : Math.abs(after - before) < 0.02
              ? 'same'
              : after > before
                ? 'more'
                : 'less';
        return {
          asks: msg`Every layer mixes other words into each word’s vector. Does the model end with the same vector for all words?`,
          options: {
            all: msg`Yes, nearly: in the end everything is mixed with everything.`,
            more: msg`No, but the words are more alike than at the input.`,
            less: msg`No, they are even less alike than at the input.`,
          },
          key,
          mistakes: {
            'mixing-levels-out': 'all',
            ...(key === 'more'
              ? { 'layers-separate': 'less' as const }
              : { 'mixing-brings-nearer': 'more' as const }),
          },
          why: msg`The cosine of two words averages ${signed(before)} at the input and ${signed(after)} after layer ${run.layers}. Each word mixes by weights of its own, and its own vector is carried along.`,
          see: { view: 'stack' },
        };
      },
    },
    {
      id: 'window',
      after: 'stack',
      principle: 'reach',
      poses() {
        const [reach, layers] = [2, 4];
        return {
          asks: msg`Another model lets each word see only the two words before and after it. It has four layers. How far can news travel from a word?`,
          ...numbers(
            reach * layers,
            {
              'neighbours-leak': reach,
              'reach-multiplies': reach ** layers,
              'sizes-add': reach + layers,
            },
            plain,
          ),
          why: msg`Two words further in each layer: ${reach} · ${layers} = ${reach * layers} on either side. With full attention, one layer would reach every word; windows buy speed with depth.`,
          see: { view: 'masks' },
        };
      },
    },
    {
      id: 'leave-one-out',
      after: 'what-if',
      principle: 'reads',
      runs: (variant) => {
        const { text } = pronounPair(variant);
        return [{ text }, { text, structure: 'layer@3=off' }];
      },
      poses(run, off = run) {
        const noun = run.guess(run.it);
        const [own, without] = [run, off].map((each) => each.probability(noun, each.it)) as [
          number,
          number,
        ];
        const key = without < own * 0.9 ? 'falls' : without > own ? 'rises' : 'same';
        return {
          asks: msg`The last of ${run.layers} layers is left out. What becomes of the probability of “${noun}” at “${run.piece(run.it)}”?`,
          options: {
            same: msg`It falls a little, by less than a tenth.`,
            falls: msg`It falls by more than a tenth.`,
            rises: msg`It rises: fewer layers, fewer errors.`,
          },
          key,
          mistakes: { 'one-layer-has-it': 'falls', 'depth-blurs': 'rises' },
          why: msg`It goes from ${chance(own)} to ${chance(without)}. The head that finds the noun best is in layer ${run.head.layer + 1}, and each layer only adds to what the ones before it wrote: here the last has little left to add.`,
          see: { view: 'what-if', token: run.it },
        };
      },
    },
  ],
};

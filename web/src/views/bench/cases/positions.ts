import { cell } from '../../../state/dataflow/cell';
import { positive } from '../../../state/format';
import { lengthOf } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import type { Case, Evidence } from '../case';
import { distance, largestDifference, type RunUnderTest } from '../run-under-test';

const backwards = (sentence: string): string => sentence.trim().split(/\s+/).reverse().join(' ');

/** As much of a text as a sentence can quote. */
function beginningOf(text: string): string {
  const words = text.split(' ');
  return words.length > 12 ? `${words.slice(0, 8).join(' ')} …` : text;
}

/** The place of the word looked at in the second text: of equal pieces, the one that is as far from the end. */
function elsewhere(run: RunUnderTest): number {
  const pieces = run.other?.encoding.tokens.map(({ piece }) => piece) ?? [];
  const piece = run.tokens[run.token]?.piece ?? '';
  const equal = run.tokens.flatMap((each, i) => (each.piece === piece ? [i] : []));
  const there = pieces.flatMap((each, i) => (each === piece ? [i] : [])).reverse();
  return there[equal.indexOf(run.token)] ?? 0;
}

/** The word's vector after a layer, in both orders. */
const both = (run: RunUnderTest, layer: number) =>
  [run.after(layer), run.other?.row(run.handedOn(layer), elsewhere(run)) ?? []] as const;

const apart = (run: RunUnderTest, layer: number): number => distance(...both(run, layer));

const last = (run: RunUnderTest): number => run.layers.length - 1;

function answers(run: RunUnderTest): string {
  const there = run.other && run.answer(run.other, elsewhere(run));
  return there ? msg` Read backwards, the answer is “${there.piece}”.` : '';
}

const distances = (m: Evidence) =>
  [-1, ...m.broken.layers].map((layer) => ({
    label: layer < 0 ? msg`embedding` : msg`layer ${layer + 1}`,
    broken: [apart(m.broken, layer)],
    right: [apart(m.right, layer)],
  }));

export const bug: Case = {
  place: 2,
  broken: 'positions=off',
  other: backwards,
  picture: (m) => ({
    kind: 'rows',
    title: msg`How far ${m.broken.word()} moves when the sentence is read backwards`,
    columns: [msg`distance`],
    rows: distances(m),
    write: (x) => positive(x, 2),
  }),
  ask: (run) => cell('embedding.output', run.token, 0),
  guess: later('no positions are added to the words'),
  guesses: ['embedding-scale', 'output', 'positions', 'leaky-mask'],
  check(run) {
    const added = lengthOf(run.row('embedding.positions', run.token));
    const long = positive(added, 2);
    const says =
      added > 0
        ? msg`Positions are added: ${run.word()} gets a vector of length ${long}.`
        : msg`No positions are added: ${run.word()} gets a vector of length ${long}.`;
    return { fine: added > 0, says };
  },
  symptom({ broken }) {
    const most = largestDifference(...both(broken, last(broken)));
    return msg`Word order is lost. In the sentence read backwards, “${beginningOf(broken.other?.encoding.text ?? '')}”, ${broken.word()} ends with the same ${broken.dModel} numbers; the largest difference is ${most.toExponential(0)}.`;
  },
  healed: ({ right }) =>
    msg`With positions, ${right.word()} differs between the two orders by ${positive(apart(right, -1), 2)} at the input and by ${positive(apart(right, last(right)), 2)} after the last layer.${answers(right)}`,
  wrongLine: 'activations.sum = activations.tokens;',
  rightLine: 'activations.sum = activations.tokens + activations.positions;',
  test: later('test that order matters'),
};

import { cell } from '../../../state/dataflow/cell';
import { positive, signed } from '../../../state/format';
import { lengthOf } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { largestDifference, type RunUnderTest } from '../run-under-test';

const ofWord = (run: RunUnderTest, tensor: 'heads' | 'output', layer = run.layer): Float32Array =>
  run.row(`layers.${layer}.attention.${tensor}`, run.token);

const change = (run: RunUnderTest, layer: number): number =>
  largestDifference(ofWord(run, 'heads', layer), ofWord(run, 'output', layer));

export const bug: Case = {
  place: 7,
  broken: 'output=off',
  picture: ({ broken, right }) => ({
    kind: 'rows',
    title: msg`Length of what attention passes on for ${broken.word()}`,
    columns: [msg`the heads side by side`, msg`the output`],
    rows: broken.layers.map((layer) => ({
      label: msg`layer ${layer + 1}`,
      broken: (['heads', 'output'] as const).map((t) => lengthOf(ofWord(broken, t, layer))),
      right: (['heads', 'output'] as const).map((t) => lengthOf(ofWord(right, t, layer))),
    })),
    write: (x) => positive(x, 2),
  }),
  ask: (run) => cell(`layers.${run.layer}.attention.output`, run.token, 0),
  guess: later('W_O is skipped'),
  guesses: ['output', 'heads', 'scale', 'residual'],
  check(run) {
    const most = change(run, run.layer);
    const first = msg`number 1 of ${run.word()} is ${signed(ofWord(run, 'heads')[0] ?? 0)} in the heads and ${signed(ofWord(run, 'output')[0] ?? 0)} in the output`;
    return most > 1e-6
      ? { fine: true, says: msg`W_O mixes the heads: in layer ${run.layer + 1}, ${first}.` }
      : { fine: false, says: msg`Nothing mixes the heads: in layer ${run.layer + 1}, ${first}.` };
  },
  symptom: ({ broken }) =>
    msg`Attention passes on the heads side by side, unmixed: in layer ${broken.layer + 1} the two differ by at most ${positive(change(broken, broken.layer))} for ${broken.word()}. No head’s result reaches another’s numbers.`,
  healed: ({ right }) =>
    msg`Fixed, each number that attention passes on is a sum over all heads; it differs from the heads side by side by up to ${positive(change(right, right.layer), 2)}.`,
  wrongLine: 'activations.output = activations.heads;',
  rightLine: 'linearForward(weights.output, activations.heads, activations.output);',
  test: later('test each step’s output against its input'),
};

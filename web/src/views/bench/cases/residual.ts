import { cell } from '../../../state/dataflow/cell';
import { positive } from '../../../state/format';
import { lengthOf } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { type RunUnderTest, rangeOf } from '../run-under-test';

/** The largest difference between what a layer's first sublayer added its output to, and the layer's input. */
function missing(run: RunUnderTest, layer: number): number {
  const name = `layers.${layer}.attention`;
  const sum = run.row(`${name}.residual`, run.token);
  const output = run.row(`${name}.output`, run.token);
  const x = run.after(layer - 1);
  return rangeOf(Array.from(sum, (s, i) => Math.abs(s - (output[i] ?? 0) - (x[i] ?? 0)))).most;
}

const mostMissing = (run: RunUnderTest): number =>
  rangeOf(run.layers.map((layer) => missing(run, layer))).most;

const lengthAfter = (run: RunUnderTest, layer: number): string =>
  positive(lengthOf(run.after(layer)), 1);

const lengths = (run: RunUnderTest): string =>
  msg`${lengthAfter(run, -1)} at the input, ${lengthAfter(run, run.layers.length - 1)} after the last layer`;

export const bug: Case = {
  place: 8,
  broken: 'norm=pre,residual=normed',
  right: 'norm=pre',
  picture: ({ broken, right }) => ({
    kind: 'rows',
    title: msg`Length of the vector of ${broken.word()}, layer by layer`,
    columns: [msg`length`],
    rows: [-1, ...broken.layers].map((layer) => ({
      label: layer < 0 ? msg`embedding` : msg`layer ${layer + 1}`,
      broken: [lengthOf(broken.after(layer))],
      right: [lengthOf(right.after(layer))],
    })),
    write: (x) => positive(x, 2),
  }),
  ask: (run) => cell(`layers.${run.layer}.attention.residual`, run.token, 0),
  guess: later('the residual connection carries the normalised copy'),
  guesses: ['norm-axis', 'output', 'residual', 'positions'],
  check(run) {
    const most = mostMissing(run);
    const says = msg`sum − output and x differ by ${positive(most)} at most`;
    return most < 1e-3
      ? { fine: true, says: msg`The residual connection carries x itself: ${says}.` }
      : { fine: false, says: msg`The residual connection does not carry x: ${says}.` };
  },
  symptom: ({ broken }) =>
    msg`This is a pre-norm encoder: each layer should add its result to x unchanged. For ${broken.word()}, the length of x is ${lengths(broken)}; what attention’s output is added to differs from it by up to ${positive(mostMissing(broken), 2)}.`,
  healed: ({ right }) =>
    msg`Fixed, x passes around each layer unchanged: ${lengths(right)}. What attention’s output is added to differs from x by ${positive(mostMissing(right))} at most. (The model was trained with the norm after each layer, so neither run is its usual one.)`,
  wrongLine: 'sum = norm.output + attention.output;',
  rightLine: 'sum = x + attention.output;',
  test: later('test that a layer that adds nothing passes on x'),
};

import { cell } from '../../../state/dataflow/cell';
import { positive } from '../../../state/format';
import { lengthOf } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { meanOf, type RunUnderTest } from '../run-under-test';

const length = (run: RunUnderTest, part: 'tokens' | 'positions', token = run.token): number =>
  lengthOf(run.row(`embedding.${part}`, token));

const meanLength = (run: RunUnderTest, part: 'tokens' | 'positions'): number =>
  meanOf(run.tokens.map((_, token) => length(run, part, token)));

/** Both parts of what enters layer 1, on average over the words. */
const parts = (run: RunUnderTest): string =>
  msg`word vectors have length ${positive(meanLength(run, 'tokens'), 2)} on average, position vectors ${positive(meanLength(run, 'positions'), 2)}`;

export const bug: Case = {
  place: 9,
  broken: 'embedding_scale=off',
  picture: ({ broken, right }) => ({
    kind: 'rows',
    title: msg`Length of each word’s vector, before the position is added`,
    columns: [msg`position`, msg`word`],
    rows: broken.tokens.map(({ piece }, token) => ({
      label: piece,
      token,
      broken: [length(broken, 'positions', token), length(broken, 'tokens', token)],
      right: [length(right, 'positions', token), length(right, 'tokens', token)],
    })),
    write: (x) => positive(x, 2),
  }),
  ask: (run) => cell('embedding.tokens', run.token, 0),
  guess: later('the embedding is not multiplied by √d'),
  guesses: ['positions', 'embedding-scale', 'norm-axis', 'residual'],
  check(run, right) {
    const factor = length(run, 'tokens') / length(right, 'tokens');
    const says = msg`the vector of ${run.word()} has length ${positive(length(run, 'tokens'), 2)}, and ${positive(length(right, 'tokens'), 2)} in the correct encoder`;
    return Math.abs(factor - 1) < 1e-3
      ? { fine: true, says: msg`The embedding is multiplied: ${says}.` }
      : { fine: false, says: msg`The embedding is too short: ${says}.` };
  },
  symptom: ({ broken }) =>
    msg`The position drowns out the word: ${parts(broken)}. For ${broken.word()} the sum is almost all position.`,
  healed: ({ broken, right }) =>
    msg`√${right.dModel} is ${positive(Math.sqrt(right.dModel), 2)}: ${right.word()} goes from ${positive(length(broken, 'tokens'), 2)} to ${positive(length(right, 'tokens'), 2)}. Fixed, ${parts(right)}.`,
  wrongLine: 'tokens.row(i) = weights.tokens.row(id);',
  rightLine: 'tokens.row(i) = weights.tokens.row(id) * std::sqrt(dModel);',
  test: later('test the sizes of both vectors before they are added'),
};

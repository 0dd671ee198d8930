import { cell } from '../../../state/dataflow/cell';
import { positive, signed } from '../../../state/format';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { type RunUnderTest, sumOf } from '../run-under-test';

/** A head's own columns of a word's query or key. */
const ofHead = (run: RunUnderTest, tensor: 'query' | 'key', token: number): Float32Array =>
  run
    .row(`layers.{l}.attention.${tensor}`, token)
    .subarray(run.head * run.dK, (run.head + 1) * run.dK);

/** q·k of two words, from the head's own columns. */
function product(run: RunUnderTest, key: number): number {
  const [q, k] = [ofHead(run, 'query', run.token), ofHead(run, 'key', key)];
  return sumOf(q.map((x, i) => x * (k[i] ?? 0)));
}

const scores = (run: RunUnderTest): Float32Array =>
  run.row('layers.{l}.attention.scores', run.head, run.token);

/** The word whose score is furthest from the product of the two words' own numbers. */
function furthest(run: RunUnderTest): number {
  const off = Array.from(scores(run), (score, key) => Math.abs(score - product(run, key)));
  return off.indexOf(Math.max(...off));
}

/** Scores are single floats, and these products doubles. */
const tolerance = 1e-3;

export const bug: Case = {
  place: 6,
  broken: 'heads=reshaped',
  picture: ({ broken, right }) => ({
    kind: 'rows',
    title: msg`Scores of ${broken.word()} in layer ${broken.layer + 1}, head ${broken.head + 1}`,
    columns: [msg`q·k, by hand`, msg`the score`],
    rows: broken.tokens.map(({ piece }, token) => ({
      label: piece,
      token,
      broken: [product(broken, token), scores(broken)[token] ?? 0],
      right: [product(right, token), scores(right)[token] ?? 0],
    })),
    write: signed,
  }),
  ask: (run) => cell(`layers.${run.layer}.attention.scores`, run.head, run.token, furthest(run)),
  guess: later('the heads are cut without the transpose'),
  guesses: ['scale', 'output', 'heads', 'softmax-axis'],
  check(run) {
    const key = furthest(run);
    const [by, is] = [product(run, key), scores(run)[key] ?? 0];
    const says = msg`for ${run.word()} and ${key === run.token ? msg`itself` : run.word(key)}, the head’s columns of q and k multiply to ${signed(by)}, and the score is ${signed(is)}`;
    return Math.abs(by - is) < tolerance * Math.max(1, Math.abs(is))
      ? { fine: true, says: msg`The heads are cut correctly: ${says}.` }
      : { fine: false, says: msg`A head has numbers of other words: ${says}.` };
  },
  symptom({ broken }) {
    const key = furthest(broken);
    return msg`The scores of head ${broken.head + 1} are not q·k of their own words: for ${broken.word()} and ${key === broken.token ? msg`itself` : broken.word(key)}, the head’s ${broken.dK} columns multiply to ${signed(product(broken, key))}, but the score is ${signed(scores(broken)[key] ?? 0)}.`;
  },
  healed: ({ right }) =>
    msg`A head is ${right.dK} columns of every word; cut as one block of memory, it gets all ${right.dModel} columns of ${positive(right.tokens.length / right.heads.length, 2)} words. Fixed, the score matches q·k by hand: ${signed(product(right, furthest(right)))} and ${signed(scores(right)[furthest(right)] ?? 0)} where they differ most.`,
  wrongLine: 'View(first + head * n * dK, n, dK, {dK})',
  rightLine: 'View(first + head * dK, n, dK, {dModel})',
  test: later('test one score by hand'),
};

import { later } from '../../words/msg';
import {
  columnOf,
  dot,
  flat,
  type HandModel,
  type Linear,
  linear,
  nounsOf,
  powersOf,
  rounded,
  type StepName,
  type Steps,
  type Table,
  verb,
  weighted,
  weightsOf,
} from './computation';

/** What readers do wrong, as it is told to them. */
export const slips = {
  rows: later('Rows and columns are swapped: each number takes a row of the matrix.'),
  bias: later('The bias is missing.'),
  word: later('That is the number of another word.'),
  position: later('The position is missing.'),
  undivided: later('The division by √2 is missing.'),
  width: later('That is divided by 2, the width itself, not by √2.'),
  coarse: later('That is divided by 1.41: take √2 with three decimals, 1.414.'),
  shift: later('The largest score was not subtracted first.'),
  unshared: later('That is the power itself: it is still to be divided by the sum of all three.'),
  proportional: later('Divide the powers by their sum, not the scores.'),
  axis: later('The softmax ran over the wrong axis: over the queries of a key, not over the keys.'),
  mean: later('That is the plain mean: each value must first be multiplied by its weight.'),
  keys: later('Those are the keys: it is the values that are added up.'),
  residual: later('The verb’s own vector is missing: the residual connection adds it.'),
  input: later('What is projected is the vector with its position, not the embedding alone.'),
  sign: later('The sign is wrong.'),
  decimals: later('Nearly: round to two decimals, at this step and in those before.'),
} as const;

export type Slip = keyof typeof slips;

/** A table that a slip leads to. */
type Slipped = readonly [slip: Slip, table: Table];

const transposed = ({ weight, bias }: Linear): Linear => ({
  weight: (weight[0] ?? []).map((_, i) => weight.map((row) => row[i] ?? 0)),
  bias,
});

const unbiased = ({ weight, bias }: Linear): Linear => ({ weight, bias: bias.map(() => 0) });

/** The rows in another order: that of another word stands in each place. */
const turned = (table: Table): readonly Slipped[] =>
  table
    .map((_, by) => ['word', table.map((_, i) => table[(i + by) % table.length] ?? [])] as const)
    .slice(1);

const negative = (table: Table): Table => table.map((row) => row.map((x) => -x));

const projected = (layer: Linear, inputs: Table, embeddings: Table): readonly Slipped[] => {
  const with_ = (other: Linear, of = inputs) => of.map((x) => linear(other, x));
  return [
    ['rows', with_(transposed(layer))],
    ['bias', with_(unbiased(layer))],
    ['input', with_(layer, embeddings)],
  ];
};

/** By column: for each key its share among all queries. */
function overQueries(model: HandModel, { position, key }: Steps): Table {
  const root = Math.sqrt(key[0]?.length ?? 1);
  const queries = position.map((x) => linear(model.query, x));
  return key.map((k) => {
    const scaled = queries.map((query) => rounded(rounded(dot(query, k)) / root));
    return [weightsOf(powersOf(scaled))[verb] ?? 0];
  });
}

/** What the slips of a step compute from right numbers before it. */
export function resultsOfSlips(model: HandModel, name: StepName, c: Steps): readonly Slipped[] {
  const inputs = name === 'query' ? c.position.slice(verb, verb + 1) : c.position;
  const embeddings = name === 'query' ? c.embedding.slice(verb, verb + 1) : c.embedding;
  const [query = []] = c.query;
  const scaled = flat(c.scaled);
  switch (name) {
    case 'embedding':
      return turned(c.embedding);
    case 'position':
      return [['position', c.embedding], ...turned(c.position)];
    case 'query':
      return [
        ...projected(model.query, inputs, embeddings),
        ...c.position.map((x): Slipped => ['word', [linear(model.query, x)]]),
      ];
    case 'key':
      return [...projected(model.key, inputs, embeddings), ...turned(c.key)];
    case 'value':
      return [...projected(model.value, inputs, embeddings), ...turned(c.value)];
    case 'scores':
      return turned(c.scores);
    case 'scaled':
      return [
        ['undivided', c.scores],
        ['width', c.scores.map(([s = 0]) => [rounded(s / query.length)])],
        ['coarse', c.scores.map(([s = 0]) => [rounded(s / 1.41)])],
        ...turned(c.scaled),
      ];
    case 'powers':
      return [
        ['shift', scaled.map((z) => [rounded(Math.exp(z))])],
        ['undivided', columnOf(powersOf(flat(c.scores)))],
        ...turned(c.powers),
      ];
    case 'weights': {
      const total = scaled.reduce((sum, z) => sum + z, 0);
      return [
        ['unshared', c.powers],
        ['proportional', scaled.map((z) => [rounded(z / total)])],
        ['undivided', columnOf(weightsOf(powersOf(flat(c.scores))))],
        ['axis', overQueries(model, c)],
        ...turned(c.weights),
      ];
    }
    case 'sum':
      return [
        ['keys', [weighted(flat(c.weights), c.key)]],
        [
          'mean',
          [
            weighted(
              c.value.map(() => 1 / c.value.length),
              c.value,
            ),
          ],
        ],
      ];
    case 'output': {
      const [sum = []] = c.sum;
      const own = c.position[verb] ?? [];
      const then = (layer: Linear): Table => [linear(layer, sum, own)];
      return [
        ['residual', [linear(model.output, sum)]],
        ['rows', then(transposed(model.output))],
        ['bias', then(unbiased(model.output))],
      ];
    }
    case 'answer':
      return [
        [
          'residual',
          nounsOf(c.embedding).map((noun) => [
            rounded(dot(linear(model.output, c.sum[0] ?? []), noun)),
          ]),
        ],
        ...turned(c.answer),
      ];
  }
}

const near = (a: number, b: number, by = 0.0051): boolean => Math.abs(a - b) < by;

/** Right, a slip that is known, or another number. */
export type Verdict = 'right' | Slip | 'wrong';

/** What to say of a number that was typed for a place of a step. */
export function verdictOn(
  typed: number,
  model: HandModel,
  steps: Steps,
  name: StepName,
  row: number,
  column: number,
): Verdict {
  const right = steps[name][row]?.[column] ?? 0;
  if (near(typed, right)) return 'right';
  const led: readonly Slipped[] = [
    ...resultsOfSlips(model, name, steps),
    ['sign', negative(steps[name])],
  ];
  const slip = led.find(([, table]) => near(typed, table[row]?.[column] ?? Number.NaN));
  return slip?.[0] ?? (near(typed, right, 0.0301) ? 'decimals' : 'wrong');
}

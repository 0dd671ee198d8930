import trained from './model.json';

/** Rows of numbers: a row a word, or a single row. */
export type Table = readonly (readonly number[])[];

/** y = W·x + b: a row of W for each number of y. */
export interface Linear {
  readonly weight: Table;
  readonly bias: readonly number[];
}

/** What an answer needs of web/models/fovea-hand.safetensors. */
export interface HandModel {
  readonly words: readonly string[];
  readonly embeddings: Table;
  readonly positions: Table;
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly output: Linear;
}

export const handModel: HandModel = trained;

type Vector = readonly number[];

/** What is computed, in this order. */
export const stepNames = [
  ...(['embedding', 'position', 'query', 'key', 'value', 'scores', 'scaled'] as const),
  ...(['powers', 'weights', 'sum', 'output', 'answer'] as const),
];

export type StepName = (typeof stepNames)[number];

export type Steps = Readonly<Record<StepName, Table>>;

/** The place of the verb, whose answer is asked for. */
export const verb = 1;

/** To two decimals; what lies between two goes away from 0, as everywhere in a school. */
export const rounded = (x: number): number =>
  (Math.sign(x) * Math.floor(Math.abs(x) * 100 + 0.5 + 1e-9)) / 100;

export const dot = (a: Vector, b: Vector): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** W·x + b, and a vector that is added before anything is rounded. */
export const linear = ({ weight, bias }: Linear, x: Vector, residual: Vector = []): Vector =>
  weight.map((row, i) => rounded(dot(row, x) + (bias[i] ?? 0) + (residual[i] ?? 0)));

const plus = (a: Vector, b: Vector): Vector => a.map((x, i) => rounded(x + (b[i] ?? 0)));

/** Numbers below one another. */
export const columnOf = (numbers: Vector): Table => numbers.map((x) => [x]);

export const flat = (table: Table): Vector => table.flat();

/** e to what is left of the largest. */
export function powersOf(scaled: Vector): Vector {
  const most = Math.max(...scaled);
  return scaled.map((z) => rounded(Math.exp(rounded(z - most))));
}

export function weightsOf(powers: Vector): Vector {
  const sum = rounded(powers.reduce((all, power) => all + power, 0));
  return powers.map((power) => rounded(power / sum));
}

export const weighted = (weights: Vector, values: Table): Vector =>
  (values[0] ?? []).map((_, at) =>
    rounded(
      dot(
        weights,
        values.map((value) => value[at] ?? 0),
      ),
    ),
  );

/** Every number of the verb's answer, each rounded to two decimals before it is used. */
export function compute(model: HandModel, sentence: readonly number[]): Steps {
  const embedding = sentence.map((id) => model.embeddings[id] ?? []);
  const position = embedding.map((vector, i) => plus(vector, model.positions[i] ?? []));
  const own = position[verb] ?? [];
  const query = linear(model.query, own);
  const key = position.map((x) => linear(model.key, x));
  const value = position.map((x) => linear(model.value, x));
  const scores = key.map((k) => rounded(dot(query, k)));
  const scaled = scores.map((score) => rounded(score / Math.sqrt(query.length)));
  const powers = powersOf(scaled);
  const weights = weightsOf(powers);
  const sum = weighted(weights, value);
  const output = linear(model.output, sum, own);
  const answer = nounsOf(embedding).map((noun) => rounded(dot(output, noun)));
  return {
    ...{ embedding, position, query: [query], key, value },
    ...{ scores: columnOf(scores), scaled: columnOf(scaled) },
    ...{ powers: columnOf(powers), weights: columnOf(weights) },
    ...{ sum: [sum], output: [output], answer: columnOf(answer) },
  };
}

/** The first and the last of a sentence, which may be the answer. */
export const nounsOf = <T>(words: readonly T[]): readonly T[] => words.filter((_, i) => i !== verb);

/** The place in the sentence of what the numbers say is in front. */
export const answerOf = ({ answer }: Steps): number =>
  (answer[0]?.[0] ?? 0) > (answer[1]?.[0] ?? 0) ? 0 : 2;

const nouns = 6;
const verbs = 6;

/** All sentences of the grammar, as ids of words: [UNK] is 0, then come nouns, then verbs. */
export const sentences: Table = Array.from({ length: verbs * nouns * nouns }, (_, i) => {
  const [v, a, b] = [Math.floor(i / (nouns * nouns)), Math.floor(i / nouns) % nouns, i % nouns];
  return [1 + a, 1 + nouns + v, 1 + b];
}).filter(([a, , b]) => a !== b);

/** Whether the subject of a verb is in front: what the sentence means, whatever the model says. */
export const leads = (id: number): boolean => id < 1 + nouns + verbs / 2;

/** One of the sentences; neighbouring seeds have little in common. */
export const sentenceOf = (seed: number): readonly number[] =>
  sentences[(seed * 67 + 41) % sentences.length] ?? [];

/** What a person has to do: products in which neither factor is 0, 1 or −1, and all operations. */
export function effort(model: HandModel, sentence: readonly number[]) {
  const steps = compute(model, sentence);
  const count = { multiplications: 0, operations: 0 };
  const isTrivial = (x: number) => x === 0 || Math.abs(x) === 1;
  const addUp = (a: Vector, b: Vector, added = 0) => {
    const terms = a.flatMap((x, i) => (x === 0 || b[i] === 0 ? [] : [[x, b[i] ?? 0]]));
    const products = terms.filter((factors) => !factors.some(isTrivial)).length;
    count.multiplications += products;
    count.operations += products + Math.max(0, terms.length - (added === 0 ? 1 : 0));
  };
  const apply = ({ weight, bias }: Linear, x: Vector = []) => {
    weight.forEach((row, i) => {
      addUp(row, x, bias[i]);
    });
  };
  const own = steps.position[verb];
  const words = sentence.length;
  const width = own?.length ?? 0;
  apply(model.query, own);
  for (const x of steps.position) {
    apply(model.key, x);
    apply(model.value, x);
  }
  for (const key of steps.key) addUp(steps.query[0] ?? [], key);
  for (let at = 0; at < width; at++)
    addUp(
      flat(steps.weights),
      steps.value.map((value) => value[at] ?? 0),
    );
  apply(model.output, steps.sum[0]);
  for (const noun of nounsOf(steps.embedding)) addUp(steps.output[0] ?? [], noun);
  // Positions, ÷ √dₖ, − the largest and e to the power, their sum, ÷ it, and the residual connection.
  count.operations += words * width + words + 2 * words + (words - 1) + words + width;
  return count;
}

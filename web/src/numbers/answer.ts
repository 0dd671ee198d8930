import type { ModelInfo, Parameter } from '../model/protocol';
import type { Trace } from '../model/trace';
import { type Cell, cellText, isGradient, isParameter, range } from '../state/dataflow/cell';
import { type HeadCut, headOfCell } from '../state/dataflow/kinds/attention';
import type { NormAxis } from '../state/dataflow/kinds/norm';
import { type Context, nameOf, rowName, split } from '../state/dataflow/naming';
import type { Formula } from '../state/dataflow/node';
import { wordTable } from '../state/dataflow/parts';
import { ofLayer, type Structure } from '../state/dataflow/structure';
import { touches } from '../state/what-if/run-text';
import { graphOf } from '../state/why';
import { msg } from '../words/msg';

/** A kind of arithmetic that can be written for a program. */
export type Written = Exclude<Formula, { kind: 'gradient' | 'loss' | 'other' }>;

/** A tensor on the way to an answer, with what its formula does not say of the run. */
export interface Step {
  readonly name: string;
  readonly formula: Written;
  readonly shape: readonly number[];
  readonly data: Float32Array;
  readonly mask: Structure['mask'];
  readonly cut: HeadCut;
  readonly axis: NormAxis;
  readonly activation: Structure['activation'];
  /** Places among its numbers that the reader has changed: they are given. */
  readonly given: readonly number[];
}

/** An answer to "why?", back to the embedding table: every number on the way can be computed again. */
export interface Answer {
  readonly cell: Cell;
  readonly value: number;
  readonly context: Context;
  readonly trace: Trace;
  readonly eps: number;
  /** Id of [PAD]. */
  readonly pad: number;
  /** In the order of computation; what is asked comes last. */
  readonly steps: readonly Step[];
  readonly parameters: ReadonlyMap<string, Parameter>;
}

export const context = (model: ModelInfo, trace: Trace): Context => ({
  graph: graphOf(model, trace),
  tokens: trace.encoding.tokens,
  vocabulary: model.vocabulary,
  heads: model.config.num_attention_heads,
  dModel: model.config.hidden_size,
});

/** "weight of “animal” for “it”, layer 3 · head 6" */
export function title({ cell, context }: Pick<Answer, 'cell' | 'context'>): string {
  const { what, where } = nameOf(cell, context);
  return [what, where].filter(Boolean).join(', ');
}

/** What a row of a step is: "query of “it”, layer 3". */
export const rowTitle = ({ context }: Answer, name: string, index: readonly number[]): string =>
  rowName({ name, index }, context, index.length > 2);

/** The place of a cell's index among a tensor's numbers, row by row. */
export const placeOf = (shape: readonly number[], index: readonly number[]): number =>
  shape.reduce((place, size, axis) => place * size + (index[axis] ?? 0), 0);

/** The inverse. */
export function indexAt(shape: readonly number[], place: number): readonly number[] {
  let rest = place;
  return shape
    .toReversed()
    .map((size) => {
      const at = rest % size;
      rest = Math.floor(rest / size);
      return at;
    })
    .toReversed();
}

/** What a row of words sees of each other under a mask: from the first key to one after the last. */
export const seen = ({ mask, shape }: Step, query: number): number => {
  const keys = shape.at(-1) ?? 0;
  if (mask === 'causal') return Math.min(keys, query + 1);
  return mask === 'leaky' ? Math.min(keys, query + 2) : keys;
};

/** Rows of the embedding table that are read: those of the words, and of the piece that a score is of. */
export function tableRows({ trace, cell, steps }: Answer): readonly number[] {
  const ids = trace.encoding.tokens.map(({ id }) => id);
  const looked = steps.some(({ formula }) => formula.kind === 'lookup') ? ids : [];
  const scored = cell.name === 'logits' ? [cell.index[1] ?? 0] : [];
  return [...new Set([...looked, ...scored])].sort((a, b) => a - b);
}

/** Numbers of a parameter, of the embedding table the rows that are read. */
export function parameterOf(answer: Answer, name: string): Parameter {
  const found = answer.parameters.get(name) as Parameter;
  if (name !== wordTable) return found;
  const width = found.shape[1] ?? 0;
  const rows = tableRows(answer);
  const data = new Float32Array(rows.length * width);
  rows.forEach((row, i) => {
    data.set(found.data.subarray(row * width, (row + 1) * width), i * width);
  });
  return { ...found, shape: [rows.length, width], data };
}

/** Where a head's column is in a matrix of all heads, for each cell that the head mixes. */
export const headOf = ({ shape, cut }: Step, heads: number, index: readonly number[]) =>
  headOfCell(shape, (shape[1] ?? 0) / heads, [index[0] ?? 0, index[1] ?? 0], cut);

/** The tensors that lead to one, itself among them. */
function behind({ graph }: Context, last: string): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    graph.tensors.get(name)?.formula.inputs.forEach(follow);
  };
  follow(last);
  return found;
}

const cannot = (): Error =>
  new Error(
    msg`Only Fovea’s own encoders can be written out this way, and only without gradients.`,
  );

/**
 * Gathers what an answer is computed from; `parameter` fetches one by its name.
 * @throws {Error} with a message, where the cell is learned, a gradient, or of another kind of model.
 */
export async function answerTo(
  { model, trace, cell }: { model: ModelInfo; trace: Trace; cell: Cell },
  parameter: (name: string) => Parameter | Promise<Parameter>,
): Promise<Answer> {
  const known = context(model, trace);
  const { config } = model;
  if (isParameter(cell.name) || isGradient(cell.name)) throw cannot();
  const { shape, data } = trace.tensor(cell.name);
  const inside = cell.index.every((at, axis) => at < (shape[axis] ?? 0));
  if (!inside || cell.index.length !== shape.length)
    throw new Error(msg`There is no ${cellText(cell)}: the shape is ${shape.join(' × ')}.`);
  const needed = behind(known, cell.name);
  const changes = trace.encoding.run?.changes ?? [];
  const steps = [...known.graph.tensors].flatMap(([name, { formula }]): Step[] => {
    if (!needed.has(name)) return [];
    if (['gradient', 'loss', 'other'].includes(formula.kind) || formula.inputs.includes(''))
      throw cannot();
    const { layer } = split(name);
    const tensor = trace.tensor(name);
    const structure =
      layer === null ? known.graph.structure : ofLayer(known.graph.structure, layer);
    const own = changes.filter((change) => change.startsWith(name));
    const given = own.length > 0 ? range(tensor.data.length) : [];
    return [
      {
        ...{ name, shape: tensor.shape, data: tensor.data, formula: formula as Written },
        ...{ mask: structure.mask, cut: structure.heads ?? 'split' },
        axis: (layer === null ? undefined : structure.norm_axis) ?? 'model',
        activation: layer === null ? config.hidden_act : structure.activation,
        given: given.filter((place) => {
          const index = indexAt(tensor.shape, place);
          return own.some((change) => touches(change, { name, index }));
        }),
      },
    ];
  });
  const names = [...new Set(steps.flatMap(({ formula }) => formula.inputs.filter(isParameter)))];
  const fetched = await Promise.all(names.map((name) => parameter(name)));
  return {
    ...{ cell, context: known, trace, steps },
    value: data[placeOf(shape, cell.index)] ?? Number.NaN,
    eps: config.layer_norm_eps,
    pad: config.pad_token_id ?? 0,
    parameters: new Map(fetched.map((each, i) => [names[i] as string, each])),
  };
}

import { cellText, parseCell } from '../../state/dataflow/cell';
import { explanationOf } from '../../state/dataflow/explain';
import type { Explanation } from '../../state/dataflow/explanation';
import type { Graph } from '../../state/dataflow/graph';
import { type Names, nameOf } from '../../state/dataflow/naming';
import { type Operand, range } from '../../state/dataflow/reader';
import { exists, type Values, valuesOf } from '../../state/dataflow/values';
import { contextOf } from '../../state/why';
import { type Scope, written } from '../../widgets/why-operand';
import type { FigureContext } from './hosted-figure';

/** How a number that a figure shows came about. */
export interface Derivation {
  /** The number as the figure writes it. */
  readonly text: string;
  /** What it is. */
  readonly what: string;
  /** Null while parameters that it reads are on their way. */
  readonly how: Explanation | null;
  /** Where its operands are not those of the run on show. */
  readonly scope?: Partial<Scope>;
}

/** How the number of a key came about; null where there is none. */
export type Derive = (key: string) => Derivation | null;

/** What a figure's numbers are asked by: one is open at a time. */
export interface Asking extends Omit<Scope, 'isGradient'> {
  readonly open: string;
  ask(key: string): void;
}

/** Numbers that no tensor holds have no names. */
export const nameless: Names = {
  ...{ graph: { tensors: new Map() }, tokens: [], vocabulary: [], heads: 1, dModel: 1 },
};

/** A number of the run on show leads on; the same place of another run does not. */
export function askingOf(m: FigureContext): Asking {
  const values = valuesOf(m.trace, m.state.parameters);
  return {
    open: m.kept('asked', ''),
    ask: (key) => m.keep('asked', key),
    context: contextOf(m.state) ?? nameless,
    follow: ({ cell, value }) =>
      exists(values, cell) && values.at(cell) === value
        ? () => m.dispatch({ type: 'cell', cell })
        : null,
  };
}

/** The numbers that a figure computed itself, by their keys. */
export function deriveFrom(all: Iterable<readonly [key: string, how: () => Derivation]>): Derive {
  const known = new Map(all);
  return (key) => known.get(key)?.() ?? null;
}

/** A model that a figure runs: what it computes with, and what its numbers are called. */
export interface Run {
  readonly graph: Graph;
  readonly values: Values;
  readonly context: Names;
}

/** Operands lead on to their own cells in the figure. */
export const followHere =
  ({ graph }: Run, { ask }: Asking): Scope['follow'] =>
  ({ cell }) =>
    graph.tensors.has(cell.name) ? () => ask(cellText(cell)) : null;

/** Any number of a run of the figure's own: the keys are its cells. */
export function deriveCells({ graph, values, context }: Run, follow: Scope['follow']): Derive {
  return (key) => {
    const cell = parseCell(key);
    if (!cell || !graph.tensors.has(cell.name) || !exists(values, cell)) return null;
    const { what, where } = nameOf(cell, context);
    return {
      text: written(cell.name, values.at(cell)),
      what: [what, where].filter(Boolean).join(', '),
      how: explanationOf(graph, values, cell),
      scope: { context, follow },
    };
  };
}

/** The numbers of a row of a tensor, each with its cell. */
export const operandsOf = (
  numbers: ArrayLike<number>,
  name: string,
  ...leading: number[]
): readonly Operand[] =>
  range(numbers.length).map((i) => ({
    cell: { name, index: [...leading, i] },
    value: numbers[i] ?? 0,
  }));

/** A number in a sentence that can be asked, by its key. */
export interface AskedNumber {
  readonly text: string;
  readonly key: string;
}

/** A sentence of which some numbers can be asked. */
export type Told = readonly (string | AskedNumber)[];

type Piece = string | number | AskedNumber;

/** Messages in parts, each of whose values can be such a sentence. */
export const tell = (...messages: readonly (readonly (Piece | Told)[])[]): Told =>
  messages.flatMap((parts) =>
    parts.flatMap((part) => (typeof part === 'number' ? String(part) : part)),
  );

/** The same as text. */
export const plainly = (told: Told): string =>
  told.map((part) => (typeof part === 'string' ? part : part.text)).join('');

import type { Parameter } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { type Cell, isParameter } from './cell';

export type Parameters = ReadonlyMap<string, Parameter>;

/** The numbers behind the cells: the trace of the sentence, and the parameters fetched so far. */
export interface Values {
  has(name: string): boolean;
  /** @throws {Error} where `has(name)` is false. */
  shape(name: string): readonly number[];
  /** @throws {Error} where `has(name)` is false or the index is outside the shape. */
  at(cell: Cell): number;
}

export interface Numbers {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

/** Row-major place of an index. */
function place(shape: readonly number[], index: readonly number[]): number {
  return shape.reduce((sum, size, axis) => sum * size + (index[axis] ?? -1), 0);
}

function inside(shape: readonly number[], index: readonly number[]): boolean {
  const fits = (i: number, axis: number) => Number.isInteger(i) && i >= 0 && i < (shape[axis] ?? 0);
  return shape.length === index.length && index.every(fits);
}

/** The numbers of tensors by their names; each is looked for once. */
export function valuesFrom(has: Values['has'], find: (name: string) => Numbers): Values {
  const found = new Map<string, Numbers>();
  const array = (name: string): Numbers => {
    const known = found.get(name) ?? find(name);
    found.set(name, known);
    return known;
  };
  return {
    has,
    shape: (name) => array(name).shape,
    at({ name, index }) {
      const { shape, data } = array(name);
      const value = inside(shape, index) ? data[place(shape, index)] : undefined;
      if (value === undefined) throw new Error(`"${name}" has no cell [${index}]`);
      return value;
    },
  };
}

export const valuesOf = (trace: Trace, parameters: Parameters): Values =>
  valuesFrom(
    (name) => parameters.has(name) || trace.has(name),
    (name) => {
      const parameter = parameters.get(name);
      if (parameter) return parameter;
      if (isParameter(name)) throw new Error(`The parameter "${name}" has not been fetched`);
      return trace.tensor(name);
    },
  );

/** Whether there is such a cell: what an address names may belong to another sentence or model. */
export function exists(values: Values, { name, index }: Cell): boolean {
  return values.has(name) && inside(values.shape(name), index);
}

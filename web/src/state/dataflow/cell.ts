import type { Parameter } from '../../model/protocol';
import { gradientName, type Trace } from '../../model/trace';

/**
 * One number of the model: of a tensor of the trace ("layers.3.attention.scores"), or of a learned
 * parameter under its name in the model file ("encoder.layer.3.attention.self.query.weight").
 */
export interface Cell {
  readonly name: string;
  /** One index per axis, from 0. */
  readonly index: readonly number[];
}

export function cell(name: string, ...index: number[]): Cell {
  return { name, index };
}

/** Learned, so the same for every sentence; the two vocabularies of names do not overlap. */
export function isParameter(name: string): boolean {
  return /^(embeddings|encoder|cls|decoder\.(layer|LayerNorm)|classifier)\./.test(name);
}

export const isGradient = (name: string): boolean => name.startsWith(gradientName(''));

/** The gradient of the loss by a cell, as a cell. */
export const gradientOf = ({ name, index }: Cell): Cell => ({ name: gradientName(name), index });

/** As it is in an address: "layers.3.attention.scores:7,8,2", counting from 1 as on screen. */
export function cellText({ name, index }: Cell): string {
  return `${name}:${index.map((i) => i + 1).join(',')}`;
}

/** The inverse of `cellText`; undefined for anything that no cell is written as. */
export function parseCell(text: string | null): Cell | undefined {
  const match = /^([a-zA-Z][\w.]{0,99}):(\d{1,7}(?:,\d{1,7}){0,2})$/.exec(text ?? '');
  if (!match) return undefined;
  const index = (match[2] ?? '').split(',').map((i) => Number(i) - 1);
  return index.every((i) => i >= 0) ? { name: match[1] ?? '', index } : undefined;
}

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

/** A number that another was computed from. */
export interface Operand {
  readonly cell: Cell;
  readonly value: number;
}

/** Reads operands by tensor and index, so that each kind of arithmetic reads as mathematics. */
export class Reader {
  readonly values: Values;

  constructor(values: Values) {
    this.values = values;
  }

  shape(name: string): readonly number[] {
    return this.values.shape(name);
  }

  /** Length of the last axis. */
  width(name: string): number {
    return this.shape(name).at(-1) ?? 0;
  }

  operand(name: string, ...index: number[]): Operand {
    const at = cell(name, ...index);
    return { cell: at, value: this.values.at(at) };
  }

  /** The gradient of the loss by a cell. */
  gradient(name: string, ...index: number[]): Operand {
    return this.operand(gradientName(name), ...index);
  }

  /** The last axis at the given leading indices. */
  row(name: string, ...leading: number[]): readonly Operand[] {
    return range(this.width(name)).map((j) => this.operand(name, ...leading, j));
  }
}

export const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

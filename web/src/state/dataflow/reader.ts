import { gradientName } from '../../model/trace';
import { type Cell, cell } from './cell';
import type { Values } from './values';

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

import { msg } from '../../../words/msg';
import { explanation } from '../explanation';
import { constant, operandOf, root, row } from '../expression';
import type { Kind } from './kind';

/** y[i,j] = table[ids[i], j] · scale */
export interface Lookup extends Kind<'lookup'> {
  readonly table: string;
  /** √d, or 1. */
  readonly scale: number;
}

export function lookup(ids: string, table: string, scale: number): Lookup {
  return {
    kind: 'lookup',
    inputs: [ids, table],
    table,
    scale,
    explain(reader, [i = 0, j = 0]) {
      const id = reader.operand(ids, i);
      const entry = reader.operand(table, id.value, j);
      const times = scale === 1 ? [] : ['×', root(constant(Math.round(scale ** 2)))];
      return explanation({
        operands: [id, entry],
        value: entry.value * scale,
        about: msg`The row of the word table that the word’s id names.`,
        written: row(operandOf(entry), ...times),
        list: { kind: 'numbers', numbers: [id] },
      });
    },
  };
}

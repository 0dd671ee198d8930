import type { CellNumbers } from '../../widgets/formula';
import type { AttentionRow } from './attention-row';

const piece = (row: AttentionRow, token: number) => row.tokens[token]?.piece ?? '';

/** The numbers of one cell: the focus token looking at `key`. */
export function cellNumbers(row: AttentionRow, key: number): CellNumbers {
  const column = row.columns?.[key];
  return {
    from: piece(row, row.focus),
    to: piece(row, key),
    dK: row.dK,
    divisor: row.divisor,
    query: row.query,
    key: row.keys[key] ?? [],
    products: row.products[key] ?? [],
    score: row.scores[key] ?? 0,
    scaled: row.scaled[key] ?? 0,
    shift: column?.shift ?? row.shift,
    power: (column ? column.powers[row.focus] : row.powers[key]) ?? 0,
    sum: column?.sum ?? row.sum,
    weight: row.weights[key] ?? 0,
  };
}

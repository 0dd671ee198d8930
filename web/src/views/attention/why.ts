import type { CellNumbers } from '../../widgets/formula';
import type { AttentionRow } from './attention-row';

const piece = (row: AttentionRow, token: number) => row.tokens[token]?.piece ?? '';

/** The numbers of one cell: the focus token looking at `key`. */
export function cellNumbers(row: AttentionRow, key: number): CellNumbers {
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
    shift: row.shift,
    power: row.powers[key] ?? 0,
    sum: row.sum,
    weight: row.weights[key] ?? 0,
  };
}

import type { Reckoning, Reckonings } from '../kit/reckoning';
import { type Counts, countsOf } from './counts';

export const written = (x: number): string => x.toLocaleString('en');

/** A formula with the numbers of its letters. */
function filled(formula: string, n: number, d: number): string {
  const squares = formula
    .replace('n²', 'n · n')
    .replace('d²', 'd · d')
    .replace(/ layers$/, '');
  const numbers = squares.replace(/\bn\b/g, written(n)).replace(/\bd\b/g, written(d));
  return formula.startsWith('log') ? `${numbers}, rounded up` : numbers;
}

const columns = [
  ['path', 'hops', 'How many steps or layers lie between the first word and the last'],
  ['waits', 'steps', 'How many steps wait for one another'],
  ['work', 'products', 'How many multiplications bring words together'],
  ['holds', 'memory', 'How many numbers are held'],
] as const;

/** How each count of the table is made, by the kind of layer and the formula. */
export function recurrenceReckonings(n: number, d: number): Reckonings {
  const of = (each: Counts) =>
    columns.map(([formula, count, what]): [string, () => Reckoning] => [
      `${each.name} ${each[formula]}`,
      () => ({
        value: written(each[count]),
        what: `${what}: ${each.name.toLowerCase()}.`,
        formula: `${each[formula]}, for n = ${written(n)} words of d = ${written(d)} numbers`,
        line: [filled(each[formula], n, d)],
      }),
    ]);
  return new Map(countsOf(n, d).flatMap(of));
}

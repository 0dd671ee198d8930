import { grouped } from '../../words/language';
import { later, msg } from '../../words/msg';
import type { Reckoning, Reckonings } from '../kit/reckoning';
import { type Counts, countsOf } from './counts';

/** A formula with the numbers of its letters. */
function filled(formula: string, n: number, d: number): string {
  const squares = formula
    .replace('n²', 'n · n')
    .replace('d²', 'd · d')
    .replace(/ layers$/, '');
  const numbers = squares.replace(/\bn\b/g, grouped(n)).replace(/\bd\b/g, grouped(d));
  return formula.startsWith('log') ? msg`${numbers}, rounded up` : numbers;
}

const columns = [
  ['path', 'hops', later('how many steps or layers lie between the first word and the last')],
  ['waits', 'steps', later('how many steps wait for one another')],
  ['work', 'products', later('how many multiplications the layer makes')],
  ['holds', 'memory', later('how many numbers are held')],
] as const;

/** How each count of the table is made, by the kind of layer and the formula. */
export function recurrenceReckonings(n: number, d: number): Reckonings {
  const of = (each: Counts) =>
    columns.map(([formula, count, what]): [string, () => Reckoning] => [
      `${each.name} ${each[formula]}`,
      () => ({
        value: grouped(each[count]),
        what: msg`${each.name}: ${msg(what)}.`,
        formula: msg`${msg(each[formula])}, for n = ${grouped(n)} words of d = ${grouped(d)} numbers`,
        line: [filled(each[formula], n, d)],
      }),
    ]);
  return new Map(countsOf(n, d).flatMap(of));
}

import { grouped } from '../../words/language';
import { later, msg } from '../../words/msg';
import { type Derivation, type Derive, deriveFrom, inLetters } from '../kit/derivation';
import { type Counts, countsOf } from './counts';
import { type Comparison, layerParameters, measured } from './measured';

const columns = [
  ['path', 'hops', later('how many steps or layers lie between the first word and the last')],
  ['waits', 'steps', later('how many steps have to wait for one another')],
  ['work', 'products', later('how many multiplications the layer needs')],
  ['holds', 'memory', later('how many numbers must be kept')],
] as const;

/** How each count of the table is made, by the kind of layer and the formula. */
export function countDerivations(n: number, d: number): Derive {
  const about = msg`n = ${grouped(n)} words of d = ${grouped(d)} numbers.`;
  const of = (each: Counts) =>
    columns.map(([formula, count, what]): [string, () => Derivation] => [
      `${each.name} ${each[formula]}`,
      () => ({
        text: grouped(each[count]),
        what: msg`${each.name}: ${msg(what)}.`,
        how: inLetters(
          each[formula].replace(/ layers$/, ''),
          each[count],
          { n, d },
          {
            about: each[formula].startsWith('log') ? `${about} ${msg`Rounded up.`}` : about,
            write: grouped,
          },
        ),
      }),
    ]);
  return deriveFrom(countsOf(n, d).flatMap(of));
}

/** How many parameters each network has in its layers. */
export function measuredDerivations(of: Comparison = measured): Derive {
  const letters = { L: of.layers, d: of.width, h: (of.width / 4) * 3 };
  const entry = (
    network: 'encoder' | 'recurrent',
    what: string,
    formula: string,
    about: string,
  ) => {
    const value = layerParameters(of, network);
    const how = () => inLetters(formula, value, letters, { about, write: grouped });
    return [`parameters ${network}`, () => ({ text: grouped(value), what, how: how() })] as const;
  };
  return deriveFrom([
    entry(
      'encoder',
      msg`The parameters of the encoder’s layers, without embedding and prediction head.`,
      'L · (4·d·(d + 1) + 4·d·(d + 1) + d·(4·d + 1) + 4·d)',
      msg`Each layer has queries, keys, values and an output, a network of 4·d hidden units, and two norms.`,
    ),
    entry(
      'recurrent',
      msg`The parameters of the recurrent layers, without embedding and prediction head.`,
      'L · (2·4·h·(d + h + 2) + d·(2·h + 1) + 2·d)',
      msg`Each layer has two LSTMs of four gates and h = ¾ · d states, an output, and a norm.`,
    ),
  ]);
}
